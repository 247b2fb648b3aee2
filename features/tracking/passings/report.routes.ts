import { nameIn } from '#contract/words.ts'
import { clockText, paceText, rankingOf, recorded } from '#features/results/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { hereOf, predictedFor } from '../field/expected.rules.ts'
import { predictableOf } from '../field/expected.service.ts'
import { fieldOf, runnerWith } from '../field/field.service.ts'
import { virtualOf } from '../virtual/virtual.service.ts'
import { linesOf } from '../positions/lines.service.ts'
import { caughtUp } from '../positions/live.service.ts'
import { carriersOf, gpsPlaceOf } from '../positions/picture.service.ts'
import { placeAt, segmentPace } from './passings.rules.ts'
import { liveTimingReport } from './report.contract.ts'

export const routes = [
  handle(liveTimingReport, async ({ input, db, now, lang, refuse }) => {
    const field = (await fieldOf(db, input.raceid, now)) ?? refuse('race_not_found')
    const { bib } = input
    const runner = runnerWith(field, bib, input.eventid) ?? runnerWith(field, bib) ?? refuse('no_report')
    const { eventid, times } = runner
    const event = field.events.find(({ id }) => id === eventid)!
    const { points } = field.timed.get(eventid)!
    const { rounding } = rankingOf(event.ranking)
    const of = (await predictableOf(db, field, eventid))!
    const expected = predictedFor(of, runner)
    const here = hereOf(of, points, runner, now)
    const lines = await linesOf(db, input.raceid, now)
    const carriers = carriersOf(await caughtUp(db, input.raceid, lines), now)
    const gps = gpsPlaceOf(runner, carriers, lines, now)
    const others = field.runners.get(eventid) ?? []
    return {
      at: now,
      bib: runner.bib,
      key: runner.key,
      name: runner.name,
      eventid,
      event: nameIn(lang, event.name, event.names),
      outcome: runner.outcome,
      gun: runner.gun === null ? null : new Date(runner.gun),
      points: points.map(({ label, kind, metres }, at) => {
        const ms = times[at] ?? null
        const rank = at === 0 ? null : placeAt(others, runner, at)
        const pace = segmentPace(points, times, at)
        return {
          label,
          kind,
          metres,
          ms,
          time: ms === null ? null : clockText(recorded(ms, rounding)),
          pace: pace === null ? null : paceText(Math.round(pace)),
          place: rank?.place ?? null,
          of: rank?.of ?? null,
          prediction: expected.get(at) ?? null,
        }
      }),
      virtual: await virtualOf(db, input.raceid, runner, now),
      here: gps
        ? { metres: gps.metres, uncertain: 0, by: 'gps' as const }
        : here && { metres: here.metres, uncertain: here.uncertain, by: here.by },
      overdue: here?.overdue ?? false,
    }
  }),
]
