import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { printedBibsFor } from '#features/registrations/lookup/findingBibs.service.ts'
import { teamOfResult } from '#features/results/teams/teams.service.ts'
import { nameIn } from '#contract/words.ts'
import { eventsOf, readEvent } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { correctionsOf, swapsOf, undoResultCorrection } from '#features/results/ranking/derived.service.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import { type ResultChange, startPoint, swapped } from '#features/results/corrections/corrections.rules.ts'
import { clockText, rankingOf, recorded } from '#features/results/rules.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  type CorrectionChange,
  consoleTimingCorrect,
  consoleTimingIgnore,
  consoleTimingRunner,
  consoleTimingSearch,
  consoleTimingUndo,
} from './corrections.contract.ts'
import { correctOne } from './correcting.service.ts'
import { insertChange } from './changes.store.ts'
import { deriveIn, deriveRunners, holdTiming } from '../derive/derive.service.ts'
import { bibFromText } from '../reads/chips.service.ts'
import { findResult, searchTimed, staffNames } from '../reads/log.store.ts'
import { presentCorrection, presentPoints } from './presentCorrection.rules.ts'
import { judgedReads } from '../present.rules.ts'
import { type Doubt, gunOf } from '../rules.ts'
import { findCourse, listStations } from '../course/course.store.ts'
import { ignoreRead } from '../reads/reads.store.ts'
import { listDevices } from '../reads/devices.store.ts'
import { listRunnersByEvent } from '../course/runners.store.ts'

const moment = (ms: number | null) => (ms === null ? null : new Date(ms))

/**
 * Brings a correction into its stored form. Bibs get the printed form. A time is at least one millisecond, except at
 * the start.
 */
const changeMeant = async (
  db: Db,
  event: { raceid: number; eventid: number },
  given: z.output<typeof CorrectionChange>,
): Promise<ResultChange> => {
  if (given.kind === 'swap') return { kind: 'swap', with: await bibFromText(db, event, given.with) }
  if (given.kind === 'team') return { kind: 'team', team: given.team || null }
  if (given.kind === 'name') return { kind: 'name', hidden: given.hidden }
  if (given.kind === 'doubt') return { kind: 'doubt', doubt: given.doubt }
  if (given.kind === 'outcome') return { kind: 'outcome', outcome: given.outcome, rule: given.rule || null }
  const ms = given.ms === null || given.point === startPoint ? given.ms : Math.max(1, given.ms)
  return { kind: 'time', point: given.point, ms }
}

export const routes = [
  handle(consoleTimingSearch, async ({ input: { raceid, eventid, q, doubtful }, db, lang }) => {
    const bibs = [writtenBib(q), ...(await printedBibsFor(db, raceid, [q], { eventid })).get(q)!]
    const [found, events] = [
      await searchTimed(db, { raceid, eventid: eventid ?? null, q, bibs, doubtful }),
      new Map((await eventsOf(db, raceid)).map((one) => [one.id, one])),
    ]
    const ranks = new Map(
      (
        await withRanks(
          db,
          found.flatMap(({ id, outcome, ...one }) =>
            id === null || outcome === null ? [] : [{ ...one, id, outcome }],
          ),
        )
      ).map(({ id, rank }) => [id, rank]),
    )
    return {
      items: found.map((one) => {
        const event = events.get(one.eventid)!
        return {
          ...one,
          place: ranks.get(one.id ?? 0) ?? null,
          event: nameIn(lang, event.name, event.names),
          time: one.gun_ms === null ? null : clockText(recorded(one.gun_ms, rankingOf(event.ranking).rounding)),
          doubts: one.doubts as Doubt[],
        }
      }),
    }
  }),

  handle(consoleTimingRunner, async ({ input: { raceid, eventid, bib: typedBib }, db, now, lang, refuse }) => {
    const bib = await bibFromText(db, { raceid, eventid }, typedBib)
    const event = await readEvent(db, raceid, eventid, now, true)
    const stored = await findResult(db, raceid, eventid, bib)
    const [[result], listed, course] = [
      stored ? await withRanks(db, [stored]) : [],
      (await listRunnersByEvent(db, raceid, [bib])).find((one) => one.eventid === eventid),
      await findCourse(db, raceid, eventid),
    ]
    if (!event || (!result && !listed)) return refuse('runner_not_timed')
    const { swaps, corrections } = await db.transaction().execute(async (tx) => ({
      swaps: swapped(await swapsOf(tx, raceid, eventid)),
      corrections: await correctionsOf(tx, raceid, eventid, bib),
    }))
    const [worked] = course && listed ? await deriveRunners(db, raceid, course, [listed], swaps) : []
    const gun = course ? gunOf(course.waves, listed?.zone ?? null) : null
    const { rounding } = rankingOf(event.ranking)
    const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, rounding)))
    const names = await staffNames(
      db,
      corrections.flatMap(({ staffid }) => staffid ?? []),
    )
    const by =
      result?.clock === 'net'
        ? [result.net_gender, result.net_agegroup]
        : [result?.gun_gender ?? null, result?.gun_agegroup ?? null]
    return {
      bib,
      eventid,
      event: nameIn(lang, event.name, event.names),
      name: result?.name ?? listed?.name ?? null,
      zone: listed?.zone ?? null,
      gun: moment(gun),
      timezone: (await readRace(db, raceid, now))?.zone ?? 'Asia/Shanghai',
      timed: result?.timed ?? course !== undefined,
      result: result
        ? {
            ...result,
            place: result.rank,
            time: time(result.gun_ms),
            nettime: time(result.net_ms),
            gender_place: by[0]!,
            agegroup_place: by[1]!,
            corrected: result.original !== null,
          }
        : null,
      points: presentPoints(course, result, worked?.derived.times ?? [], gun),
      team: result ? await teamOfResult(db, result) : null,
      teams: rankingOf(event.ranking).teams !== null,
      reads: worked
        ? judgedReads(worked.reads, worked.derived, bib, await listDevices(db, raceid), await listStations(db, raceid))
        : [],
      doubts: (worked?.derived.doubts ?? []) as Doubt[],
      corrections: corrections.map((one) =>
        presentCorrection(one, one.staffid === null ? null : (names.get(one.staffid) ?? null)),
      ),
    }
  }),

  handle(
    consoleTimingCorrect,
    async ({ input: { raceid, eventid, bib: typedBib, change: given, reason }, db, now, who, refuse, save }) => {
      const bib = await bibFromText(db, { raceid, eventid }, typedBib)
      const change = await changeMeant(db, { raceid, eventid }, given)
      if (change.kind === 'outcome' && change.outcome === 'dsq' && !change.rule) return refuse('rule_missing')
      return save(async (tx) => {
        const done = await correctOne(tx, { raceid, eventid, bib, change, reason, who, now })
        return typeof done === 'string' ? refuse(done) : done
      })
    },
  ),

  handle(consoleTimingUndo, async ({ input: { raceid, eventid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      const ranking = (await holdTiming(tx, raceid)).get(eventid) ?? refuse('event_not_found')
      const done = await undoResultCorrection(tx, { raceid, eventid, ranking }, id, who.staffid, now)
      if (typeof done === 'string') return refuse(done)
      if (done.timed) await deriveIn(tx, raceid, { bibs: done.bibs }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'correction undone',
        target: `result ${done.correction.bib}`,
        before: { eventid, kind: done.correction.kind, reason: done.correction.reason },
      })
      return { id }
    }),
  ),

  handle(consoleTimingIgnore, async ({ input: { raceid, id, ignored, reason }, now, who, refuse, save }) =>
    save(async (tx) => {
      await holdTiming(tx, raceid)
      const read = await ignoreRead(tx, raceid, id, ignored)
      if (!read) return refuse('read_not_found')
      await insertChange(
        tx,
        raceid,
        { kind: 'read', readid: id, deviceid: read.deviceid, before: read.was, after: ignored },
        { reason, staffid: who.staffid, now },
      )
      await deriveIn(tx, raceid, { chips: [read.chip] }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: ignored ? 'read ignored' : 'read believed again',
        target: `read ${id}`,
        before: { ignored: read.was },
        after: { ignored, reason },
      })
      return { id, ignored }
    }),
  ),
]
