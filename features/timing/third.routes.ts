import { otherSpellings } from '#features/registrations/lookup/findingBibs.service.ts'
import { readEvent } from '#features/events/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import { rankingOf, clockText, recorded } from '#features/results/rules.ts'
import { raceIn } from '#features/races/rules.ts'
import type { Db } from '#db/db.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { timingThirdReportQuery, timingThirdReportSearch } from './contract.ts'
import { bibFromText, hiddenBibs } from './reads/chips.service.ts'
import { findPublishedResult } from './reads/log.store.ts'

/** The limits of the calls of this file. These calls ask the timing firm, and the firm limits how often we ask. */
const asks = allowanceOf({ own: 60, network: 300 }, 60, 'timing asks')

/**
 * Finds the name that the timing firm uses for a race; null if the race has no such name, and undefined if no such race
 * is published.
 */
const firmEvent = async (db: Db, raceid: number, now: Date): Promise<string | null | undefined> => {
  const race = await readPublishedRace(db, raceid, now)
  return race ? (raceIn('zh-cn', race).settings.timing_firm ?? null) : undefined
}
/** Finds the firm's result of a bib. The firm may know the bib without its prefix. */
const firmResult = async ({ timingFirm }: Parts['integrations'], event: string, bibs: readonly string[]) => {
  let answered: Awaited<ReturnType<typeof timingFirm.byBib>> | undefined
  for (const bib of bibs) {
    answered = await timingFirm.byBib(event, bib)
    if (answered.result) break
  }
  return answered
}
/** Tells whether two texts are the same time, such as `3:24:05` and `03:24:05`. */
const sameTime = (a: string | null, b: string | null) => (a ?? '').replace(/^0+/, '') === (b ?? '').replace(/^0+/, '')

export const routes = [
  handle(
    timingThirdReportQuery,
    async ({ input: { raceid, bib }, db, now, address, integrations, refuse, who, device }) => {
      const wait = asks.count({ address, who, device }, now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const event = await firmEvent(db, raceid, now)
      if (event === undefined) return refuse('race_not_found')
      if (event === null) return refuse('no_third_firm')
      const worn = await bibFromText(db, { raceid }, bib)
      const forms = (await otherSpellings(db, raceid, [worn])).get(worn) ?? []
      const found = await countingFailures(db, 'timing_firm', now, () =>
        firmResult(integrations, event, [worn, ...forms]),
      )
      const { firm, result } = found?.answer ?? refuse('third_firm_silent')
      if (!result) return refuse('no_report')
      const own = await findPublishedResult(db, raceid, worn, now)
      // If a runner hides the name here, the page hides the name in the timing firm's results too.
      const report =
        (await hiddenBibs(db, raceid, [result.bib.toUpperCase()])).size > 0 ? { ...result, name: null } : result
      if (!own) return { firm, report, ours: null, differs: false }
      const { rounding } = rankingOf((await readEvent(db, raceid, own.eventid, now))?.ranking)
      const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, rounding)))
      const [ranked] = await withRanks(db, [own])
      const ours = { time: time(own.gun_ms), nettime: time(own.net_ms), outcome: own.outcome, place: ranked!.rank }
      return {
        firm,
        report,
        ours,
        differs:
          !sameTime(ours.time, report.time) ||
          (report.nettime !== null && !sameTime(ours.nettime, report.nettime)) ||
          (report.place !== null && report.place !== ours.place),
      }
    },
  ),
  handle(
    timingThirdReportSearch,
    async ({ input: { raceid, q }, db, now, address, integrations, refuse, who, device }) => {
      const wait = asks.count({ address, who, device }, now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const event = await firmEvent(db, raceid, now)
      if (event === undefined) return refuse('race_not_found')
      if (event === null) return refuse('no_third_firm')
      const found = await countingFailures(db, 'timing_firm', now, () => integrations.timingFirm.search(event, q))
      const { firm, results } = found?.answer ?? refuse('third_firm_silent')
      const hidden = await hiddenBibs(
        db,
        raceid,
        results.map(({ bib }) => bib.toUpperCase()),
      )
      const isHidden = ({ bib }: { bib: string }) => hidden.has(bib.toUpperCase())
      return {
        firm,
        items: results
          .filter((one) => !isHidden(one) || one.bib.toUpperCase() === q.toUpperCase())
          .map((one) => (isHidden(one) ? { ...one, name: null } : one)),
      }
    },
  ),
]
