import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from } from 'pg-copy-streams'
import { keyFrom } from '#contract/scalars.ts'
import { type Db, poolOf } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { consoleExportsShow, consoleExportsStart } from '#features/exports/contract.ts'
import {
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
} from '#features/registrations/bulk/bulk.contract.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { registrationSorts } from '#features/registrations/lookup/filter.contract.ts'
import { RACE, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { followed } from './followed.ts'
import { conclude, openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures the list of registrations in the console, over HTTP: filters, sorting, pages, a bulk action, and the whole
 * list as one workbook. Then the bench follows the overview while 100 people sign up each second. `npm run bench --
 * console 20000` fills fewer rows, and `npm run bench -- console 500000 overview` follows the overview alone.
 */
const PEOPLE = Number(process.argv[2] ?? 500_000)
const OVERVIEW_ONLY = process.argv[3] === 'overview'
/**
 * The server remembers the result of a slow count for a while, so the first call is slower than the later calls. 40
 * rounds show both the first call and the usual call.
 */
const ROUNDS = 40
const GOAL = { p95_ms: 300, xlsx_s: 60, xlsx_mb: 300, overview_s: 2, overview_share: 0.05 }

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈',
]
const given = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂文辉红玉建国华志海燕晚晴子涵浩宇轩欣怡梓诺思远知行舟青禾',
]
const nameOf = (n: number): string =>
  `${surnames[(n * 31) % surnames.length]}${given[(n * 7) % given.length]}${n % 4 ? given[(n * 13) % given.length] : ''}`
const sizes = ['S', 'M', 'L', 'XL'] as const
const provinces = ['浙江省', '江苏省', '四川省', '湖北省'] as const

const fillOrders = async (db: Db): Promise<void> => {
  await sql`insert into orders (raceid, _key, uid, room, tradeno, fee, amount, payment, state, pay_end, close_at, pay_at,
      created_at, updated_at)
    select raceid, _key, uid, 'registrations', 'filled ' || id, price, price, 'wechat',
      case when pay_at is null then 'open' else 'paid' end, created_at, created_at, pay_at, created_at, created_at
    from registrations where raceid = ${RACE}`.execute(db)
}

/** Writes invented people by COPY, each with an order. The function seals values once and repeats them. */
const fill = async (db: Db, seal: Seal): Promise<void> => {
  const scope = raceScope(RACE)
  await seal.prepare(scope)
  const hex = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`
  const sealed = ['idnum', 'birth', 'mobile', 'emername', 'emertel'].map((field) =>
    hex(seal.seal(scope, field, '1990-01-01')),
  )
  const digits = (n: number) => Uint8Array.from({ length: 22 }, (_, at) => Math.floor(n / 58 ** at) % 58)
  function* lines() {
    for (let n = 0; n < PEOPLE; n++) {
      const index = hex(seal.blind(scope, 'idnum', idnumOf(n)))
      const made = new Date(Date.UTC(2026, 1, 1) + n * 5000).toISOString()
      const [idnum, birth, mobile, emername, emertel] = sealed
      yield `${[
        RACE,
        keyFrom(RACE, digits(n)),
        1 + (n % 4),
        1,
        'normal',
        nameOf(n),
        'idcard',
        idnum,
        '3301**********0011',
        index,
        index,
        birth,
        mobile,
        '139****0000',
        emername,
        emertel,
        n % 3 ? 'male' : 'female',
        18 + (n % 60),
        sizes[n % sizes.length],
        provinces[n % provinces.length],
        n % 500 ? '\\N' : '嘉宾',
        n % 4 ? '{}' : '{"travel": "bus"}',
        n % 2 ? String(n) : '\\N',
        12_000,
        n % 5 ? made : '\\N',
        made,
        made,
      ].join('\t')}\n`
    }
  }
  const client = await poolOf(db).connect()
  try {
    const copy = client.query(
      from(
        'copy registrations (raceid, _key, eventid, uid, state, name, idtype, idnum, idnum_mask, idnum_ix, document_ix, birth, mobile, mobile_mask, emername, emertel, gender, age_on_race_day, clothes, province, tag, answers, bib, price, pay_at, created_at, updated_at) from stdin',
      ),
    )
    await pipeline(Readable.from(lines(), { objectMode: true, highWaterMark: 1000 }), copy)
  } finally {
    client.release()
  }
  await fillOrders(db)
  for (const table of ['registrations', 'orders']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const { parts, port, postmaster, close } = await openGround()
const { db, seal } = parts
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { token } = await staffSession({ db, clock }, [{ raceid: null, role: 'owner' }])
const headers = { cookie: `startline_console=${token}`, 'content-type': 'application/json' }
const ask = async <Data>(path: string, input: object): Promise<Data> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ raceid: RACE, ...input }),
  })
  const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: Data }
  if (code !== '200') throw new Error(`${path} was refused: ${msg}`)
  return data
}

const filters: Readonly<Record<string, object>> = {
  nothing: {},
  event: { eventid: 2 },
  state: { state: 'normal' },
  paid: { paid: '0' },
  gender: { gender: 'female' },
  age: { age_from: 30, age_to: 39 },
  clothes: { clothes: 'XL' },
  province: { province: '四川省' },
  day: { since: '2026-02-03', upto: '2026-02-05' },
  tag: { tag: '嘉宾' },
  team: { team: '跑团' },
  code: { code: 'WELCOME' },
  bib: { bib: '1' },
  own_field: { fields: { 'answers.travel': 'bus' } },
  surname: { q: '王' },
  part_of_name: { q: '晚晴' },
  whole_name: { q: nameOf(77) },
  number: { q: '1001' },
  day_by_name: { since: '2026-02-03', upto: '2026-02-05', sort: 'name' },
  last_day_by_age: { since: '2026-03-01', upto: '2026-03-02', sort: 'eldest' },
  surname_by_bib: { q: '王', sort: 'bib' },
  several: { eventid: 3, gender: 'male', age_from: 40, clothes: 'L', q: '林' },
}

/** Parameters of the call by which the screen reads its rows. The screen reads the numbers by state in another call. */
const page = { limit: 50, counts: false }

/**
 * Asks for the first and the next page in each of many rounds. The time of a round is the time of its slower call.
 * Returns the median, the 95th percentile and the longest of these times.
 */
const timed = async (input: object): Promise<{ p50: number; p95: number; longest: number }> => {
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const { after } = await ask<{ after: string | null }>(consoleRegistrationsList.path, { ...page, ...input })
    const first = performance.now() - began
    const between = performance.now()
    if (after !== null) await ask(consoleRegistrationsList.path, { ...page, ...input, after })
    ms.push(Math.max(first, performance.now() - between))
  }
  const sorted = ms.toSorted((one, other) => one - other)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), longest: sorted.at(-1)! }
}

/** Measures a bulk action on everybody: its preview, and its beginning, which freezes the rows. */
const bulkOfAll = async (): Promise<{ preview_s: number; start_s: number }> => {
  const input = { action: 'tag', filter: {} }
  const began = performance.now()
  const { total, upto } = await ask<{ total: number; upto: number }>(consoleRegistrationsBulkPreview.path, input)
  const looked = performance.now()
  const { id } = await ask<{ id: number }>(consoleRegistrationsBulkStart.path, {
    ...input,
    input: { tag: '嘉宾' },
    total,
    upto,
  })
  const begun = performance.now()
  await ask(consoleRegistrationsBulkStop.path, { id })
  return { preview_s: (looked - began) / 1000, start_s: (begun - looked) / 1000 }
}

const exportAll = async (): Promise<{ seconds: number; mb: number; extra_mb: number }> => {
  const table = 'registrations'
  const { columns } = await ask<{ columns: { name: string }[] }>(consoleExportsShow.path, { table })
  const { href } = await ask<{ href: string }>(consoleExportsStart.path, {
    table,
    columns: columns.map(({ name }) => name),
    format: 'xlsx',
  })
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${href}`, { headers })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  clearInterval(watch)
  return { seconds: (performance.now() - began) / 1000, mb: bytes / 2 ** 20, extra_mb: (most - before) / 2 ** 20 }
}

const followOverview = async (): Promise<{ delay_s: number; share: number }> => {
  const { delay_s, share } = await followed({ db, port, postmaster, headers, people: PEOPLE })
  say(`the overview: ${delay_s.toFixed(1)} s behind at 100 sign-ups a second, ${(share * 100).toFixed(1)} % of a core`)
  return { delay_s, share }
}

const measureTable = async () => {
  let [worst, first] = [0, 0]
  const measure = async (name: string, input: object): Promise<void> => {
    const { p50, p95, longest } = await timed(input)
    worst = Math.max(worst, p95)
    first = Math.max(first, longest)
    say(`${name.padEnd(24)} p50 ${p50.toFixed(0)} ms   p95 ${p95.toFixed(0)} ms   longest ${longest.toFixed(0)} ms`)
  }
  await measure('numbers by state', { counts: true, limit: 1 })
  for (const [name, input] of Object.entries(filters)) await measure(name, input)
  for (const sort of registrationSorts) await measure(`by ${sort}`, { sort })
  const { preview_s, start_s } = await bulkOfAll()
  say(`a bulk action on all: preview ${preview_s.toFixed(1)} s, beginning ${start_s.toFixed(1)} s`)
  const { seconds, mb, extra_mb } = await exportAll()
  say(`XLSX of all: ${seconds.toFixed(1)} s, ${mb.toFixed(0)} MB, ${extra_mb.toFixed(0)} MB of memory`)
  return {
    figures: {
      worst_p95_ms: worst,
      longest_ms: first,
      bulk_preview_s: preview_s,
      bulk_start_s: start_s,
      xlsx_s: seconds,
      xlsx_extra_mb: extra_mb,
    },
    met: worst <= GOAL.p95_ms && seconds <= GOAL.xlsx_s && extra_mb <= GOAL.xlsx_mb,
  }
}

try {
  await openRace({ db, clock })
  for (const id of [1, 2, 3, 4]) await openEvent({ db, clock }, { id, places: PEOPLE })
  await fill(db, seal)
  const table = OVERVIEW_ONLY ? undefined : await measureTable()
  const { delay_s, share } = await followOverview()
  conclude({
    name: 'console',
    registrations: PEOPLE,
    ...table?.figures,
    overview_s: delay_s,
    overview_share: share,
    met: (table?.met ?? true) && delay_s <= GOAL.overview_s && share <= GOAL.overview_share,
  })
} finally {
  await close()
}
