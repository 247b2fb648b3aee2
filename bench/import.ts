import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import { hoursText } from '#contract/written.ts'
import { openDb, poolOf } from '#db/db.ts'
import type { Db } from '#db/db.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { sealInMemory } from '#db/sealing/keys.ts'
import { migrate } from '#db/migrate.ts'
import { importResults } from '#features/results/service.ts'

/**
 * Measures the import of 50,000 results with ten split times each, gun and net, ranked overall, by gender and by age
 * group. The time runs from the bytes of the file to the commit. Beside it, on the same database, COPY writes the same
 * rows into a similar table: once with its indexes and checks (the limit of the ratio), and once without.
 */
const ROWS = 50_000
const ROUNDS = 3
const GOAL = { ratio: 0.1, seconds: 10 }
const say = (line: string) => void process.stdout.write(`${line}\n`)

let seed = 42
const random = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const clock = (seconds: number): string => hoursText(Math.floor(seconds))
const surnames = [...'王李张刘陈杨赵黄周吴']
const given = [...'伟芳娜敏静丽强磊军洋艳勇杰娟涛明超霞平']
const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!

const points = [5, 10, 15, 20, 21.0975, 25, 30, 35, 40]
const makeFile = (): Buffer => {
  const lines = ['号码,姓名,性别,年龄,枪成绩,净成绩,5公里,10公里,15公里,20公里,半程,25公里,30公里,35公里,40公里,总排名']
  for (let n = 1; n <= ROWS; n++) {
    const finish = 7800 + (random() + random() + random()) * 4800
    const start = random() * 900
    lines.push(
      [
        n,
        pick(surnames) + pick(given) + pick(given),
        random() < 0.6 ? '男' : '女',
        18 + Math.floor(random() * 55),
        clock(finish + start),
        clock(finish),
        ...points.map((km) => clock((finish * km) / 42.195)),
        '',
      ].join(','),
    )
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** Copies an event's rows in one transaction into a table that `create` makes. Returns the seconds. */
const copyRows = async (db: Db, eventid: number, create: string): Promise<number> => {
  const pool = poolOf(db)
  const client = await pool.connect()
  try {
    const columns = (
      await client.query<{ name: string }>(
        `select column_name as name
          from information_schema.columns
          where table_name = 'results' and is_generated = 'NEVER'
          order by ordinal_position`,
      )
    ).rows
      .map(({ name }) => name)
      .join(', ')
    const chunks: Buffer[] = []
    for await (const chunk of client.query(
      to(`copy (select ${columns} from results where eventid = ${eventid}) to stdout`),
    ))
      chunks.push(chunk as Buffer)
    await client.query(create)
    const before = performance.now()
    await client.query('begin')
    await pipeline(Readable.from(chunks), client.query(from(`copy loaded (${columns}) from stdin`)))
    await client.query('commit')
    const seconds = (performance.now() - before) / 1000
    await client.query('drop table loaded')
    return seconds
  } finally {
    client.release()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'startline-bench-'))
const server = await startEmbedded({ folder })
try {
  await migrate(server.connection)
  const db = openDb(server.connection)
  const now = new Date('2026-11-21T00:00:00Z')
  await db.insertInto('races').values({ id: 1, name: 'bench', time: now }).execute()
  await db
    .insertInto('events')
    .values(
      Array.from({ length: ROUNDS }, (_, n) => ({
        raceid: 1,
        id: n + 1,
        name: '全程',
        type: 'full',
        distance_cm: 4_219_500,
        places: 0,
      })),
    )
    .execute()
  const bytes = makeFile()
  say(`${ROWS} results, ${(bytes.length / 1e6).toFixed(1)} MB, ${ROUNDS} rounds`)
  const rounds: { seconds: number; limit: number; bare: number; again: number }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const order = { raceid: 1, eventid: round, filename: 'bench.csv', bytes, now }
    const timed = async (added: number) => {
      const before = performance.now()
      const outcome = await importResults({ db, seal: sealInMemory() }, order)
      const seconds = (performance.now() - before) / 1000
      if ('refused' in outcome || outcome.report.counts.added !== added)
        throw new Error(`The import went wrong: ${JSON.stringify(outcome).slice(0, 300)}`)
      return seconds
    }
    const seconds = await timed(ROWS)
    const again = await timed(0)
    const limit = await copyRows(db, round, 'create table loaded (like results including all)')
    const bare = await copyRows(db, round, 'create table loaded as select * from results with no data')
    rounds.push({ seconds, again, limit, bare })
    say(
      `round ${round}: import ${seconds.toFixed(2)} s, the same file again ${again.toFixed(2)} s, COPY of the same rows ${limit.toFixed(2)} s, bare ${bare.toFixed(2)} s`,
    )
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const [seconds, limit, bare] = [
    middle(rounds.map((one) => one.seconds)),
    middle(rounds.map((one) => one.limit)),
    middle(rounds.map((one) => one.bare)),
  ]
  const result = {
    name: 'import',
    rows: ROWS,
    seconds: Number(seconds.toFixed(3)),
    per_second: Math.round(ROWS / seconds),
    limit_per_second: Math.round(ROWS / limit),
    ratio: Number((limit / seconds).toFixed(3)),
    bare_per_second: Math.round(ROWS / bare),
    ratio_to_bare: Number((bare / seconds).toFixed(3)),
    again_seconds: Number(middle(rounds.map((one) => one.again)).toFixed(3)),
    goal: GOAL,
    met: limit / seconds >= GOAL.ratio && seconds < GOAL.seconds,
  }
  say(JSON.stringify(result))
  await db.destroy()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
