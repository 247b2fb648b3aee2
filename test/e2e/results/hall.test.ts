import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCertificate } from '#features/certificates/service.ts'
import { saveEvent } from '#features/events/service.ts'
import {
  consoleHallJobs,
  consoleHallJudge,
  consoleHallSave,
  consoleHallStation,
  hallFetch,
} from '#features/hall/contract.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { importRace226 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await importRace226(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'director' }])
})
afterAll(() => stage?.close())

/** Makes a station of the hall. Returns the path of its link, and the code that phones read from it. */
const station = async (kind: 'screen' | 'printer') => {
  const { world, origin } = stage
  const { link } = await world.ask(
    consoleHallStation,
    { raceid: 226, kind, name: kind === 'screen' ? '主屏' : '打印台 1' },
    staff,
  )
  const {
    station: { code },
  } = await world.ask(hallFetch, { station: link!.split('#station=')[1]! })
  return { path: link!.replace(origin, ''), code }
}

/** Makes a game beside the race with one runner, and a certificate with a slot for a photo. */
const gameOf = async () => {
  const { world } = stage
  const now = world.clock.now()
  const text = {
    kind: 'text' as const,
    x: 40,
    y: 660,
    width: 560,
    text: '%姓名% %成绩%',
    font: 'sans-serif',
    size: 48,
    weight: 600,
    italic: false,
    colour: '#102030',
    align: 'center' as const,
    line: null,
    spacing: 0,
    fit: 'shrink' as const,
    rotate: 0,
    vertical: false,
    shadow: null,
    opacity: 1,
  }
  await world.db
    .transaction()
    .execute((tx) =>
      saveEvent(tx, { raceid: 226, id: 2, name: '亲子跑', type: 'fun_run', places: 100, distance_cm: 300_000 }, now),
    )
  const { id: certificateid } = await world.db.transaction().execute((tx) =>
    saveCertificate(
      tx,
      226,
      {
        eventid: 2,
        kind: 'timing',
        name: '亲子证书',
        boxes: [{ kind: 'photo', x: 40, y: 40, width: 560, height: 560, radius: 0, rotate: 0, border: null }, text],
        width: 640,
        height: 900,
        bg: null,
        published_at: now,
      },
      now,
    ),
  )
  const { id } = await world.ask(
    consoleGamesSave,
    { raceid: 226, name: '亲子挑战', certificateid, published: true },
    staff,
  )
  await world.ask(
    consoleGamesImport,
    { raceid: 226, id, text: '编号,姓名,证件号码,项目,成绩\nF1,沈小跑,,亲子跑,20:10' },
    staff,
  )
  const row = await world.db
    .selectFrom('game_runners')
    .select('_key')
    .where('raceid', '=', 226)
    .where('gameid', '=', id)
    .executeTakeFirstOrThrow()
  return row._key
}

test('a hall screen shows the picture that a phone cast, and staff remove it at once; its printer prints a sheet once, and a crash leaves the sheet in doubt', async () => {
  const { world, origin } = stage
  for (const table of ['hall_jobs', 'hall_stations'] as const) await world.db.deleteFrom(table).execute()
  await world.ask(
    consoleHallSave,
    {
      raceid: 226,
      settings: {
        open: true,
        seconds: 60,
        casts_most: 5,
        prints_most: 2,
        waiting_most: 200,
        photos: 'checked',
        paper: 'A4',
      },
    },
    staff,
  )
  const [screen, printer] = [await station('screen'), await station('printer')]

  // One computer acts as the screen, then as the printer, then as the office, so that it draws each picture only once.
  const wall = await stage.visit('desktop', 'zh-cn')
  await wall.page.setViewportSize({ width: 1920, height: 1080 })
  // The test cannot use the browser's print dialog, so it records the content of the sheet instead.
  await wall.page.addInitScript(() => {
    const printed: string[] = []
    Object.assign(globalThis, { printed })
    window.print = () => {
      printed.push(document.querySelector<HTMLImageElement>('#hall-paper img')?.src ?? 'nothing')
      dispatchEvent(new Event('afterprint'))
    }
  })
  // A screen keeps a stream open, so the network never becomes idle.
  await wall.page.goto(origin + screen.path, { waitUntil: 'domcontentloaded' })
  await wall.page.getByRole('heading', { name: '扫一扫，让证书登上大屏' }).waitFor()
  await wall.page.getByRole('img', { name: '手机扫码进入成绩大厅' }).waitFor()
  expect(wall.page.url(), 'the key stays out of the address').not.toContain('station')
  await noFaults(wall, 'hall-1-idle')

  const office = await stage.visit('desktop', 'zh-cn')
  await office.logIn('staff', staff.token)
  await office.page.goto(`${origin}/console/226/hall?tab=stations`, { waitUntil: 'domcontentloaded' })
  await office.page.getByRole('button', { name: '测试画面' }).first().click()
  await office.page.getByText('测试画面已发到“主屏”').waitFor()
  await wall.page.getByText('测试画面').first().waitFor()
  await noFaults(office, 'hall-2-test-sent')
  await office.context.close()
  stage.world.clock.advance(60_000)
  await wall.page.getByText('测试画面').first().waitFor({ state: 'detached' })

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.page.goto(`${origin}/hall?raceid=226&client=${screen.code}`, { waitUntil: 'domcontentloaded' })
  await phone.page.getByLabel('姓名或参赛号').fill('沈若溪')
  await phone.page.getByRole('button', { name: '查找' }).click()
  const found = phone.page.getByRole('link', { name: /沈若溪/ })
  await found.waitFor()
  await found.click()
  await phone.page.getByRole('button', { name: '投屏' }).click()
  await phone.page.getByText('正在大屏上展示！').waitFor()
  await phone.page.getByRole('heading', { name: '成绩大厅' }).scrollIntoViewIfNeeded()
  await noFaults(phone, 'hall-3-cast')

  await wall.page.getByRole('heading', { name: '沈若溪' }).waitFor()
  await wall.page.locator('img[alt="沈若溪 的证书"]').waitFor()
  await wall.page.getByText('3:24:08').waitFor()
  await noFaults(wall, 'hall-4-shown')
  await wall.page.reload({ waitUntil: 'domcontentloaded' })
  await wall.page.locator('img[alt="沈若溪 的证书"]').waitFor()

  const {
    items: [shown],
  } = await world.ask(consoleHallJobs, { raceid: 226 }, staff)
  await world.ask(consoleHallJudge, { raceid: 226, id: shown!.id, action: 'remove' }, staff)
  await wall.page.getByRole('heading', { name: '扫一扫，让证书登上大屏' }).waitFor()

  await wall.page.setViewportSize({ width: 1280, height: 800 })
  await wall.page.goto(origin + printer.path, { waitUntil: 'domcontentloaded' })
  await wall.page.getByText('没有要打印的').first().waitFor()
  // The phone asks for the printer's state. The button works once the answer has come.
  await phone.page
    .getByRole('button', { name: '打印', exact: true })
    .and(phone.page.locator(':not([aria-disabled])'))
    .click()
  await wall.page.getByRole('button', { name: '取下一张' }).and(wall.page.locator(':not([aria-disabled])')).click()
  await wall.page.getByRole('button', { name: '打印这张' }).and(wall.page.locator(':not([aria-disabled])')).click()
  await wall.page.getByRole('button', { name: '已打好' }).waitFor()
  // The page prints the sheet when the frame of the sheet has loaded the picture.
  await expect
    .poll(() => wall.page.evaluate(() => (globalThis as unknown as { printed: string[] }).printed))
    .toEqual([expect.stringMatching(/^blob:/)])
  await wall.page.reload({ waitUntil: 'domcontentloaded' })
  await wall.page.getByText('这张可能已经打过').waitFor()
  await noFaults(wall, 'hall-6-doubt')
  await wall.page.getByRole('button', { name: '已打好' }).click()
  await wall.page.getByText('没有要打印的').first().waitFor()
  await phone.page.getByText('已打印，请到打印台领取').waitFor()

  // The runner of a game beside the race puts a photo into the game's certificate, and the printer prints the
  // certificate with this photo.
  const gameRunnerKey = await gameOf()
  await phone.page.goto(
    `${origin}/score?type=poster&key=${gameRunnerKey}&raceid=226&client=${printer.code}&address=center`,
    { waitUntil: 'domcontentloaded' },
  )
  await phone.page.getByRole('link', { name: '上传照片' }).click()
  await phone.page.locator('input[type=file]').setInputFiles({
    name: 'own.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c2410c' } })
      .jpeg()
      .toBuffer(),
  })
  await phone.page.getByRole('button', { name: '确定' }).click()
  await phone.page.getByText('长按图片保存到相册').waitFor()
  const own = await phone.page
    .locator('button img')
    .first()
    .evaluate((shown) => {
      const image = shown as HTMLImageElement
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 1
      const canvasContext = canvas.getContext('2d')!
      canvasContext.drawImage(image, -200, -200)
      return [...canvasContext.getImageData(0, 0, 1, 1).data]
    })
  expect(own[0]! > 150 && own[2]! < 80, `the photo stands in its slot: ${own.join()}`).toBe(true)
  await phone.page
    .getByRole('button', { name: '打印', exact: true })
    .and(phone.page.locator(':not([aria-disabled])'))
    .click()
  await phone.page.getByText('照片需要工作人员过目，通过后自动打印').waitFor()
  const {
    items: [held],
  } = await world.ask(consoleHallJobs, { raceid: 226, only: 'held' }, staff)
  expect(held).toMatchObject({ key: gameRunnerKey, name: '沈小跑', kind: 'print' })
  await world.ask(consoleHallJudge, { raceid: 226, id: held!.id, action: 'approve' }, staff)
  await wall.page.getByText('沈小跑').first().waitFor()
  await noFaults(wall, 'hall-6b-printer')

  await wall.logIn('staff', staff.token)
  await wall.page.goto(`${origin}/console/226/hall?tab=stations`, { waitUntil: 'domcontentloaded' })
  await wall.page.getByText('已连接').first().waitFor()
  await noFaults(wall, 'hall-7-console')
})
