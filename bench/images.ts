import sharp from 'sharp'
import { saveRace } from '#features/races/service.ts'
import { keepFile } from '#features/files/service.ts'
import { conclude, openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures smaller copies of photos, as a page of thumbnails asks for them by the resize suffix. The server makes each
 * copy once and keeps it. The limit in the same run is sharp alone, which makes the same copies of the same bytes. The
 * bench also measures the rate at which the server sends copies that exist.
 */
const PHOTOS = Number(process.argv[2] ?? 40)
const GOAL = { ratio: 0.8 }
const RACE = 2026
const SUFFIX = '?x-oss-process=image/resize,w_640/format,webp'

const ground = await openGround()
const { parts, port } = ground
const now = parts.clock()
await parts.db
  .transaction()
  .execute((tx) => saveRace(tx, { id: RACE, name: '江城马拉松', time: now, published_at: now }, now))
/** Makes a picture with as much detail as a photo: noise over shapes. Each picture is different. */
const photo = async (n: number) => {
  const [width, height] = [2400, 1600]
  const noise = await sharp({
    create: {
      width: width / 4,
      height: height / 4,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .resize(width, height)
    .png({ compressionLevel: 0 })
    .toBuffer()
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${(n * 47) % 360},50%,50%)"/><circle cx="${300 + n * 40}" cy="700" r="420" fill="#fc9"/></svg>`,
  )
  return sharp(shapes)
    .composite([{ input: noise, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}
const kept: string[] = []
for (let n = 0; n < PHOTOS; n++) {
  const done = await keepFile(parts, { raceid: RACE, name: `${n}.jpg`, bytes: await photo(n) })
  if (typeof done === 'string') throw new Error(done)
  kept.push(done.path)
}
const originals = await Promise.all(
  kept.map(async (path) => (await parts.integrations.files.read(path.replace('/files/', '')))!),
)

const AT_ONCE = 4
const inLanes = async (count: number, work: (n: number) => Promise<void>): Promise<number> => {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return (count * 1000) / (performance.now() - began)
}
const get = async (n: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}${kept[n % PHOTOS]!}${SUFFIX}`)
  if (!answer.ok) throw new Error(String(answer.status))
  await answer.arrayBuffer()
}
const bare = (n: number) =>
  sharp(originals[n]!)
    .resize({ width: 640, withoutEnlargement: true })
    .webp({ quality: 72, effort: 5 })
    .toBuffer()
    .then(() => undefined)

await bare(0)
const half = Math.floor(PHOTOS / 2)
// Bare sharp and the server take turns, so that other work on the machine slows both equally.
const rates = { made: [] as number[], limit: [] as number[] }
for (const from of [0, half]) {
  rates.limit.push(await inLanes(half, (n) => bare(from + n)))
  rates.made.push(await inLanes(half, (n) => get(from + n)))
}
const mean = (list: number[]) => list.length / list.reduce((sum, one) => sum + 1 / one, 0)
const [made, limit] = [mean(rates.made), mean(rates.limit)]
const times: number[] = []
const served = await inLanes(PHOTOS * 25, async (n) => {
  const began = performance.now()
  await get(n)
  times.push(performance.now() - began)
})
const p99 = quantile(
  times.toSorted((a, b) => a - b),
  0.99,
)
say(
  `${made.toFixed(1)} copies/s made on asking (640 px, WebP, of 3.8 megapixels), bare sharp ${limit.toFixed(1)}/s, ratio ${(made / limit).toFixed(2)} (goal ${GOAL.ratio})`,
)
say(`${Math.round(served)} kept copies/s, p99 ${p99.toFixed(0)} ms`)
conclude({
  name: 'images',
  made_per_second: made,
  limit_per_second: limit,
  ratio: made / limit,
  kept_per_second: served,
  kept_p99_ms: p99,
  met: made / limit >= GOAL.ratio,
})
await ground.close()
process.exit(0)
