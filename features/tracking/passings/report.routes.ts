import { nameIn } from '#contract/words.ts'
import { clockText, rankingOf, recorded } from '#features/results/rules.ts'
import { handle } from '#seam/server/handle.ts'
import type { Db } from '#db/db.ts'
import { paceText } from '#contract/written.ts'
import {
  type FieldWithDevices,
  gunOfFieldRunner,
  devicePlaceOf,
  expectedFor,
  fieldWithDevices,
} from '../field/byDevice.service.ts'
import { hereOf } from '../field/expected.rules.ts'
import { predictableOf } from '../field/expected.service.ts'
import type { FieldRunner } from '../field/field.rules.ts'
import { runnerWith, sameBib } from '../field/field.service.ts'
import { dotKey } from '../positions/dots.rules.ts'
import { findPublic } from '../share/share.store.ts'
import { virtualOf } from '../virtual/virtual.service.ts'
import { rankAt, segmentPace } from './passings.rules.ts'
import { liveTimingReport } from './report.contract.ts'

/** Tells whether everybody may cheer for a runner. Only a runner with a public device can share a public run. */
const takesCheers = async (db: Db, { field, places }: FieldWithDevices, runner: FieldRunner): Promise<boolean> => {
  if (!places.has(dotKey(runner))) return false
  return (await findPublic(db, field.race.id, runner.bib, runner.eventid))?.cheers ?? false
}

export const routes = [
  handle(liveTimingReport, async ({ input, db, now, lang, refuse }) => {
    const all = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const { field } = all
    const { bib } = input
    const runner = runnerWith(field, bib, input.eventid) ?? runnerWith(field, bib) ?? refuse('no_report')
    const { eventid, times } = runner
    const event = field.events.find(({ id }) => id === eventid)!
    const { points } = field.timed.get(eventid)!
    const { rounding } = rankingOf(event.ranking)
    const of = (await predictableOf(db, field, eventid))!
    const expected = await expectedFor(db, all, runner)
    const here = hereOf(of, points, runner, now)
    const device = devicePlaceOf(all, runner)
    // A runner whom only the device knows has no gun. The first gun or the planned start of the event takes its place.
    const gun = runner.gun ?? (device ? gunOfFieldRunner(all, runner) : null)
    const others = field.runners.get(eventid) ?? []
    return {
      at: now,
      bib: runner.bib,
      key: runner.key,
      name: runner.name,
      eventid,
      event: nameIn(lang, event.name, event.names),
      others: sameBib(field, runner).map((one) => {
        const of = field.events.find(({ id }) => id === one.eventid)!
        return { eventid: of.id, event: nameIn(lang, of.name, of.names), name: one.name }
      }),
      outcome: runner.outcome,
      gun: gun === null ? null : new Date(gun),
      points: points.map(({ label, kind, metres }, at) => {
        const ms = times[at] ?? null
        const rank = at === 0 ? null : rankAt(others, runner, at)
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
      virtual: await virtualOf(db, input.raceid, { ...runner, gun }, now),
      rank: all.ranks.get(runner) ?? null,
      seen: device ? new Date(device.at) : null,
      here: device
        ? device.metres === null
          ? null
          : { metres: device.metres, uncertain: 0, by: 'gps' as const }
        : here && { metres: here.metres, uncertain: here.uncertain, by: here.by },
      overdue: here?.overdue ?? false,
      cheers: await takesCheers(db, all, runner),
    }
  }),
]
