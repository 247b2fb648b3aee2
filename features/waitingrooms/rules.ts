import type { RoomPhase, TicketState } from './contract.ts'

/** From the moment `from` on, `per_second` people are let in each second. */
export type PaceFrom = { from: Date; per_second: number }
export type WaitingRoomFacts = {
  raceid: number
  gathers_at: Date
  opens_at: Date
  closes_at: Date | null
  paces: readonly PaceFrom[]
  use_seconds: number
  /** The time at which the server put the early people in order; null until then. */
  drawn_at: Date | null
  early: number
  /** The number of the next ticket. */
  next: number
}

/** The ticket of the runner whom staff see in the preview. No call accepts it. */
export const previewTicket = 'preview'

/** The most polls a second that all servers answer together, for any number of waiting people. */
export const POLLS_PER_SECOND = 1000
const SHORTEST_POLL = 2000
/**
 * The longest time between two polls, also long before the opening. A browser's timer holds at most about 24 days, and
 * the organiser may change the opening.
 */
const LONGEST_POLL = 6 * 3_600_000
/**
 * The wanted number of polls a second. By chance many polls may come in one second, so the wanted number is below the
 * limit.
 */
const AIM = 0.8 * POLLS_PER_SECOND

export const phaseOf = (
  room: Pick<WaitingRoomFacts, 'gathers_at' | 'opens_at' | 'closes_at'> | undefined,
  now: Date,
): RoomPhase => {
  if (!room || (room.closes_at !== null && now >= room.closes_at)) return 'none'
  if (now >= room.opens_at) return 'open'
  return now >= room.gathers_at ? 'gathering' : 'soon'
}

/** Counts the ticket numbers that the room has let in by `at`. A change of pace never takes a turn away. */
export const admittedBy = ({ opens_at, paces }: Pick<WaitingRoomFacts, 'opens_at' | 'paces'>, at: Date): number => {
  let admitted = 0
  paces.forEach(({ from, per_second }, nth) => {
    const begins = Math.max(from.getTime(), opens_at.getTime())
    const ends = Math.min(paces[nth + 1]?.from.getTime() ?? Infinity, at.getTime())
    if (ends > begins) admitted += ((ends - begins) / 1000) * per_second
  })
  // A rounding error of the sum must not take a turn from anybody.
  return Math.floor(admitted + 1e-6)
}

/**
 * Finds the moment at which the room lets a ticket number in, by the present paces; undefined if a pause without an end
 * comes before the turn.
 */
export const turnOf = (room: Pick<WaitingRoomFacts, 'opens_at' | 'paces'>, number: number): Date | undefined => {
  let admitted = 0
  for (const [nth, { from, per_second }] of room.paces.entries()) {
    const begins = Math.max(from.getTime(), room.opens_at.getTime())
    const ends = Math.max(begins, room.paces[nth + 1]?.from.getTime() ?? Infinity)
    const more = per_second === 0 ? 0 : ((ends - begins) / 1000) * per_second
    if (per_second > 0 && admitted + more >= number - 1e-6)
      return new Date(Math.ceil(begins + ((number - admitted) / per_second) * 1000))
    admitted += more
  }
  return undefined
}

/**
 * Returns the time in which all early people ask once. An early person may learn of the turn only at the end of this
 * time.
 */
const graceMs = ({ early }: Pick<WaitingRoomFacts, 'early'>): number => (early / AIM) * 1000

export type QueuePlace = { state: TicketState; ahead: number | null; turnAt: Date | null; until: Date | null }
/** Finds the state and the position of a ticket by its number. */
export const queuePlaceOf = (room: WaitingRoomFacts, number: number | null, now: Date): QueuePlace => {
  if (number === null) return { state: 'gathering', ahead: null, turnAt: null, until: null }
  const turnAt = turnOf(room, number) ?? null
  if (turnAt === null || turnAt > now)
    return { state: 'waiting', ahead: Math.max(0, number - 1 - admittedBy(room, now)), turnAt, until: null }
  const until = new Date(turnAt.getTime() + graceMs(room) + room.use_seconds * 1000)
  return { state: now < until ? 'admitted' : 'lapsed', ahead: 0, turnAt, until }
}

/** The time for which the server keeps a turn after the turn ends or the waiting room closes. */
const KEPT_MS = 86_400_000
/**
 * Finds the turns that nobody needs any more: the numbers up to the result. 'all' means every turn, because the room
 * closed a day ago.
 */
export const endedTurns = (room: WaitingRoomFacts, now: Date): number | 'all' => {
  const before = now.getTime() - KEPT_MS
  if (room.closes_at !== null && room.closes_at.getTime() <= before) return 'all'
  return room.drawn_at === null
    ? 0
    : Math.min(room.next - 1, admittedBy(room, new Date(before - graceMs(room) - room.use_seconds * 1000)))
}

/**
 * Returns the milliseconds until the next poll. All waiting people share the polls that the servers can answer. If a
 * person's turn comes before the next poll, the person polls at the turn. `random`, from 0 to below 1, spreads people
 * who would ask together. In the last hours before the opening nothing changes, so the next poll comes after the
 * opening. The polls after the opening are spread over the time that the servers need for all of them.
 */
export const pollAfter = (room: WaitingRoomFacts, place: QueuePlace, now: Date, random: number): number => {
  const waiting = Math.max(1, room.next - 1 - (room.drawn_at === null ? 0 : admittedBy(room, now)))
  const toHour = Math.max(0, room.opens_at.getTime() - now.getTime())
  if (place.state === 'gathering' && toHour > LONGEST_POLL) return Math.round(LONGEST_POLL * (0.5 + 0.5 * random))
  if (place.state === 'gathering') return Math.round(toHour + SHORTEST_POLL * random + (waiting / AIM) * 1000 * random)
  const pace = room.paces.findLast(({ from }) => from <= now)?.per_second ?? 0
  const spread = Math.max(SHORTEST_POLL, (waiting / Math.max(AIM / 5, AIM - pace)) * 1000)
  const even = spread * (0.9 + 0.2 * random)
  if (place.state !== 'waiting') return Math.round(Math.max(10_000, even))
  const toTurn = place.turnAt === null ? Infinity : place.turnAt.getTime() - now.getTime()
  return Math.round(toTurn < even ? Math.max(SHORTEST_POLL / 2, toTurn + 500 * random) : even)
}

/** The content of a ticket. The text of a ticket has 0 for a missing number. */
export type WaitingTicket = { raceid: number; uid: number; number: number | null; id: number }
export const ticketText = ({ raceid, uid, number, id }: WaitingTicket): string =>
  `${raceid}.${uid}.${number ?? 0}.${id}`
export const readTicket = (text: string): { ticket: WaitingTicket; signed: string; mark: string } | undefined => {
  const found = /^((\d{1,10})\.(\d{1,15})\.(\d{1,9})\.(\d{1,15}))\.([\w-]{22})$/.exec(text)
  if (!found) return undefined
  const [, signed, raceid, uid, number, id, mark] = found
  return {
    ticket: { raceid: Number(raceid), uid: Number(uid), number: Number(number) || null, id: Number(id) },
    signed: signed!,
    mark: mark!,
  }
}
