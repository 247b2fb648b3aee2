import { cursorOf, numbersIn } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { setEventWaitlist, eventsOf, lockEvent, readEvent } from '#features/events/service.ts'
import { eventStateOf } from '#features/events/rules.ts'
import { type Admitted, countLine } from '#features/registrations/draw/waitlistAdmission.service.ts'
import { losesRace, waitsForPlace } from '#features/registrations/changes/leaving.rules.ts'
import { isMine, raceGiven, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import { openShare } from '#features/registrations/payment/shares.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { askForAllOrNone, beginEnd, givePlaces, leaveWaitlist, openOf } from './service.ts'
import {
  type WaitlistBasis,
  type GroupRule,
  consoleWaitlistsEnd,
  consoleWaitlistsEntries,
  consoleWaitlistsList,
  consoleWaitlistsPromote,
  consoleWaitlistsSave,
  waitlistLeave,
  waitlistMine,
  waitlistTogether,
} from './contract.ts'
import { nextRefresh, waitlistStandingOf } from './rules.ts'
import {
  isAllOrNone,
  countAllOrNone,
  countWaitlists,
  findWaitlistEntry,
  hasCodes,
  findWaitlist,
  foreseenRank,
  listWaitlists,
  lookAround,
  LAST_RANK,
  pageLine,
  saveWaitlist,
} from './store.ts'

/**
 * The limit by network is ten times the limit by account, because a carrier or a hall shares one address among
 * thousands. Such a high limit is safe, because nobody can guess a key.
 */
const looks = allowanceOf({ own: 240, network: 2400 }, 60)

type Lang = Parameters<typeof nameIn>[0]
const ofEvents = async (db: Parts['db'] | Tx, raceid: number, zone: string, lang: Lang, now: Date, only?: number) => {
  const [events, waitlists, counts] = await Promise.all([
    eventsOf(db, raceid),
    listWaitlists(db, raceid),
    countWaitlists(db, raceid, now),
  ])
  return events
    .filter(({ id }) => only === undefined || id === only)
    .map((event) => {
      const waitlist = waitlists.find(({ eventid }) => eventid === event.id)
      const count = counts.find(({ eventid }) => eventid === event.id)
      return {
        eventid: event.id,
        name: nameIn(lang, event.name, event.names),
        colour: event.colour,
        state: eventStateOf(event),
        places: event.places,
        taken: event.taken,
        waitlist:
          waitlist && count
            ? {
                ...count,
                ...waitlist,
                basis: waitlist.basis as WaitlistBasis,
                groups: waitlist.groups as GroupRule,
                state: waitlist.state as 'open' | 'ending' | 'ended',
                refresh_at: nextRefresh(now, zone),
              }
            : null,
      }
    })
}
const facts = (row: Awaited<ReturnType<typeof findWaitlist>>) =>
  row && {
    basis: row.basis,
    groups: row.groups,
    offer_minutes: row.offer_minutes,
    at_once: row.at_once,
    state: row.state,
    ends_at: row.ends_at,
  }

/**
 * Counts the runners of one order who wait together. It also tells whether they want their places together, and whether
 * they may choose this.
 */
const groupOf = async (
  db: Parts['db'],
  { raceid, eventid, orderid }: { raceid: number; eventid: number; orderid: number | null },
  waitlist: Awaited<ReturnType<typeof findWaitlist>>,
  waits: boolean,
) => {
  const [asks, together] =
    orderid === null
      ? [false, 1]
      : await Promise.all([isAllOrNone(db, raceid, orderid), countAllOrNone(db, raceid, eventid, orderid)])
  const each = waitlist?.groups === 'alone'
  return {
    together: Math.max(together, 1),
    all_or_none: each ? asks : waitlist !== undefined && together > 1,
    may_ask: each && waitlist.state === 'open' && waits && together > 1,
  }
}

export const routes = [
  handle(waitlistMine, async ({ input, db, seal, now, who, address, refuse, device }) => {
    const wait = looks.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    const [waitlist, entry, mine] = await Promise.all([
      findWaitlist(db, race.id, row.eventid),
      findWaitlistEntry(db, race.id, row.id),
      isMine(db, seal, row, who.uid),
    ])
    const around = await lookAround(db, race.id, row.eventid, {
      id: row.id,
      rank: entry?.rank ?? null,
      orderid: row.orderid,
    })
    const paid = row.pay_at !== null
    const live = row.deleted_at === null && row.closed_at === null && row.refundid === 0
    const open = waitlist?.state === 'open'
    const standing = waitlistStandingOf({
      state: row.state,
      live,
      paid,
      inLine: around.in_line,
      rank: entry?.rank ?? null,
      given: entry !== undefined && entry.given_at !== null,
      offerUntil: entry?.offer_until ?? null,
      left: entry !== undefined && entry.left_at !== null,
      listed: open,
    })
    const waits = live && !row.place_held && (row.state === 'wait' || row.state === 'undraw')
    const { in_line: _, ...counted } = around
    return {
      ...counted,
      standing,
      basis: (waitlist?.basis ?? null) as WaitlistBasis | null,
      groups: (waitlist?.groups ?? null) as GroupRule | null,
      code:
        (row.state === 'undraw' || row.state === 'wait' || row.state === 'waitfail') &&
        (row.e_state === 'draw' || (await hasCodes(db, race.id, row.eventid)))
          ? row.wait_pos
          : null,
      rank: standing === 'line' ? entry!.rank : null,
      rank_before: standing === 'line' ? entry!.rank_before : null,
      ...(await groupOf(db, row, waitlist, waits)),
      foreseen: standing === 'joining' ? ((await foreseenRank(db, waitlist!, row.id)) ?? null) : null,
      loses: losesRace(row.state, race.settings),
      refreshed_at: waitlist?.refreshed_at ?? null,
      refresh_at: open ? nextRefresh(now, race.zone) : null,
      at_once: waitlist?.at_once ?? false,
      ends_at: waitlist?.ends_at ?? null,
      offer_minutes: waitlist?.offer_minutes ?? null,
      offer_until: standing === 'offered' ? entry!.offer_until : null,
      pay_end: waits && !paid ? (row.o_pay_end ?? row.e_pay_end) : null,
      paid,
      refund: waits ? openShare(await shareFacts(db, row)) : 0,
      can_leave: waits && waitlist !== undefined,
      mine,
    }
  }),

  handle(waitlistTogether, async ({ input, now, who, db, seal, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const { orderid } = row
    if (!waitsForPlace(row.state) || row.pay_at === null || row.refundid !== 0 || row.deleted_at !== null)
      return refuse('not_waiting')
    if (orderid === null || (await countAllOrNone(db, race.id, row.eventid, orderid)) < 2)
      return refuse('waitlist_no_group')
    const of = { raceid: race.id, eventid: row.eventid, orderid }
    if (!(await askForAllOrNone({ db }, of, input.together, now))) return refuse('waitlist_no_group')
    return { _key: row._key, all_or_none: input.together }
  }),

  handle(waitlistLeave, async ({ input, now, who, db, seal, integrations, origin, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const left = await leaveWaitlist({ db, seal, integrations, origin }, race.id, row._key, now)
    if ('refused' in left) return refuse(left.refused === 'gateway_down' ? 'gateway_down' : 'not_waiting')
    return { _key: row._key, ...left }
  }),

  handle(consoleWaitlistsList, async ({ input, db, now, lang, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    return { zone: race.zone, items: await ofEvents(db, race.id, race.zone, lang, now) }
  }),

  handle(consoleWaitlistsSave, async ({ input, db, now, who, lang, save, refuse }) => {
    const { raceid, eventid } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const ends_at = input.ends_at ? new Date(input.ends_at) : null
    return save(async (tx) => {
      const event = (await lockEvent(tx, raceid, eventid)) ?? refuse('event_not_found')
      if (event.state === 'audit') return refuse('waitlist_after_review')
      if (input.basis === 'draw_code' && event.state !== 'draw' && !(await hasCodes(tx, raceid, eventid)))
        return refuse('waitlist_without_draw')
      if (ends_at && ends_at <= now) return refuse('waitlist_end_wrong')
      const before = await findWaitlist(tx, raceid, eventid)
      const line = await countLine(tx, raceid, eventid)
      if (before?.state === 'ending') return refuse('waitlist_ending')
      if (before && line > 0 && (before.basis !== input.basis || before.groups !== input.groups))
        return refuse('waitlist_begun')
      // The server ranks the runners of a new waitlist for the first time at the next 10:00.
      await saveWaitlist(tx, {
        raceid,
        eventid,
        basis: input.basis,
        groups: input.groups,
        offer_minutes: input.offer_minutes,
        at_once: input.at_once,
        ends_at,
        state: 'open',
        refreshed_at: now,
        created_at: now,
        updated_at: now,
      })
      await setEventWaitlist(tx, raceid, eventid, true, line)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'waitlist changed' : 'waitlist opened',
        target: `event ${eventid}`,
        before: facts(before),
        after: facts(await findWaitlist(tx, raceid, eventid)),
      })
      return (await ofEvents(tx, raceid, race.zone, lang, now, eventid))[0]!
    })
  }),

  handle(consoleWaitlistsEntries, async ({ input, db }) => {
    const [rank, id] = numbersIn(input.after, 2) ?? [0, 0]
    const rows = await pageLine(
      db,
      input.raceid,
      input.eventid,
      { rank: Math.min(rank!, LAST_RANK), id: id! },
      input.limit,
    )
    const last = rows.at(-1)
    return {
      items: rows.map((row) => ({ ...row, paid: row.pay_at !== null })),
      after: rows.length === input.limit && last ? cursorOf(last.rank ?? LAST_RANK, last.id) : null,
    }
  }),

  handle(consoleWaitlistsPromote, async ({ input, db, seal, now, who, refuse }) => {
    const { raceid, eventid, id, reason } = input
    if (!(await openOf(db, raceid, eventid))) return refuse('waitlist_not_found')
    if (id === undefined && (await countLine(db, raceid, eventid)) === 0) return refuse('waitlist_nobody')
    const count = id === undefined ? (input.n ?? 1) : 1
    const given: Admitted[] = []
    let free = 0
    while (given.length < count) {
      const gave =
        (await givePlaces({ db, seal }, raceid, eventid, Math.min(count - given.length, 200), now, {
          who,
          reason,
          id,
        })) ?? refuse('waitlist_not_found')
      given.push(...gave.given)
      free = gave.free
      if (gave.given.length === 0) break
    }
    if (given.length === 0) return refuse(id !== undefined && free > 0 ? 'not_waiting' : 'waitlist_no_place')
    await db.transaction().execute((tx) =>
      logChange(tx, {
        who,
        now,
        raceid,
        what: 'waitlist promoted',
        target: `event ${eventid}`,
        after: { given: given.length, reason },
      }),
    )
    return {
      given: given.filter(({ until }) => until === null).length,
      offered: given.filter(({ until }) => until !== null).length,
      free,
    }
  }),

  handle(consoleWaitlistsEnd, async ({ input, db, now, who, lang, save, refuse }) => {
    const { raceid, eventid } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    if (!(await readEvent(db, raceid, eventid, now, true))) return refuse('event_not_found')
    return save(async (tx) =>
      (await beginEnd(tx, raceid, eventid, who, now))
        ? (await ofEvents(tx, raceid, race.zone, lang, now, eventid))[0]!
        : refuse('waitlist_not_found'),
    )
  }),
]
