import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCertificatesRemove, consoleCertificatesSave } from '#features/certificates/contract.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { drawExports } from '#features/certificates/export/drawExports.service.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { correctResult } from '#features/results/ranking/derived.service.ts'
import { rankingOf } from '#features/results/rules.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { staffSession } from '../../people.ts'
import { unzipped } from '../../storage/unzipped.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/**
 * Returns the keys of the pictures that the device keeps, with the latest last. With `latest`, also returns the latest
 * picture, as a data address.
 */
const keptPictures = ({ page }: Visitor, kind: 'keys' | 'latest') =>
  page.evaluate(
    (what) =>
      new Promise<{ keys: string[]; latest: string }>((resolve, reject) => {
        const opening = indexedDB.open('ihp-certificates', 99)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('pictures').objectStore('pictures').index('at').getAll()
          all.onsuccess = () => {
            opening.result.close()
            const found = all.result as { key: string; blob: Blob }[]
            const keys = found.map(({ key }) => key)
            if (what === 'keys') return resolve({ keys, latest: '' })
            const reader = new FileReader()
            reader.onload = () => resolve({ keys, latest: String(reader.result) })
            reader.readAsDataURL(found.at(-1)!.blob)
          }
        }
      }),
    kind,
  )
/** Waits until the device keeps this many pictures, and reads the code in the latest picture. */
const latestCode = async (visitor: Visitor, kept: number): Promise<string> => {
  await expect.poll(async () => (await keptPictures(visitor, 'keys')).keys.length).toBe(kept)
  return readCode(Buffer.from((await keptPictures(visitor, 'latest')).latest.split(',')[1]!, 'base64'))
}

let tries = 0
test('a correction changes a certificate: the old code says so, the new code is valid, and after a disqualification it is withdrawn; staff draw all certificates of an event', async () => {
  const { world } = stage
  const raceid = 700 + ++tries
  const now = world.clock.now()
  const start = new Date(now.getTime() - 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: raceid,
        name: '海屿马拉松',
        names: { en: 'Haiyu Marathon' },
        city: '海屿市',
        province: '福建省',
        time: start,
        skins: { primary: '#0a7ea4' },
        published_at: start,
      },
      now,
    )
    await saveEvent(
      tx,
      {
        raceid,
        id: 1,
        name: '马拉松',
        names: { en: 'Marathon' },
        type: 'full',
        distance_cm: 4_219_500,
        places: 100,
        start_at: start,
      },
      now,
    )
  })
  await giveStandardCertificates(world.parts, { raceid, primary: '#0a7ea4', city: '海屿市' })
  const taken = await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(
      '参赛号,姓名,性别,枪成绩,净成绩\nA1,周启明,男,3:05:10,3:04:32\nA2,沈若溪,女,3:24:08,3:23:05\nA3,陆一舟,男,4:02:59,4:01:12',
    ),
    publish: true,
    now,
  })
  if (!('report' in taken)) throw new Error(JSON.stringify(taken))
  const { _key: key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', raceid)
    .where('bib', '=', 'A2')
    .executeTakeFirstOrThrow()
  const correct = (change: Parameters<typeof correctResult>[3]) =>
    world.db.transaction().execute((tx) =>
      correctResult(tx, { raceid, eventid: 1, ranking: rankingOf({}) }, 'A2', change, {
        reason: '终点录像复核',
        staffid: null,
        now: world.clock.now(),
      }),
    )

  const editor = await staffSession(world, [{ raceid, role: 'editor' }])
  const styled =
    '<style>p{color:#c00;width:50%}</style><div style="width:640px;height:905px"><p>%姓名% %净成绩%</p></div>'
  const asHtml = { raceid, eventid: 1, kind: 'timing' as const, keep_html: true, published: true }
  const { id } = await world.ask(consoleCertificatesSave, { ...asHtml, name: 'HTML', html: styled }, editor)
  const visitor = await stage.visit('phone', 'zh-cn')
  await visitor.open(`/score?key=${key}&certificateid=${id}`)
  await visitor.page.getByRole('button', { name: '查看大图' }).waitFor()
  expect(visitor.errors, 'style sheets of an HTML certificate').toEqual([])
  await world.ask(consoleCertificatesRemove, { raceid, id }, editor)

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/score?key=${key}`)
  await phone.page.getByRole('button', { name: '查看大图' }).waitFor()
  const old = await latestCode(phone, 1)
  expect((await keptPictures(phone, 'keys')).keys[0]).toMatch(/^certificate-/)
  await noFaults(phone, 'c1-certificate')

  world.clock.advance(60_000)
  await correct({ kind: 'time', point: 'finish', ms: 11_600_000 })
  await phone.page.reload()
  await phone.page.getByText('3:13:20').first().waitFor()
  await phone.page.getByRole('button', { name: '查看大图' }).waitFor()
  const fresh = await latestCode(phone, 2)
  expect(fresh).not.toBe(old)

  // In the messaging app's webview the small picture, the large picture and the shared result each have an address of
  // the server, so that a long press saves them.
  await phone.context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => 'MicroMessenger' }),
  )
  await phone.page.reload()
  const small = phone.page.getByRole('button', { name: '查看大图' })
  await small.scrollIntoViewIfNeeded()
  await expect.poll(() => small.getByRole('img').getAttribute('src')).toMatch(/^\/brief\//)
  expect(await phone.page.getByRole('button', { name: '保存图片' }).count(), 'it saves no files').toBe(0)
  await small.click()
  const large = phone.page.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.getAttribute('src')).toMatch(/^\//)
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560)
  await noFaults(phone, 'c1b-large')
  await phone.open(`/result?key=${key}`)
  await phone.page.getByRole('button', { name: '分享成绩图' }).click()
  const shared = phone.page.getByRole('dialog').getByRole('img')
  await expect.poll(() => shared.getAttribute('src')).toMatch(/^\/brief\//)
  await expect.poll(() => shared.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)

  const reader = await stage.visit('phone', 'zh-cn')
  await reader.open(old.slice(stage.origin.length))
  await reader.page.getByRole('heading', { name: '成绩在证书生成后有更正' }).waitFor()
  await reader.page.getByText('3:13:20').waitFor()
  await noFaults(reader, 'c2-corrected')
  await reader.open(fresh.slice(stage.origin.length))
  await reader.page.getByRole('heading', { name: '证书真实有效' }).waitFor()
  await noFaults(reader, 'c3-genuine')

  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', editor.token)
  await desk.open(`/console/${raceid}/certificates`)
  await desk.page.getByText('No bulk certificates yet').waitFor()
  await noFaults(desk, 'c4-console')
  await desk.page.getByRole('button', { name: 'Create for an event 完赛证书' }).click()
  await noFaults(desk, 'c5-export')
  await desk.page.getByRole('button', { name: 'Create certificates' }).click()
  await desk.page.getByText('Waiting', { exact: true }).waitFor()
  await noFaults(desk, 'c6-waiting')
  await drawExports({ ...world.parts, now: world.clock.now() }, undefined, Infinity)
  const link = desk.page.getByRole('link', { name: 'Download ZIP' })
  await link.waitFor()
  await noFaults(desk, 'c7-ready')
  const [download] = await Promise.all([desk.page.waitForEvent('download'), link.click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const files = await unzipped(Buffer.concat(chunks))
  expect([...files.keys()]).toEqual(['A1 周启明.jpg', 'A2 沈若溪.jpg', 'A3 陆一舟.jpg'])
  expect(await readCode(files.get('A2 沈若溪.jpg')!)).toBe(fresh)

  world.clock.advance(60_000)
  await correct({ kind: 'outcome', outcome: 'dsq', rule: '抄近道' })
  await reader.open(fresh.slice(stage.origin.length))
  await reader.page.getByRole('heading', { name: '证书已失效' }).waitFor()
  await noFaults(reader, 'c8-withdrawn')
  await desk.page.reload()
  await desk.page.getByRole('button', { name: 'Update' }).waitFor()
  await noFaults(desk, 'c9-changed')
})
