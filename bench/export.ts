import { hoursText } from '#contract/written.ts'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { drawExports } from '#features/certificates/export/drawExports.service.ts'
import {
  consoleCertificatesExport,
  consoleCertificatesExports,
} from '#features/certificates/export/exports.contract.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { listCertificates } from '#features/certificates/store.ts'
import { Boxes } from '#features/certificates/template/boxes.contract.ts'
import { saveEvent } from '#features/events/service.ts'
import { readKept } from '#features/files/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { openSession } from '#db/sessions.ts'
import { conclude, openGround, say } from './ground/ground.ts'

/**
 * Measures how the background job draws the certificates of an event with 1,000 finishers, and the download of their
 * archive. The same run also measures bare painting: the renderer paints the same pictures one after another, without
 * the database, the files and the numbers of certificates. The job must reach 0.8 of this speed. `npm run bench --
 * export 300` draws 300 certificates.
 */
const FINISHERS = Number(process.argv[2] ?? 1000)
const SAMPLE = 16
const GOAL = { ratio: 0.8, extra_mb: 400 }
const RACE = 2026

const ground = await openGround()
const { parts, port } = ground
const now = parts.clock()
await parts.db.transaction().execute(async (tx) => {
  await saveRace(tx, { id: RACE, name: '2026 江城马拉松', city: '江城', time: now, published_at: now }, now)
  await saveEvent(
    tx,
    { raceid: RACE, id: 1, name: '全程马拉松', type: 'full', places: FINISHERS, distance_cm: 4_219_500 },
    now,
  )
})
const rows = Array.from(
  { length: FINISHERS },
  (_, n) =>
    `A${10_000 + n},${'王李张刘陈杨赵黄周吴'[n % 10]!}${'小'.repeat(n % 3)}明,${n % 3 ? 'M' : 'F'},${20 + (n % 40)},${hoursText(11_400 + (n % 3_000))}`,
)
const taken = await importResults(parts, {
  raceid: RACE,
  eventid: 1,
  filename: 'r.csv',
  bytes: Buffer.from(`bib,name,gender,age,gun\n${rows.join('\n')}`),
  publish: true,
  now,
})
if ('refused' in taken) throw new Error(JSON.stringify(taken))
await giveStandardCertificates(parts, { raceid: RACE, primary: '#c8102e', city: '江城' })
const definition = (await listCertificates(parts.db, RACE)).find(({ kind }) => kind === 'timing')!
const token = await parts.db.transaction().execute(async (tx) => {
  const { staffid } = await tx
    .insertInto('staff')
    .values({ login: 'bench', name: 'bench', password: null, created_at: now, updated_at: now })
    .returning('staffid')
    .executeTakeFirstOrThrow()
  await tx.insertInto('staff_roles').values({ staffid, raceid: RACE, role: 'director' }).execute()
  return openSession(tx, { userAgent: 'bench', address: '127.0.0.1', now, staffid })
})
const ask = async (path: string, fields: Record<string, string>) =>
  (
    (await (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ _token: token, raceid: String(RACE), ...fields }),
      })
    ).json()) as { data: unknown }
  ).data

const renderer = await openCanvasRenderer(
  { width: definition.width, height: definition.height, bg: definition.bg, boxes: Boxes.parse(definition.boxes) },
  (path) => readKept(parts, path),
)
const values = (n: number) => ({
  赛事名称: '2026 江城马拉松',
  姓名: '王小明',
  参赛号: `A${10_000 + n}`,
  枪成绩: '03:25:41',
  净成绩: '',
  全部枪排名: String(n),
  性别枪排名: String(n),
  年龄段: '',
  年龄段排名: '',
  项目: '全程马拉松',
  日期: '2026年4月12日',
  城市: '江城',
  英文名称: '',
  证书编号: '1V-7K3M-9QXA-22FC-HT5W',
})
await renderer.print(values(0), 'https://startline.example/verify?n=0')
const bare = async () => {
  const began = performance.now()
  for (let n = 0; n < SAMPLE; n++)
    await renderer.print(values(n), `https://startline.example/verify?n=1V-7K3M-9QXA-22FC-${n}`)
  return (SAMPLE * 1000) / (performance.now() - began)
}

const before = await bare()
const idle = process.memoryUsage().rss
let peak = idle
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
await ask(consoleCertificatesExport.path, { id: String(definition.id), eventid: '1' })
// The longest wait of another caller while the job paints pictures.
let longest = 0
let drawing = true
const calls = (async () => {
  while (drawing) {
    const began = performance.now()
    await fetch(`http://127.0.0.1:${port}/race/show`, {
      method: 'POST',
      body: new URLSearchParams({ id: String(RACE) }),
    }).then((answer) => answer.arrayBuffer())
    longest = Math.max(longest, performance.now() - began)
    await new Promise((later) => setTimeout(later, 50))
  }
})()
const began = performance.now()
await drawExports({ ...parts, now }, (error) => say(String(error)), Infinity)
const seconds = (performance.now() - began) / 1000
drawing = false
await calls
const drawn = peak - idle
const line = (
  (await ask(consoleCertificatesExports.path, {})) as {
    items: { state: string; pictures: number; bytes: number; path: string }[]
  }
).items[0]!
const after = await bare()

peak = process.memoryUsage().rss
const full = peak
const start = performance.now()
const answer = await fetch(`http://127.0.0.1:${port}${line.path}`, { headers: { authorization: `Bearer ${token}` } })
const first = performance.now() - start
let bytes = 0
for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
const fetched = (performance.now() - start) / 1000
clearInterval(watch)
const download = peak - full

const limit = (before + after) / 2
const per_second = FINISHERS / seconds
say(
  `${line.pictures} pictures in ${seconds.toFixed(1)} s: ${per_second.toFixed(1)}/s, bare painting ${limit.toFixed(1)}/s, ratio ${(per_second / limit).toFixed(2)} (goal ${GOAL.ratio})`,
)
say(
  `memory +${(drawn / 1e6).toFixed(0)} MB while drawing (goal ${GOAL.extra_mb}), +${(download / 1e6).toFixed(0)} MB while ${(bytes / 1e6).toFixed(0)} MB are fetched (first byte after ${first.toFixed(0)} ms, ${(bytes / 1e6 / fetched).toFixed(0)} MB/s); the longest other call took ${longest.toFixed(0)} ms`,
)
const hours = 30_000 / per_second / 3600
say(`30,000 would take ${hours.toFixed(1)} h here and ${(((line.bytes / FINISHERS) * 30_000) / 1e9).toFixed(1)} GB`)
const met =
  line.state === 'ready' &&
  line.pictures === FINISHERS &&
  per_second / limit >= GOAL.ratio &&
  drawn / 1e6 <= GOAL.extra_mb
conclude({
  name: 'export',
  pictures: line.pictures,
  seconds,
  per_second,
  limit_per_second: limit,
  ratio: per_second / limit,
  mb: line.bytes / 1e6,
  memory_mb: drawn / 1e6,
  download_memory_mb: download / 1e6,
  first_byte_ms: first,
  longest_call_ms: longest,
  hours_for_30000: hours,
  gb_for_30000: ((line.bytes / FINISHERS) * 30_000) / 1e9,
  met,
})
await ground.close()
process.exit(0)
