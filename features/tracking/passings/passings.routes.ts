import { nameIn } from '#contract/words.ts'
import { clockText, rankingOf, recorded } from '#features/results/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { type FieldRunner, stationsOf } from '../field/field.rules.ts'
import { type FieldWithDevices, devicePlaceOf, fieldWithDevices } from '../field/byDevice.service.ts'
import { liveTimingFetch, liveTimingStations } from './passings.contract.ts'
import { bibsOf } from '../positions/spectators.rules.ts'
import { virtualPointsOf } from '../virtual/virtual.service.ts'
import { countVirtualTimes } from '../virtual/virtual.store.ts'
import { PASSINGS_OF_NAMED, passingsSince } from './passings.rules.ts'
import { waysByDevice } from './ways.service.ts'

/** Lists the first three runners by their devices, the farthest first. */
const frontOf = (all: FieldWithDevices, runners: readonly FieldRunner[]) =>
  runners
    .flatMap((runner) => {
      const metres = all.ranks.has(runner) ? devicePlaceOf(all, runner)?.metres : undefined
      return typeof metres === 'number' ? [{ bib: runner.bib, name: runner.name, metres }] : []
    })
    .slice(0, 3)

export const routes = [
  handle(liveTimingStations, async ({ input, db, now, lang, refuse }) => {
    const all = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const { field } = all
    const wanted = [...field.timed.values()].filter(
      ({ eventid }) => input.eventid === undefined || eventid === input.eventid,
    )
    const virtual = await virtualPointsOf(db, input.raceid, now)
    const passed = virtual.length === 0 ? undefined : await countVirtualTimes(db, input.raceid, false)
    return {
      at: now,
      events: wanted.map(({ eventid, points }) => {
        const event = field.events.find(({ id }) => id === eventid)!
        const runners = field.runners.get(eventid) ?? []
        const stations = stationsOf(points, runners)
        return {
          eventid,
          event: nameIn(lang, event.name, event.names),
          started: runners.filter(({ outcome }) => outcome !== 'dns').length,
          stations: points.map(({ label, metres }, at) => {
            const { passed, first, latest, leaders } = stations[at]!
            return {
              label,
              metres,
              passed,
              first_ms: first,
              latest_ms: latest,
              leaders: leaders.map(({ bib, name, times }) => ({ bib, name, ms: times[at]! })),
            }
          }),
          front: stations.some(({ passed: n }, at) => at > 0 && n > 0) ? [] : frontOf(all, runners),
          virtual: virtual
            .filter((one) => one.eventid === eventid)
            .map(({ id, label, metres }) => ({ label, metres, passed: passed?.get(id) ?? 0 })),
        }
      }),
    }
  }),

  handle(liveTimingFetch, async ({ input, db, now, refuse }) => {
    const of = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const { field } = of
    const wanted = [...field.runners].filter(([eventid]) => input.eventid === undefined || eventid === input.eventid)
    const bibs = input.bibs === undefined ? undefined : (bibsOf(input.bibs) ?? refuse('too_many_bibs'))
    const runners = wanted.flatMap(([, each]) => (bibs ? each.filter(({ bib }) => bibs.includes(bib)) : each))
    const { found, all } = passingsSince(runners, input.since ?? 0, bibs && PASSINGS_OF_NAMED)
    return {
      at: now,
      version: field.version,
      change: input.since !== undefined && all,
      passings: found.map(({ runner: { bib, name, eventid, times }, at }) => {
        const { label, metres } = field.timed.get(eventid)!.points[at]!
        const { rounding } = rankingOf(field.events.find(({ id }) => id === eventid)!.ranking)
        const ms = times[at]!
        return { bib, name, eventid, label, metres, ms, time: clockText(recorded(ms, rounding)) }
      }),
      ways: bibs ? await waysByDevice(db, of, runners) : [],
    }
  }),
]
