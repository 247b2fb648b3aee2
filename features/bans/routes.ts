import { chinaDay } from '#contract/days.ts'
import { isVisible } from '#contract/scalars.ts'
import { wrong } from '#contract/wrong.ts'
import { violationOf } from '#db/errors/violation.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { checkDocument, maskIdnum, normalName } from '#features/people/rules.ts'
import { documentWords } from '#features/people/words.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleBansLift, consoleBansList, consoleBansSave } from './contract.ts'
import { entryOfDocument } from './public.store.ts'
import { banShown } from './present.service.ts'
import { banIndex, forgetBans } from './service.ts'
import { findBan, insertBan, liftBan, listBans, lockBan } from './store.ts'
import { documentsTyped } from './typed.service.ts'
import { words } from './words.ts'

export const routes = [
  handle(consoleBansList, async ({ input: { raceid, q, past, after, limit }, db, seal, now, may }) => {
    const rows = await listBans(db, raceid, {
      q,
      document_ixs: await documentsTyped(seal, q, now),
      past,
      today: chinaDay(now),
      before: idIn(after),
      limit: rowsFor(limit),
    })
    const page = pageOf(rows, limit, byId)
    return {
      items: page.rows.map((row) => banShown(row, now)),
      after: page.after,
      everywhere: may('bans.edit', null),
    }
  }),

  handle(consoleBansSave, async ({ input, db, seal, now, who, may, say, refuse, save }) => {
    const { raceid, idtype, idnum, country, source, reason, from, until, everywhere } = input
    if (everywhere && !may('bans.edit', null)) return refuse('ban_everywhere_no_right')
    const verdict = checkDocument({ idtype, idnum, country }, now)
    const fields: Record<string, string> = {
      ...(isVisible(input.name) ? {} : { name: say(wrong.required) }),
      ...(isVisible(reason) ? {} : { reason: say(wrong.required) }),
      ...(verdict.ok ? {} : { [verdict.why === 'country' ? 'country' : 'idnum']: say(documentWords[verdict.why]) }),
      ...(until !== null && until < from ? { until: say(words.dates_crossed) } : {}),
    }
    if (!verdict.ok || Object.keys(fields).length > 0) return refuse('field_wrong', { fields })
    await seal.prepare('people')
    const registrationid = await entryOfDocument.get()({ db, seal }, raceid, verdict.document.identity)
    try {
      const made = await save(async (tx) => {
        const id = await insertBan(
          tx,
          {
            raceid,
            source,
            everywhere,
            document_ix: banIndex(seal, verdict.document.identity),
            idnum_mask: maskIdnum(verdict.document.idnum),
            name: normalName(input.name),
            reason,
            from_day: from,
            until_day: until,
          },
          who.staffid,
          now,
        )
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'ban written',
          target: `ban ${id}`,
          after: { source, reason, from, until, everywhere },
        })
        return { ...banShown((await findBan(tx, raceid, id))!, now), registrationid }
      })
      forgetBans(db)
      return made
    } catch (error) {
      if (violationOf(error)?.constraint === 'one_ban_of_a_document') return refuse('ban_there')
      throw error
    }
  }),

  handle(consoleBansLift, async ({ input: { raceid, id, reason }, db, now, who, may, refuse, save }) => {
    const lifted = await save(async (tx) => {
      const row = (await lockBan(tx, raceid, id)) ?? refuse('ban_not_found')
      if (row.everywhere && !may('bans.edit', null)) return refuse('ban_everywhere_no_right')
      if (row.lifted_at !== null) return refuse('ban_lifted')
      await liftBan(tx, row.raceid, id, reason, now)
      await logChange(tx, { who, now, raceid, what: 'ban lifted', target: `ban ${id}`, after: { reason } })
      return banShown((await findBan(tx, raceid, id))!, now)
    })
    forgetBans(db)
    return lifted
  }),
]
