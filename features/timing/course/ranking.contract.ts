import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId } from '#contract/scalars.ts'
import { Ranking } from '#features/results/rules.ts'
import { PointDistances, SplitTitles } from '#features/results/report/titles.rules.ts'

export const EventRanking = z.object({
  eventid: z.number(),
  event: z.string(),
  ranking: Ranking,
  split_titles: SplitTitles,
  points: PointDistances,
  /**
   * The value of the race's own setting. It counts for an event without a setting of its own.
   */ race_swaps: z.boolean(),
})
export type EventRanking = z.output<typeof EventRanking>
export const consoleTimingRanking = post('/console/timing/ranking', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(EventRanking) }),
  description:
    "The ranking of a race's events: clock, ties, rounding and age groups. Also the titles above their splits, and the distances of points that a file does not tell.",
})
export const consoleTimingRank = post('/console/timing/rank', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    ranking: Ranking,
    split_titles: SplitTitles,
    points: PointDistances,
  }),
  output: z.object({ moved: z.number() }),
  refusals: ['event_not_found', 'age_bands_wrong', 'team_rules_wrong'],
  description:
    'Changes the ranking of an event. Every rank follows at once; ranks that were published with a file stay official.',
})
