import { breather } from '#db/batch.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Gender, Outcome } from './rules.ts'
import type { Standing } from './standings.rules.ts'

/** What all places of an event follow from, in one row; `version` is another one whenever it is written. */
export type KeptStandings = { version: string; standings: Buffer }
export const findStandings = async (on: Db | Tx, raceid: number, eventid: number): Promise<KeptStandings | undefined> =>
  (await named<KeptStandings>(on, 'results: standings', 'select version, standings from result_standings where raceid = $1 and eventid = $2', [raceid, eventid]))[0]
export const findStandingsVersion = async (on: Db | Tx, raceid: number, eventid: number): Promise<string | undefined> =>
  (await named<{ version: string }>(on, 'results: version of standings', 'select version from result_standings where raceid = $1 and eventid = $2', [raceid, eventid]))[0]?.version
export const writeStandings = async (tx: Tx, raceid: number, eventid: number, { version, standings }: KeptStandings): Promise<void> => {
  await named(tx, 'results: standings written', 'insert into result_standings (raceid, eventid, version, standings) values ($1, $2, $3, $4) on conflict (raceid, eventid) do update set version = excluded.version, standings = excluded.standings', [raceid, eventid, version, standings])
}

/** After every finisher, before whoever stopped: the more points the further ahead, the sooner at the last one the further ahead. */
const progress = `case when outcome = 'running' then 1999999998 - least(cardinality(array_remove(splits, null)), 50) * 20000000 + least(coalesce((select max(ms) from unnest(splits) as one (ms)), 0) / 1000, 19999999) end`
const columns = ['id', 'field', 'gender', 'agegroup', 'outcome', 'gun_ms', 'net_ms', 'published_overall', 'laps'] as const
const count = (text: string | undefined) => (text === '' || text === undefined ? null : Number(text))
const standingOf = (line: string): Standing => {
  const [id, field, gender, agegroup, outcome, gun, net, published, laps, ahead] = line.split('\u001f')
  return { id: Number(id), field: field!, gender: gender === '' ? null : (gender as Gender), agegroup: agegroup === '' ? null : agegroup!, outcome: outcome as Outcome, gun_ms: count(gun), net_ms: count(net), published_overall: count(published), laps: count(laps), progress: count(ahead) }
}
/** Everybody of an event, as one text: a driver that makes an object of each of 50,000 rows and each of their columns takes longer than the ranking. */
export const listStandings = async (tx: Tx, raceid: number, eventid: number): Promise<Standing[]> => {
  const [row] = await named<{ lines: string | null }>(tx, 'results: standings of an event', `select string_agg(concat(${columns.join(`, E'\\x1f', `)}, E'\\x1f', ${progress}), E'\\x1e' order by id) as lines from results where raceid = $1 and eventid = $2`, [raceid, eventid])
  const [all, breathe]: [Standing[], ReturnType<typeof breather>] = [[], breather()]
  for (const line of row?.lines?.split('\u001e') ?? []) {
    all.push(standingOf(line))
    await breathe()
  }
  return all
}
export const listSomeStandings = (tx: Tx, raceid: number, eventid: number, ids: readonly number[]): Promise<Standing[]> =>
  ids.length === 0 ? Promise.resolve([]) : named<Standing>(tx, 'results: standings of some', `select ${columns.join(', ')}, ${progress} as progress from results where raceid = $1 and eventid = $2 and id = any($3::bigint[])`, [raceid, eventid, ids])
