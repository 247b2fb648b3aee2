import type * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type NameCheck, consoleRealnamesDecide, consoleRealnamesList } from './contract.ts'
import { registrationsOfDocuments } from './public.store.ts'
import { type NameCheckRow, saveNameDecision, listChecks, lockCheck } from './store.ts'

export const checkShown = (row: NameCheckRow, found: ReadonlyMap<string, number>): z.input<typeof NameCheck> => ({
  id: row.id,
  name: row.name,
  idnum: row.idnum_mask,
  outcome: row.outcome,
  decision: row.decision,
  decide_reason: row.decide_reason,
  decided_at: row.decided_at,
  asked_at: row.asked_at,
  registrationid: found.get(`${row.document_ix.toString('hex')} ${row.name_ix.toString('hex')}`) ?? null,
})

export const routes = [
  handle(consoleRealnamesList, async ({ input: { raceid, q, show, after, limit }, db, integrations }) => {
    const rows = await listChecks(db, raceid, {
      q,
      decided: show === 'decided',
      before: idIn(after),
      limit: rowsFor(limit),
    })
    const page = pageOf(rows, limit, byId)
    const found = await registrationsOfDocuments.get()(
      db,
      raceid,
      page.rows.map(({ document_ix }) => document_ix),
    )
    return {
      items: page.rows.map((row) => checkShown(row, found)),
      after: page.after,
      on: integrations.realNames !== undefined,
    }
  }),

  handle(consoleRealnamesDecide, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, decision, reason } = input
    return save(async (tx) => {
      const row = (await lockCheck(tx, raceid, id)) ?? refuse('name_check_not_found')
      if (row.decision !== null) return refuse('name_check_decided')
      await saveNameDecision(tx, raceid, id, { decision, reason, staffid: who.staffid }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: decision === 'allowed' ? 'name allowed' : 'name refused',
        target: `name ${id}`,
        before: { outcome: row.outcome },
        after: { decision, reason },
      })
      return checkShown((await lockCheck(tx, raceid, id))!, new Map())
    })
  }),
]
