import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { eventsOf, keepEventDrawAt, lockEvent, readEvent, setEventDrawAt } from '#features/events/service.ts'
import { eventStateOf } from '#features/events/rules.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { racesByIds } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, type Who, handle, hasRight } from '#seam/server/handle.ts'
import {
  consoleBallotsCancel,
  consoleBallotsDeclare,
  consoleBallotsDraw,
  consoleBallotsFreeze,
  consoleBallotsList,
  consoleBallotsPreview,
  consoleBallotsPublish,
  consoleBallotsSeed,
  consoleBallotsShow,
} from './console.contract.ts'
import { beginCallingOff } from './callingOff.service.ts'
import type { BallotDeclared } from './contract.ts'
import { racesNamed, whatIsWrong } from './declared.rules.ts'
import { beginFreezing, isPrepaid, isPretendSource, openOrdersOf } from './list/freezing.service.ts'
import { startDraw } from './draw/lots.service.ts'
import { beaconFor, presentForStaff } from './present.service.ts'
import { entrantsOf, previewOf } from './list/preview.store.ts'
import { startPublishing } from './publishing.service.ts'
import { enterNumber } from './draw/seeding.service.ts'
import { words } from './words.ts'
import {
  type BallotRow,
  findBallot,
  insertBallot,
  listBallots,
  lockBallot,
  lockLiveBallot,
  updateBallot,
} from './store.ts'

type Showing = Pick<Parts, 'db' | 'integrations'> & { lang: Lang; now: Date }
const show = async ({ db, integrations, lang, now }: Showing, row: BallotRow) =>
  presentForStaff(lang, row, (await readEvent(db, row.raceid, row.eventid, now))!, await beaconFor([row], integrations))

/** Removes `chain` and `round` from the declared rules, because only the freezing of the list sets them. */
const given = (declared: BallotDeclared): BallotDeclared =>
  declared.source.kind === 'beacon' ? { ...declared, source: { kind: 'beacon', at: declared.source.at } } : declared
/**
 * Finds the named races that do not exist, or whose events the member of staff may not set up. The result lists the
 * numbers of these races by field. The server refuses these races, because the draw shows who finished a named race
 * even before its results are published. The server accepts a race that the former declaration names.
 */
const racesOutOfReach = async (
  tx: Tx,
  raceid: number,
  { declared, before }: { declared: BallotDeclared; before: BallotDeclared | undefined },
  who: Who,
): Promise<[field: string, races: number[]][]> => {
  const named = Object.entries(racesNamed(declared))
  const rows = await racesByIds(
    tx,
    named.flatMap(([, races]) => races),
  )
  const former = before ? Object.values(racesNamed(before)).flat() : []
  const reached = new Set([
    ...former,
    ...rows.map(({ id }) => id).filter((id) => id === raceid || hasRight(who, 'events.edit', id)),
  ])
  return named
    .map(([field, races]): [string, number[]] => [field, races.filter((id) => !reached.has(id))])
    .filter(([, races]) => races.length > 0)
}
const facts = (row: BallotRow | undefined) =>
  row && { declared: row.declared, draw_at: row.draw_at, pay_end: row.pay_end }

export const consoleRoutes = [
  handle(consoleBallotsList, async ({ input, db, integrations, now, lang, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const [rows, events, entrants] = await Promise.all([
      listBallots(db, race.id),
      eventsOf(db, race.id),
      entrantsOf(db, race.id),
    ])
    const beacon = await beaconFor(rows, integrations)
    const items = rows.map((row) =>
      presentForStaff(
        lang,
        row,
        events.find(({ id }) => id === row.eventid)!,
        beacon,
      ),
    )
    const drawing = events.filter(
      (event) => eventStateOf(event) === 'draw' || rows.some(({ eventid }) => eventid === event.id),
    )
    return {
      items,
      events: drawing.map((event) => ({
        ...event,
        name: nameIn(lang, event.name, event.names),
        prepaid: isPrepaid(event),
        ...(entrants.get(event.id) ?? { entrants: 0, paid: 0 }),
      })),
      zone: race.zone,
      pretend_beacon: integrations.beacon.sandbox,
      now,
    }
  }),

  handle(consoleBallotsShow, async ({ input, refuse, ...rest }) =>
    show(rest, (await findBallot(rest.db, input.raceid, input.id)) ?? refuse('ballot_not_found')),
  ),

  handle(consoleBallotsDeclare, async ({ input, say, who, save, refuse, ...rest }) => {
    const { now } = rest
    const [draw_at, pay_end] = [
      input.draw_at ? new Date(input.draw_at) : null,
      input.pay_end ? new Date(input.pay_end) : null,
    ]
    const declared = given(input.declared)
    if (await isPretendSource(rest, input.raceid, declared.source, now)) return refuse('ballot_beacon_pretend')
    return save(async (tx) => {
      const seen = await lockLiveBallot(tx, input.raceid, input.eventid)
      const event = (await lockEvent(tx, input.raceid, input.eventid)) ?? refuse('event_not_found')
      // Another call may have declared the first draw while this call waited for the lock on the event.
      const before = seen ?? (await lockLiveBallot(tx, input.raceid, input.eventid))
      if (eventStateOf(event) !== 'draw') return refuse('ballot_event_not_draw')
      const wrong = Object.entries(
        whatIsWrong(declared, { drawAt: draw_at, payEnd: pay_end ?? event.pay_end }, event, now),
      )
      if (wrong.length > 0)
        return refuse('field_wrong', { fields: Object.fromEntries(wrong.map(([field, says]) => [field, say(says)])) })
      const unreached = await racesOutOfReach(tx, input.raceid, { declared, before: before?.declared }, who)
      if (unreached.length > 0)
        return refuse('field_wrong', {
          fields: Object.fromEntries(
            unreached.map(([field, races]) => [field, say(words.wrong_races, { races: races.join(', ') })]),
          ),
        })
      if (before && (before.state !== 'declared' || before.freezing_at !== null)) return refuse('ballot_not_declared')
      const row = before
        ? await updateBallot(tx, before, { declared, draw_at, pay_end, problem: null }, now)
        : await insertBallot(tx, { raceid: input.raceid, eventid: input.eventid, declared, draw_at, pay_end }, now)
      // The event also keeps the time of the draw, because the status page of each entrant reads it there.
      await setEventDrawAt(tx, input.raceid, input.eventid, draw_at, now)
      await keepEventDrawAt(tx, input.raceid, input.eventid, true, now)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'ballot declared',
        target: `ballot ${row.id}`,
        before: facts(before),
        after: facts(row),
      })
      return show(rest, row)
    })
  }),

  handle(consoleBallotsFreeze, async ({ input, who, refuse, ...rest }) => {
    if (!(await findBallot(rest.db, input.raceid, input.id))) return refuse('ballot_not_found')
    const begun = await beginFreezing(rest, input, who, rest.now)
    if (!('refused' in begun)) return show(rest, begun.ballot)
    if (begun.refused !== 'ballot_orders_open') return refuse(begun.refused)
    // Staff who may read registrations see the names on the orders.
    const orders = await openOrdersOf(rest.db, input)
    return refuse(begun.refused, {
      orders: orders.map(({ name, ...order }) => ({ ...order, name: rest.may('registrations.read') ? name : null })),
    })
  }),

  handle(consoleBallotsSeed, async ({ input, who, refuse, ...rest }) => {
    if (!(await findBallot(rest.db, input.raceid, input.id))) return refuse('ballot_not_found')
    const seeded = await enterNumber(rest.db, input, input.number, who, rest.now)
    return 'refused' in seeded ? refuse(seeded.refused) : show(rest, seeded.ballot)
  }),

  handle(consoleBallotsDraw, async ({ input, refuse, ...rest }) => {
    if (!(await findBallot(rest.db, input.raceid, input.id))) return refuse('ballot_not_found')
    const started = await startDraw(rest.db, input, rest.now)
    return 'refused' in started ? refuse(started.refused) : show(rest, started.ballot)
  }),

  handle(consoleBallotsPreview, async ({ input, db, refuse }) => {
    const row = (await findBallot(db, input.raceid, input.id)) ?? refuse('ballot_not_found')
    if (row.drawn_at === null) return refuse('ballot_not_drawn')
    return { counts: row.counts, ...(await previewOf(db, row.raceid, row.id)) }
  }),

  handle(consoleBallotsPublish, async ({ input, who, refuse, ...rest }) => {
    if (!(await findBallot(rest.db, input.raceid, input.id))) return refuse('ballot_not_found')
    const started = await startPublishing(rest.db, input, who, rest.now)
    return 'refused' in started ? refuse(started.refused) : show(rest, started.ballot)
  }),

  handle(consoleBallotsCancel, async ({ input, who, save, refuse, ...rest }) => {
    const { now } = rest
    return save(async (tx) => {
      const before = (await lockBallot(tx, input.raceid, input.id)) ?? refuse('ballot_not_found')
      if (before.state === 'publishing' || before.state === 'published') return refuse('ballot_published')
      // A second call changes nothing, because the event may have another draw by now.
      if (before.state === 'cancelled') return show(rest, before)
      const row = await updateBallot(
        tx,
        before,
        { state: 'cancelled', cancelled_at: now, cancelled_why: input.why, problem: null },
        now,
      )
      // The draw never took place. With the draw's time, status pages would later say that the draw is over.
      await setEventDrawAt(tx, input.raceid, row.eventid, null, now)
      await keepEventDrawAt(tx, input.raceid, row.eventid, false, now)
      if (row.frozen_at) await beginCallingOff(tx, row)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'ballot cancelled',
        target: `ballot ${row.id}`,
        before: { state: before.state },
        after: { state: row.state, why: input.why },
      })
      return show(rest, row)
    })
  }),
]
