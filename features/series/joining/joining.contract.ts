import * as z from 'zod/mini'
import { type OutputOf, post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, Time } from '#contract/scalars.ts'
import { idtypes } from '#features/people/rules.ts'
import { joinStates } from './joining.rules.ts'

const runner = 'runner' as const
export const Join = z.object({
  id: z.number(),
  seriesid: z.number(),
  series: z.string(),
  name: z.string(),
  /** The masked document number. It is empty after the end of the season. */
  idnum: z.string(),
  state: z.enum(joinStates),
  /** The number of races that staff added after the join. Each of these races needs the document number again. */
  missing: z.number(),
})
export type SeriesJoin = z.output<typeof Join>
export const JoinableSeries = z.object({ id: z.number(), name: z.string(), season: z.number() })

export const seriesJoin = post('/series/join', {
  access: runner,
  input: z.object({
    id: Int,
    name: z.string().check(z.maxLength(200)),
    idtype: z.enum(idtypes),
    idnum: z.string().check(z.maxLength(60)),
    country: z.optional(z.string().check(z.maxLength(2))),
    agreed: z._default(Flag, false),
  }),
  output: z.object({ state: z.enum(joinStates) }),
  refusals: [
    'series_not_found',
    'series_season_over',
    'series_joins_full',
    'series_join_refused',
    'series_consent_missing',
    'too_often',
  ],
  description:
    'Joins a series with the number of a document, so that results which no account registered count for the runner. ' +
    'A mobile of the account must be on a registration with this number. Else the join waits for staff. The number ' +
    'itself is not kept. A second call adds the races that came to the series meanwhile.',
})
export const seriesLeave = post('/series/leave', {
  access: runner,
  input: z.object({ id: Int }),
  output: z.object({}),
  refusals: ['series_join_unknown'],
  description: 'Withdraws the consent: it deletes the join and every index of the number.',
})

const access = { right: 'results.edit', scope: 'platform' } as const
const ConsoleJoin = z.object({
  id: z.number(),
  name: z.string(),
  idnum: z.string(),
  /** The masked mobile of the account. */
  mobile: z.nullable(z.string()),
  created_at: Time,
  /** True if another account has joined with the same document number. */
  taken: z.boolean(),
  /** The registrations and results with this document number in the races of the series. */
  entries: z.array(z.object({ race: z.string(), name: z.string(), own_mobile: z.nullable(z.boolean()) })),
})
export const consoleSeriesJoins = post('/console/series/joins', {
  access,
  input: z.object({ id: Int, ...Page }),
  output: z.object({
    joined: z.number(),
    waiting: z.number(),
    items: z.array(ConsoleJoin),
    next: z.nullable(z.string()),
  }),
  refusals: ['series_not_found'],
  description: 'Lists the joins of a series that wait for staff, the oldest first.',
})
export type WaitingJoin = OutputOf<typeof consoleSeriesJoins>['items'][number]
export const consoleSeriesJoinsDecide = post('/console/series/joins/decide', {
  access,
  input: z.object({ id: Int, take: z._default(Flag, false), reason: z.optional(Line(200)) }),
  output: z.object({ state: z.enum(joinStates) }),
  refusals: ['series_join_unknown', 'series_join_decided', 'series_join_taken'],
  description: 'Takes or refuses a join that no mobile proves. The runner gets a message. The log names the reason.',
})
