import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry, networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { worthOf } from '#features/checks/service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { forgetRoom, joinRoom, numberOfTicket, openTicket, readRoom, writeTicket } from './service.ts'
import {
  consoleWaitingroomsClose,
  consoleWaitingroomsPace,
  consoleWaitingroomsSave,
  consoleWaitingroomsShow,
  waitingJoin,
  waitingPoll,
  waitingShow,
} from './contract.ts'
import { type WaitingRoomFacts, admittedBy, phaseOf, queuePlaceOf, pollAfter } from './rules.ts'
import { type RoomRow, countTickets, findRoom, lockRoom, saveRoom, setCloses, setPaces } from './store.ts'

/** The limits on calls. The limit on polls is wider, because a poll costs less than a join. */
const joins = rateOf(20, 60, 'waitingrooms joins')
const polls = rateOf(60, 60)
/**
 * The number of joins a day that a browser may make from a network whose share of places is full. The person must read
 * a picture first. Without these joins, strangers could fill the share and keep other people of the network out.
 */
const beyond: Limit = { kind: 'places of a browser behind a full network', max: 3, seconds: 86_400 }

const standing = async (
  seal: Seal,
  room: WaitingRoomFacts,
  ticket: { uid: number; id: number },
  number: number | null,
  now: Date,
) => {
  const place = queuePlaceOf(room, number, now)
  return {
    ticket: await writeTicket(seal, { raceid: room.raceid, uid: ticket.uid, id: ticket.id, number }),
    state: place.state,
    number,
    ahead: place.ahead,
    opens_at: room.opens_at,
    turn_at: place.turnAt,
    until: place.until,
    now,
    poll_ms: pollAfter(room, place, now, Math.random()),
  }
}

/** Counts people by their tickets and not by `next`, because `next` passes over the turns that nobody used. */
const shown = async (db: Db | Tx, room: RoomRow | undefined, now: Date) => ({
  room: room
    ? {
        ...room,
        per_house: room.per_network,
        paces: room.paces.map(({ from, per_second }) => ({ from: from.toISOString(), per_second })),
        phase: phaseOf(room, now),
        ...(await countTickets(db, room.raceid, admittedBy(room, now))),
      }
    : null,
  now,
})

export const routes = [
  handle(waitingShow, async ({ input, db, now }) => {
    const race = await readPublishedRace(db, input.raceid, now)
    const room = race ? await readRoom(db, input.raceid, now) : undefined
    const phase = phaseOf(room, now)
    return {
      phase,
      gathers_at: phase === 'none' ? null : room!.gathers_at,
      opens_at: phase === 'none' ? null : room!.opens_at,
      now,
    }
  }),

  handle(waitingJoin, async ({ input, db, seal, now, who, address, device, refuse }) => {
    const wait = joins.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const room = await readRoom(db, input.raceid, now)
    const phase = phaseOf(room, now)
    if (phase === 'none') return refuse('no_waiting_room')
    if (phase === 'soon') return refuse('waiting_too_soon')
    const worth = await worthOf(db, input, now)
    if (worth === 'none') return refuse('picture_wrong')
    await seal.prepare(raceScope(input.raceid))
    const joining = {
      raceid: input.raceid,
      uid: who.uid!,
      network: seal.blind(raceScope(input.raceid), 'house', networkOf(address)),
      now,
    }
    let joined = await joinRoom(db, joining)
    if (joined === 'house_full' && worth === 'picture' && device) {
      const none = await countTry(db, beyond, `${input.raceid} ${device.id}`, now)
      if (none === 0) joined = await joinRoom(db, { ...joining, beyond: true })
    }
    if (typeof joined === 'string') return refuse(joined)
    return standing(seal, joined.room, joined.ticket, joined.ticket.number, now)
  }),

  handle(waitingPoll, async ({ input, db, seal, now, refuse }) => {
    const room = await readRoom(db, input.raceid, now)
    if (!room || phaseOf(room, now) === 'none') return refuse('no_waiting_room')
    const ticket = (await openTicket(seal, input.raceid, input.ticket)) ?? refuse('ticket_unknown')
    const wait = polls.count(`${input.raceid} ${ticket.id}`, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const number = await numberOfTicket(db, room, ticket)
    return number === undefined ? refuse('ticket_unknown') : standing(seal, room, ticket, number, now)
  }),

  handle(consoleWaitingroomsShow, async ({ input, db, now, refuse }) => {
    const { zone } = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    return { ...(await shown(db, await findRoom(db, input.raceid), now)), zone }
  }),

  handle(consoleWaitingroomsSave, async ({ input, db, now, who, refuse, save }) => {
    if (!(await readRace(db, input.raceid, now))) return refuse('race_not_found')
    const [gathers_at, opens_at] = [new Date(input.gathers_at), new Date(input.opens_at)]
    const closes_at = input.closes_at ? new Date(input.closes_at) : null
    if (gathers_at > opens_at || (closes_at !== null && closes_at <= opens_at)) return refuse('waiting_times_wrong')
    const answered = await save(async (tx) => {
      const before = await lockRoom(tx, input.raceid)
      if (input.updated_at !== undefined && (before?.updated_at.toISOString() ?? '') !== input.updated_at)
        return refuse('waiting_changed_meanwhile')
      if (before && before.next > 1 && before.opens_at.getTime() !== opens_at.getTime()) return refuse('waiting_begun')
      const paces = before?.drawn_at
        ? [...before.paces, { from: now, per_second: input.per_second }]
        : [{ from: opens_at, per_second: input.per_second }]
      await saveRoom(tx, {
        raceid: input.raceid,
        gathers_at,
        opens_at,
        closes_at,
        paces: JSON.stringify(paces),
        use_seconds: input.use_seconds,
        per_network: input.per_house,
        created_at: now,
        updated_at: now,
      })
      const after = await findRoom(tx, input.raceid)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'waiting room changed',
        target: `race ${input.raceid}`,
        before: facts(before),
        after: facts(after),
      })
      return shown(tx, after, now)
    })
    forgetRoom(input.raceid)
    return answered
  }),

  handle(consoleWaitingroomsPace, async ({ input, now, who, refuse, save }) => {
    const answered = await save(async (tx) => {
      const room = (await lockRoom(tx, input.raceid)) ?? refuse('no_waiting_room')
      // Before the opening there is one pace, which begins at the opening.
      const from = now < room.opens_at ? room.opens_at : now
      const paces = [...room.paces.filter((pace) => pace.from < from), { from, per_second: input.per_second }]
      await setPaces(tx, input.raceid, paces, now)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'waiting room changed',
        target: `race ${input.raceid}`,
        before: { per_second: room.paces.at(-1)?.per_second },
        after: { per_second: input.per_second },
      })
      return shown(tx, { ...room, paces, updated_at: now }, now)
    })
    forgetRoom(input.raceid)
    return answered
  }),

  handle(consoleWaitingroomsClose, async ({ input, now, who, refuse, save }) => {
    const answered = await save(async (tx) => {
      const room = (await lockRoom(tx, input.raceid)) ?? refuse('no_waiting_room')
      await setCloses(tx, input.raceid, now)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'waiting room ended',
        target: `race ${input.raceid}`,
      })
      return shown(tx, { ...room, closes_at: now, updated_at: now }, now)
    })
    forgetRoom(input.raceid)
    return answered
  }),
]

const facts = (room: RoomRow | undefined) =>
  room && {
    gathers_at: room.gathers_at,
    opens_at: room.opens_at,
    closes_at: room.closes_at,
    use_seconds: room.use_seconds,
    per_house: room.per_network,
    per_second: room.paces.at(-1)?.per_second,
  }
