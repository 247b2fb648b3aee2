import { breather } from '#db/sharing/batch.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { teamRows } from '#features/teams/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { GenderLetter, ResultOutcome, TeamRules } from '../rules.ts'
import type { RankingInput } from './rankingInputs.rules.ts'

/** The inputs of all ranks of an event, in one row. Every write changes `version`. */
export type KeptRankingInputs = { version: string; inputs: Buffer }
export const findRankingInputs = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
): Promise<KeptRankingInputs | undefined> =>
  (
    await named<KeptRankingInputs>(
      on,
      'results: ranking inputs',
      'select version, inputs from ranking_inputs where raceid = $1 and eventid = $2',
      [raceid, eventid],
    )
  )[0]
export const findRankingInputsVersion = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
): Promise<string | undefined> =>
  (
    await named<{ version: string }>(
      on,
      'results: version of ranking inputs',
      'select version from ranking_inputs where raceid = $1 and eventid = $2',
      [raceid, eventid],
    )
  )[0]?.version
export const writeRankingInputs = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  { version, inputs }: KeptRankingInputs,
): Promise<void> => {
  await named(
    tx,
    'results: ranking inputs written',
    `insert into ranking_inputs (raceid, eventid, version, inputs)
      values ($1, $2, $3, $4)
      on conflict (raceid, eventid) do update set version = excluded.version, inputs = excluded.inputs`,
    [raceid, eventid, version, inputs],
  )
}

/**
 * A number that sorts runners on the course after every ranked finisher and before runners who stopped. A runner with
 * more points is further ahead. With equally many points, the earlier time at the last point decides.
 */
const progress = `case when r.outcome = 'running' then 1999999998 - least(cardinality(array_remove(r.splits, null)), 50) * 20000000 + least(coalesce((select max(ms) from unnest(r.splits) as one (ms)), 0) / 1000, 19999999) end`
const columns = [
  'id',
  'field',
  'gender',
  'agegroup',
  'outcome',
  'gun_ms',
  'net_ms',
  'published_overall',
  'laps',
] as const
const mine = columns.map((name) => `r.${name}`)
/**
 * The SQL for a runner's team by the event's setting, with the join that it needs. A corrected team comes first.
 * Otherwise `club` takes the club, and `team` takes the registration's team, or the club of a runner without a
 * registration.
 */
const teamOf = {
  none: ['null::text', ''],
  club: ["coalesce(r.team, r.club, '')", ''],
  team: [
    "coalesce(r.team, t.name, case when r.registrationid is null then r.club end, '')",
    `left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid left join ${teamRows.text} t on t.raceid = g.raceid and t.id = g.teamid`,
  ],
} as const
type TeamsOf = TeamRules['of'] | 'none'
const count = (text: string | undefined) => (text === '' || text === undefined ? null : Number(text))
const standingOf = (line: string): RankingInput => {
  const [id, field, gender, agegroup, outcome, gun, net, published, laps, ahead, team] = line.split('\u001f')
  return {
    id: Number(id),
    field: field!,
    gender: gender === '' ? null : (gender as GenderLetter),
    agegroup: agegroup === '' ? null : agegroup!,
    outcome: outcome as ResultOutcome,
    gun_ms: count(gun),
    net_ms: count(net),
    published_overall: count(published),
    laps: count(laps),
    progress: count(ahead),
    team: team ? team : null,
  }
}
/**
 * Reads a whole event as one text. A driver that makes an object of each of 50,000 rows takes longer than the ranking
 * itself.
 */
export const listRankingInputs = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  of: TeamsOf,
): Promise<RankingInput[]> => {
  const [team, joined] = teamOf[of]
  const [row] = await named<{ lines: string | null }>(
    tx,
    `results: ranking inputs of an event, teams: ${of}`,
    `select string_agg(concat(${mine.join(`, E'\\x1f', `)}, E'\\x1f', ${progress}, E'\\x1f', translate(${team}, E'\\x1e\\x1f', '')), E'\\x1e' order by r.id) as lines from results r ${joined} where r.raceid = $1 and r.eventid = $2`,
    [raceid, eventid],
  )
  const [all, breathe]: [RankingInput[], ReturnType<typeof breather>] = [[], breather()]
  for (const line of row?.lines?.split('\u001e') ?? []) {
    all.push(standingOf(line))
    await breathe()
  }
  return all
}
export const listSomeRankingInputs = (
  tx: Tx,
  raceid: number,
  eventid: number,
  ids: readonly number[],
  of: TeamsOf,
): Promise<RankingInput[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : named<RankingInput>(
        tx,
        `results: ranking inputs of some, teams: ${of}`,
        `select ${mine.join(', ')}, ${progress} as progress, ${teamOf[of][0]} as team
          from results r ${teamOf[of][1]}
          where r.raceid = $1 and r.eventid = $2 and r.id = any($3::bigint[])`,
        [raceid, eventid, ids],
      )
