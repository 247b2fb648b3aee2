import { newKey } from '#db/random.ts'
import { correctResult, holdResults, undoResultCorrection } from '#features/results/ranking/derived.service.ts'
import { rankColumns } from '#features/results/ranking/columnRanks.rules.ts'
import { byOf } from '#features/results/ranking/ranking.rules.ts'
import { rankingOf } from '#features/results/rules.ts'
import { rankingColumnsOf } from '#features/results/ranking/rankingInputs.rules.ts'
import { teamsOf } from '#features/results/teams/teams.rules.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures one correction in an event of 50,000 finishers, from the call to the commit. A corrected time in the middle
 * moves some runners, and a disqualified winner moves all. The bench also measures the ranking alone, and corrections
 * in an event with teams.
 */
const ROWS = 50_000
const ROUNDS = 7
const GOAL = 200
const ground = await openGround()
const { db, clock } = { db: ground.parts.db, clock: ground.parts.clock }
await openRace({ db, clock: { now: clock, set: () => undefined, advance: () => undefined } })
await openEvent({ db, clock: { now: clock, set: () => undefined, advance: () => undefined } })

let seed = 5
const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
const rows = Array.from({ length: ROWS }, (_, n) => {
  const net = Math.round((7800 + (random() + random() + random()) * 4800) * 1000)
  return {
    id: 1_000_000_000 + n,
    bib: String(n + 1),
    key: newKey(2026),
    gender: random() < 0.6 ? 'M' : 'F',
    agegroup: `${35 + Math.floor(random() * 9) * 5}`,
    gun: net + Math.round(random() * 900_000),
    net,
  }
})
await db.executeQuery({
  sql: `insert into results (raceid, eventid, id, _key, bib, gender, age, agegroup, outcome, gun_ms, net_ms, created_at, updated_at)
   select 2026, 1, id, key, bib, gender, 40, agegroup, 'finished', gun, net, now(), now()
   from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[]) as one (id, key, bib, gender, agegroup, gun, net)`,
  parameters: [
    rows.map((r) => r.id),
    rows.map((r) => r.key),
    rows.map((r) => r.bib),
    rows.map((r) => r.gender),
    rows.map((r) => r.agegroup),
    rows.map((r) => r.gun),
    rows.map((r) => r.net),
  ],
  query: { kind: 'RawNode' } as never,
  queryId: { queryId: 'bench' },
})
await db.insertInto('result_sheets').values({ raceid: 2026, eventid: 1, updated_at: new Date() }).execute()
const ranking = rankingOf({})
const of = { raceid: 2026, eventid: 1, ranking }
const by = () => ({ reason: 'measured', staffid: null, now: new Date() })
const correct = async (
  bib: string,
  change: Parameters<typeof correctResult>[3],
): Promise<{ ms: number; id: number }> => {
  const began = performance.now()
  const done = await db.transaction().execute(async (tx) => {
    await holdResults(tx, 2026, [1])
    return correctResult(tx, of, bib, change, by())
  })
  if (typeof done === 'string') throw new Error(done)
  return { ms: performance.now() - began, id: done.id }
}
const undo = async (id: number): Promise<number> => {
  const began = performance.now()
  await db.transaction().execute((tx) => undoResultCorrection(tx, of, id, null, new Date()))
  return performance.now() - began
}
const byGun = rows.toSorted((a, b) => a.gun - b.gun)
const first = await correct(byGun[25_000]!.bib, { kind: 'time', point: 'finish', ms: byGun[25_000]!.gun })
await undo(first.id)
await db.executeQuery({
  sql: 'vacuum analyze results',
  parameters: [],
  query: { kind: 'RawNode' } as never,
  queryId: { queryId: 'vacuum' },
})

const columns = rankingColumnsOf(
  rows.map((r) => ({
    id: r.id,
    field: '',
    gender: r.gender as 'M' | 'F',
    agegroup: r.agegroup,
    outcome: 'finished' as const,
    gun_ms: r.gun,
    net_ms: r.net,
    published_overall: null,
    laps: null,
    progress: null,
    team: null,
  })),
)
const pure: number[] = []
for (let n = 0; n < ROUNDS; n++) {
  const began = performance.now()
  rankColumns(columns, byOf(ranking, true))
  pure.push(performance.now() - began)
}
const [some, all]: [number[], number[]] = [[], []]
for (let n = 0; n < ROUNDS; n++) {
  const runner = byGun[25_000 + n * 13]!
  const moved = await correct(runner.bib, { kind: 'time', point: 'finish', ms: runner.gun - 20_000 })
  some.push(moved.ms, await undo(moved.id))
}
for (let n = 0; n < 3; n++) {
  const moved = await correct(byGun[0]!.bib, { kind: 'outcome', outcome: 'dsq', rule: 'TR 54.3' })
  all.push(moved.ms, await undo(moved.id))
}
// Measures corrections of a team or a time when 50,000 runners run for 4,000 clubs. Also measures the extra wait of the
// first caller who asks for the teams.
await db.executeQuery({
  sql: `update results set club = 'Club ' || id % 4000 where raceid = 2026`,
  parameters: [],
  query: { kind: 'RawNode' } as never,
  queryId: { queryId: 'clubs' },
})
of.ranking = rankingOf({
  teams: {
    of: 'club',
    kinds: [
      { kind: 'open', scorers: 4, women: 1 },
      { kind: 'women', scorers: 3 },
    ],
  },
})
await undo((await correct(byGun[9]!.bib, { kind: 'team', team: 'Club 1' })).id)
const [teamed, timed]: [number[], number[]] = [[], []]
for (let n = 0; n < ROUNDS; n++) {
  const moved = await correct(
    byGun[20_000 + n * 13]!.bib,
    n % 2 === 0 ? { kind: 'team', team: `Club ${n}` } : { kind: 'time', point: 'finish', ms: byGun[100]!.gun },
  )
  teamed.push(moved.ms, await undo(moved.id))
  const teams = rankingColumnsOf(
    rows.map((r) => ({
      id: r.id,
      field: '',
      gender: r.gender as 'M' | 'F',
      agegroup: r.agegroup,
      outcome: 'finished' as const,
      gun_ms: r.gun,
      net_ms: r.net,
      published_overall: null,
      laps: null,
      progress: null,
      team: `Club ${r.id % 4000}`,
    })),
  )
  const ranked = rankColumns(teams, byOf(of.ranking, true))
  const began = performance.now()
  teamsOf(ranked)
  timed.push(performance.now() - began)
}
const median = (list: number[]) =>
  Math.round(
    quantile(
      list.toSorted((a, b) => a - b),
      0.5,
    ),
  )
const found = {
  name: 'rank',
  rows: ROWS,
  ranking_ms: median(pure),
  correction_ms: median(some),
  winner_out_ms: median(all),
  correction_with_teams_ms: median(teamed),
  teams_first_asked_ms: median(timed),
  goal_ms: GOAL,
  met: median(some) <= GOAL,
}
say(
  `ranking alone ${found.ranking_ms} ms; a time corrected in the middle ${found.correction_ms} ms; the winner disqualified ${found.winner_out_ms} ms; with teams of 4,000 clubs ${found.correction_with_teams_ms} ms, teams first asked for ${found.teams_first_asked_ms} ms more (goal ${GOAL} ms)`,
)
await ground.close()
say(JSON.stringify(found))
process.exit(found.correction_ms <= GOAL ? 0 : 1)
