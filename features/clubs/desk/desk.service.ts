import type * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { draftLacks, openClubDraft, wrongIn } from '../people/draft.service.ts'
import { shownMemberList } from '../people/memberList.service.ts'
import { memberState, whyNoSwap } from '../people/members.rules.ts'
import { type MemberRow, membersOf } from '../people/members.store.ts'
import { heldQuotas, quotaLine } from '../quotas.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import type { ClubRow } from '../store.ts'
import type { ClubDesk, ClubMember } from './desk.contract.ts'

type Parts = { db: Db; seal: Seal }
type Seen = { race: RaceGiven; club: ClubRow; lang: Lang; now: Date }

/**
 * Lists the orders of a club's registrations. A club has few orders, because a captain pays for many people at once.
 */
const ordersOf = async (db: Db, raceid: number, members: readonly MemberRow[]): Promise<OrderRow[]> => {
  const ids = [...new Set(members.flatMap(({ r_orderid }) => r_orderid ?? []))].toSorted((a, b) => a - b)
  const orders = []
  for (const id of ids) orders.push(await findOrder(db, raceid, id))
  return orders.flatMap((order) => order ?? [])
}

const memberLine = (
  seal: Seal,
  { race, club, lang, now }: Seen,
  events: readonly EventRow[],
  known: { byId: ReadonlyMap<number, MemberRow>; replaced: ReadonlySet<number> },
  row: MemberRow,
): ClubMember => {
  const state = memberState(row)
  const event = events.find(({ id }) => id === row.eventid)
  const draft = state === 'waiting' && event ? openClubDraft(seal, race.id, row.draft) : undefined
  const former = row.replaces === null ? undefined : known.byId.get(row.replaces)
  const pending = known.replaced.has(row.id)
  return {
    id: row.id,
    name: row.name,
    idnum: row.idnum_mask,
    mobile: row.mobile_mask,
    eventid: row.eventid,
    event: event ? nameIn(lang, event.name, event.names) : String(row.eventid),
    state,
    lacks: draft && event ? draftLacks(wrongIn(draft, event, race, now), event, lang) : [],
    _key: row.registrationid === null ? row._key : null,
    registration: state === 'unpaid' || state === 'entered' ? row.r_key : null,
    replaces: former?.name ?? null,
    swappable: whyNoSwap({ ...club, state, pending }, now) === undefined,
  }
}

export const clubDesk = async ({ db, seal }: Parts, seen: Seen): Promise<z.input<typeof ClubDesk>> => {
  const { race, club, lang } = seen
  await seal.prepare(raceScope(race.id))
  const [events, quotas, members] = [
    await eventsOf(db, race.id),
    await heldQuotas(db, race.id, [club.id]),
    await membersOf(db, race.id, club.id),
  ]
  const byId = new Map(members.map((one) => [one.id, one]))
  const replaced = new Set(members.flatMap(({ replaces }) => replaces ?? []))
  const orders = await ordersOf(db, race.id, members)
  const payer = (id: number) => members.filter(({ r_orderid, r_key }) => r_orderid === id && r_key !== null)
  const open = orders.find(({ state, id }) => state === 'open' && payer(id).length > 0)
  return {
    id: club.id,
    race: nameIn(lang, race.name, race.names),
    zone: race.zone,
    name: club.name,
    kind: club.kind,
    swap_until: club.swap_until,
    closed: club.closed_at !== null,
    quotas: quotas.map((quota) => quotaLine(lang, quota, events)),
    members: members.map((row) => memberLine(seal, seen, events, { byId, replaced }, row)),
    list: shownMemberList(lang),
    open: open
      ? { _key: payer(open.id)[0]!.r_key!, amount: open.amount, pay_end: open.pay_end, people: payer(open.id).length }
      : null,
    paid: orders
      .filter(({ state, amount }) => state === 'paid' && amount > 0)
      .map(({ _key, amount, pay_at }) => ({ _key, amount, pay_at })),
  }
}
