import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import { askFor, countMiss, demandFor } from '#features/checks/service.ts'
import { readEvent } from '#features/events/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { laneOf } from '#seam/server/asker.ts'
import { handle } from '#seam/server/handle.ts'
import { inTurn } from '#seam/server/turns.ts'
import type { Lang } from '#contract/words.ts'
import { usesListed } from './public.store.ts'
import {
  consoleInvitationsGenerate,
  consoleInvitationsList,
  consoleInvitationsSave,
  consoleInvitationsStop,
  consoleInvitationsUses,
  inviteShow,
} from './contract.ts'
import { invitationState, isCode, normalCode, remainingUses, whyNotInvited } from './rules.ts'
import {
  type Granted,
  type InvitationRow,
  findByCode,
  findInvitationById,
  insertInvitations,
  listByIds,
  listInvitations,
  lockById,
  updateInvitation,
} from './store.ts'
import type { CodeSource } from './ledger/rules.ts'
import { newCode } from './service.ts'
import { words } from './words.ts'

const lineOf = (lang: Lang, row: InvitationRow, now: Date) => ({
  ...row,
  event: row.e_name === null ? null : nameIn(lang, row.e_name, row.e_names),
  remaining: remainingUses(row),
  personal: row.holder !== null,
  source: row.source as CodeSource,
  state: invitationState(row, now),
})
type GrantedInput = {
  label: string
  eventid?: number | undefined
  uses?: number | undefined
  expires_at?: string | undefined
  price?: number | undefined
  direct: boolean
  source: CodeSource
}
const grantedBy = ({ label, eventid, uses, expires_at, price, direct, source }: GrantedInput): Granted => ({
  label,
  eventid: eventid ?? null,
  uses: uses ?? null,
  expires_at: expires_at === undefined ? null : new Date(expires_at),
  price: price ?? null,
  direct,
  source,
})

export const routes = [
  handle(inviteShow, async (context) => {
    const { input, db, now, lang, meet, refuse } = context
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const invitation = await inTurn(`invitation ${laneOf(context)}`, async () => {
      const why = await askFor(db, await demandFor(db, 'invitation', context, now), input, now, meet)
      if (why) return refuse(why.word, why.facts)
      const found = await findByCode(db, race.id, normalCode(input.code))
      if (!found) await countMiss(db, 'invitation', context, now)
      return found
    })
    if (!invitation) return refuse('invite_unknown')
    const { code, label, eventid, price, used, expires_at, direct } = invitation
    const event = eventid === null ? undefined : await readEvent(db, race.id, eventid, now)
    return {
      code,
      label,
      scope: eventid === null ? ('race' as const) : ('event' as const),
      eventid,
      event: event ? nameIn(lang, event.name, event.names) : null,
      price,
      pays: price === null ? ('full' as const) : price === 0 ? ('free' as const) : ('reduced' as const),
      remaining: remainingUses(invitation),
      used,
      expires_at,
      direct,
      personal: invitation.holder !== null,
      why: whyNotInvited(invitation, input.eventid ?? eventid ?? 0, now) ?? null,
    }
  }),

  handle(consoleInvitationsList, async ({ input, db, lang, now }) => {
    const rows = await listInvitations(db, input.raceid, {
      q: input.q,
      code: normalCode(input.q),
      before: idIn(input.after),
      limit: rowsFor(input.limit),
    })
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map((row) => lineOf(lang, row, now)),
      after,
    }
  }),

  handle(consoleInvitationsSave, async ({ input, db, lang, now, who, refuse, refuseField, save }) => {
    const { raceid, id } = input
    if (input.eventid !== undefined && !(await readEvent(db, raceid, input.eventid, now, true)))
      return refuse('event_not_found')
    const granted = grantedBy(input)
    const code = input.code === undefined ? newCode() : normalCode(input.code)
    if (id === undefined && !isCode(code)) return refuseField('code', words.code_wrong)
    return save(async (tx) => {
      if (id === undefined) {
        const [made] = await insertInvitations(tx, raceid, [code], granted, now)
        const after = (await findInvitationById(tx, raceid, made ?? refuse('code_taken')))!
        await logChange(tx, { who, now, raceid, what: 'invitation written', target: `invitation ${after.id}`, after })
        return lineOf(lang, after, now)
      }
      await lockById(tx, raceid, [id])
      const before = (await findInvitationById(tx, raceid, id)) ?? refuse('invitation_not_found')
      if (granted.uses !== null && granted.uses < before.used) return refuse('uses_below_used', { used: before.used })
      await updateInvitation(tx, raceid, id, granted, now)
      const after = (await findInvitationById(tx, raceid, id))!
      await logChange(tx, { who, now, raceid, what: 'invitation changed', target: `invitation ${id}`, before, after })
      return lineOf(lang, after, now)
    })
  }),

  handle(consoleInvitationsStop, async ({ input, lang, now, who, refuse, save }) => {
    const { raceid, id, stopped } = input
    return save(async (tx) => {
      await lockById(tx, raceid, [id])
      const before = (await findInvitationById(tx, raceid, id)) ?? refuse('invitation_not_found')
      await updateInvitation(tx, raceid, id, { stopped_at: stopped ? (before.stopped_at ?? now) : null }, now)
      const after = (await findInvitationById(tx, raceid, id))!
      await logChange(tx, {
        who,
        now,
        raceid,
        what: stopped ? 'invitation stopped' : 'invitation changed',
        target: `invitation ${id}`,
        before,
        after,
      })
      return lineOf(lang, after, now)
    })
  }),

  handle(consoleInvitationsGenerate, async ({ input, db, lang, now, who, refuse, save }) => {
    const { raceid, count } = input
    if (input.eventid !== undefined && !(await readEvent(db, raceid, input.eventid, now, true)))
      return refuse('event_not_found')
    const granted = grantedBy(input)
    return save(async (tx) => {
      const ids: number[] = []
      // If a new code exists already, the loop makes another code. This is very rare among 2^50 codes.
      while (ids.length < count)
        ids.push(
          ...(await insertInvitations(
            tx,
            raceid,
            [...new Set(Array.from({ length: count - ids.length }, newCode))],
            granted,
            now,
          )),
        )
      const rows = await listByIds(tx, raceid, ids)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'invitations generated',
        target: `invitations ${Math.min(...ids)}–${Math.max(...ids)}`,
        after: { ...granted, count },
      })
      return { items: rows.map((row) => lineOf(lang, row, now)) }
    })
  }),

  handle(consoleInvitationsUses, async ({ input, db, lang, refuse }) => {
    if (!(await findInvitationById(db, input.raceid, input.id))) return refuse('invitation_not_found')
    const rows = await usesListed.get()(db, input.raceid, input.id, idIn(input.after), rowsFor(input.limit))
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map(({ id, name, e_name, e_names, price, pay_at, live, created_at }) => ({
        id,
        name,
        event: nameIn(lang, e_name, e_names),
        price,
        paid: pay_at !== null,
        live,
        at: created_at,
      })),
      after,
    }
  }),
]
