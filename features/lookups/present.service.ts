import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { readEvent } from '#features/events/service.ts'
import type { FoundCard } from '#features/registrations/lookup/publicLookup.service.ts'
import type { LookedUpResult } from '#features/results/service.ts'
import type { FoundRunner } from './contract.ts'
import type { foundTickets } from '#features/tickets/tickets.service.ts'
import { ticketStateWords } from './words.ts'
import type { GameRunnerRow } from './store.ts'

export type GivenRunner = Omit<FoundRunner, 'starts_at'> & { starts_at: Date | null }
const blank = {
  bib: null,
  name: null,
  icon: null,
  status: null,
  paid_label: null,
  fee_label: null,
  bib_due: false,
  enname: null,
  time: null,
  nettime: null,
  outcome: null,
  team: null,
  place: null,
  starts_at: null,
  gameid: null,
  certificateid: null,
  posterid: null,
  meta: null,
  related: false,
}

/** Presents a registration's card with the fields of the runner query: the English name and the result. */
export const ofRegistration = (
  card: FoundCard,
  row: { id: number; enname: string | null } | undefined,
  result: LookedUpResult | undefined,
  related = false,
): GivenRunner => ({
  ...blank,
  kind: 'registration',
  _key: card._key,
  id: row?.id ?? 0,
  raceid: card.raceid,
  eventid: card.eventid,
  event: card.event,
  bib: card.bib,
  name: card.name,
  icon: card.icon,
  status: card.status,
  paid_label: card.paid_label,
  fee_label: card.fee_label,
  bib_due: card.bib_due,
  enname: row?.enname ?? null,
  time: result?.time ?? null,
  nettime: result?.nettime ?? null,
  outcome: result?.outcome ?? null,
  related,
})

const eventName = async (db: Db, lang: Lang, raceid: number, eventid: number, now: Date): Promise<string> => {
  const event = await readEvent(db, raceid, eventid, now)
  return event ? nameIn(lang, event.name, event.names) : ''
}
export const ofResult = async (
  db: Db,
  lang: Lang,
  raceid: number,
  result: LookedUpResult,
  now: Date,
): Promise<GivenRunner> => ({
  ...blank,
  kind: 'result',
  _key: result._key,
  id: result.id,
  raceid,
  eventid: result.eventid,
  event: await eventName(db, lang, raceid, result.eventid, now),
  bib: result.bib,
  name: result.name,
  time: result.time,
  nettime: result.nettime,
  outcome: result.outcome,
})

/** Presents a volunteer's shift. Its post takes the place of a runner's event. */
export const ofShift = (
  raceid: number,
  row: { id: number; _key: string; post: string; name: string; team: string; place: string; starts_at: Date | null },
): GivenRunner => ({
  ...blank,
  kind: 'volunteer',
  _key: row._key,
  id: row.id,
  raceid,
  eventid: 0,
  event: row.post,
  name: row.name,
  team: row.team || null,
  place: row.place || null,
  starts_at: row.starts_at,
})

const ticketIcons = { valid: 'success', used: 'info', returned: 'warn' } as const
/** Presents a ticket in the form of a found runner. The field `event` has the name of the goods. */
export const ofTicket = (
  raceid: number,
  { id, _key, goods, variant, holder, place, starts_at, state }: Awaited<ReturnType<typeof foundTickets>>[number],
  lang: Lang,
): GivenRunner => ({
  ...blank,
  kind: 'ticket',
  _key,
  id,
  raceid,
  eventid: 0,
  event: goods,
  name: holder ?? (variant || goods),
  icon: ticketIcons[state],
  status: ticketStateWords[state][lang],
  place: place || null,
  starts_at,
})

export const ofGame = (raceid: number, row: GameRunnerRow): GivenRunner => ({
  ...blank,
  kind: 'game',
  _key: row._key,
  id: row.id,
  raceid,
  eventid: 0,
  event: row.event,
  bib: row.bib,
  name: row.name,
  time: row.time,
  nettime: row.nettime,
  gameid: row.gameid,
  certificateid: row.certificateid,
  posterid: row.posterid,
  meta: row.meta as Record<string, string>,
})
