import { randomBytes } from 'node:crypto'
import { inNamedBatches } from '#db/sharing/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import {
  type WaitingRoomFacts,
  type WaitingTicket,
  admittedBy,
  endedTurns,
  phaseOf,
  queuePlaceOf,
  readTicket,
  ticketText,
} from './rules.ts'
import {
  type RoomRow,
  type TicketRow,
  countNetworks,
  findRoom,
  findTicket,
  findTickets,
  insertTickets,
  listRoomsToDraw,
  listRoomsWithTickets,
  lockRoom,
  numberEarly,
  removeTickets,
} from './store.ts'

/**
 * The rooms in memory. Each process reads a room at most once a second, so a change of paces or opening takes effect
 * within that time.
 */
const rooms = cacheOf<number, RoomRow | undefined>({ ms: 1_000, most: 1000 })
export const readRoom = (db: Db, raceid: number, now: Date): Promise<RoomRow | undefined> =>
  rooms.read(db, raceid, { now }, () => findRoom(db, raceid))
/** Removes a room from memory after a change in this process, so that the next caller reads it again. */
export const forgetRoom = rooms.forget

/** Signs a ticket, so that nobody can forge a ticket or use it for another race or account. */
const markOf = async (seal: Seal, raceid: number, text: string): Promise<string> => {
  await seal.prepare(raceScope(raceid))
  return seal.blind(raceScope(raceid), 'waiting ticket', text).toString('base64url')
}
export const writeTicket = async (seal: Seal, ticket: WaitingTicket): Promise<string> => {
  const text = ticketText(ticket)
  return `${text}.${await markOf(seal, ticket.raceid, text)}`
}
/** Reads the ticket in a text. Undefined if the signature does not fit this race. */
export const openTicket = async (seal: Seal, raceid: number, text: string): Promise<WaitingTicket | undefined> => {
  const read = readTicket(text)
  return read && read.ticket.raceid === raceid && (await markOf(seal, raceid, read.signed)) === read.mark
    ? read.ticket
    : undefined
}

/**
 * Finds the number of a ticket that was given before the opening: null if the ticket has no number yet, undefined if
 * the ticket does not exist.
 */
export const numberOfTicket = async (
  db: Db,
  room: WaitingRoomFacts,
  ticket: WaitingTicket,
): Promise<number | null | undefined> =>
  ticket.number ?? (room.drawn_at === null ? null : (await findTicket(db, room.raceid, ticket.id))?.number)

/** Tells whether a call may sign up for the race at this moment. */
export const mayEnter = async (
  { db, seal }: { db: Db; seal: Seal },
  { raceid, uid, ticket }: { raceid: number; uid: number; ticket: string | undefined },
  now: Date,
): Promise<boolean> => {
  const room = await readRoom(db, raceid, now)
  const phase = phaseOf(room, now)
  if (!room || phase === 'none') return true
  if (phase !== 'open' || !ticket) return false
  const opened = await openTicket(seal, raceid, ticket)
  if (opened?.uid !== uid) return false
  const number = await numberOfTicket(db, room, opened)
  return number !== undefined && queuePlaceOf(room, number, now).state === 'admitted'
}

/** Puts the early people in order, once, after the opening. The caller has locked the room. */
const drawRoom = async (tx: Tx, room: RoomRow, now: Date): Promise<RoomRow> => {
  if (room.drawn_at !== null || now < room.opens_at) return room
  const seed = randomBytes(32)
  const early = await numberEarly(tx, room.raceid, seed, now)
  return { ...room, drawn_at: now, seed, early, next: early + 1 }
}

/** Puts the early people in order in every room whose opening has come. */
export const drawDueRooms = async (db: Db, now: Date): Promise<void> => {
  for (const raceid of await listRoomsToDraw(db, now)) {
    await db.transaction().execute(async (tx) => {
      const room = await lockRoom(tx, raceid)
      if (room) await drawRoom(tx, room, now)
    })
    forgetRoom(raceid)
  }
}

const REMOVED_AT_ONCE = 5000
/**
 * Removes the turns, with their accounts and networks, whose time was over a day ago, and all turns of a room that
 * closed a day ago. So staff who closed a room by mistake can open it again, and nobody loses a turn.
 */
export const removeEndedTurns = async (db: Db, now: Date): Promise<void> => {
  for (const room of await listRoomsWithTickets(db)) {
    const upto = endedTurns(room, now)
    if (upto === 0) continue
    while ((await removeTickets(db, room.raceid, upto, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
  }
}

/** `beyond` tells that the browser joins although the network's share is full. */
export type Joining = { raceid: number; uid: number; network: Buffer; now: Date; beyond?: boolean }
export type JoinedQueue = { ticket: TicketRow; room: RoomRow } | 'no_waiting_room' | 'house_full'

/**
 * Gives places to all people who come at the same time, in order of arrival, under the lock of the room's row. A place
 * that is given before the opening has no number yet.
 */
const joinTogether = (db: Db, joining: readonly Joining[]): Promise<JoinedQueue[]> =>
  db.transaction().execute(async (tx) => {
    const { raceid } = joining[0]!
    const now = joining.reduce((last, one) => (one.now > last ? one.now : last), joining[0]!.now)
    const held = await lockRoom(tx, raceid)
    if (!held || phaseOf(held, now) === 'none') return joining.map(() => 'no_waiting_room')
    const room = await drawRoom(tx, held, now)
    const known = new Map(
      (
        await findTickets(
          tx,
          raceid,
          joining.map(({ uid }) => uid),
        )
      ).map((ticket) => [ticket.uid, ticket]),
    )
    const networks = await countNetworks(
      tx,
      raceid,
      joining.map(({ network }) => network),
    )
    // Unused turns are lost: a new number is larger than every number that the room has let in. With the unused turns,
    // everybody who comes after a quiet time would be let in at once.
    let next = room.drawn_at === null ? room.next : Math.max(room.next, admittedBy(room, now) + 1)
    const fresh: { uid: number; network: Buffer; number: number | null; at: Date }[] = []
    const outcomes = joining.map(({ uid, network, now: at, beyond }): 'has' | 'new' | 'house_full' => {
      const ticket = known.get(uid)
      if (ticket && queuePlaceOf(room, ticket.number, now).state !== 'lapsed') return 'has'
      if (fresh.some((one) => one.uid === uid)) return 'new'
      const key = network.toString('hex')
      const count = networks.get(key) ?? 0
      if (!ticket && !beyond && count >= room.per_network) return 'house_full'
      networks.set(key, count + 1)
      // `next` also counts before the opening, because it tells how many people wait.
      fresh.push({ uid, network, number: room.drawn_at === null ? null : next, at })
      next++
      return 'new'
    })
    const written = new Map(
      (fresh.length > 0 ? await insertTickets(tx, raceid, fresh, next) : []).map((ticket) => [ticket.uid, ticket]),
    )
    return outcomes.map((outcome, at) =>
      outcome === 'house_full'
        ? outcome
        : { ticket: (outcome === 'has' ? known : written).get(joining[at]!.uid)!, room: { ...room, next } },
    )
  })

const enterBatch = inNamedBatches(500, ({ db }: { db: Db }, joining: Joining[]) => joinTogether(db, joining))
/** Takes a place in line, or finds the place that the account already has. */
export const joinRoom = (db: Db, one: Joining): Promise<JoinedQueue> => enterBatch({ db }, one.raceid, one)
