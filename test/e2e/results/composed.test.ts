import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import type { PosterDesign } from '#features/posters/design.contract.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import {
  stage,
  side,
  keep,
  openEvening,
  heldAs,
  near,
  isUpright,
  photoOf,
  bring,
  pictureOn,
  pixels,
  inSlot,
} from '#test/scenes/finishEvening.ts'

beforeAll(openEvening)
afterAll(() => stage?.close())

test('a certificate with a photo is reached from the score page; a photo of any orientation is upright; an entrant has a poster too', async () => {
  const { world } = stage
  const now = world.clock.now()
  const key = keyFrom(226, crypto.getRandomValues(new Uint8Array(22)))
  const sealed = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  const runner = await runnerSession(world)
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 226,
      _key: key,
      eventid: 1,
      uid: runner.uid,
      state: 'normal',
      name: 'Alexander Wolfeschlegelsteinhausen-Berg',
      gender: 'male',
      idtype: 'idcard',
      idnum: sealed,
      idnum_mask: '*',
      idnum_ix: sealed,
      document_ix: sealed,
      pay_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const silhouette = await keep(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c7d2da' } })
      .jpeg()
      .toBuffer(),
  )
  const html = `<div style="position:relative;width:640px;height:900px;font-family:sans-serif"><img title="照片" src="${silhouette}" style="position:absolute;left:40px;top:40px;width:${side}px;height:${side}px;object-fit:cover"><div style="position:absolute;left:40px;top:640px;width:560px;font-size:28px;text-align:center">%姓名%<br>%项目% %合成%%水印%</div><img src="%qr%" style="position:absolute;left:460px;top:740px;width:140px;height:140px"></div>`
  await world.db
    .transaction()
    .execute((tx) =>
      saveCertificate(
        tx,
        226,
        { eventid: 1, kind: 'reg', name: '合成', html, width: 640, height: 900, bg: null, published_at: now },
        now,
      ),
    )
  // The story uses the page's own clock. The fake clock is a script, and the frame that draws HTML certificates refuses
  // scripts with an error.
  const desk = await stage.visit('desktop', 'en', { clock: false })
  const { page } = desk
  // A registration under review has no certificate yet, and the page says so.
  const [waiting, other] = [
    keyFrom(226, crypto.getRandomValues(new Uint8Array(22))),
    Buffer.from(crypto.getRandomValues(new Uint8Array(16))),
  ]
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 226,
      _key: waiting,
      eventid: 1,
      uid: runner.uid,
      state: 'audit',
      name: '苏待审',
      gender: 'female',
      idtype: 'idcard',
      idnum: other,
      idnum_mask: '*',
      idnum_ix: other,
      document_ix: other,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await desk.open(`/score?type=reg&key=${waiting}&raceid=226`)
  await page.getByText('No certificate yet').waitFor()
  await page.locator('main').getByRole('link', { name: 'Find my entry' }).first().waitFor()
  await desk.open(`/score?type=reg&key=${key}&raceid=226`)
  await page.getByText('Add a photo to complete your certificate').waitFor()
  expect(page.url()).toMatch(new RegExp(`/crop\\?.*type=cetificate.*userkey=${key}`))
  await page.locator('canvas').waitFor()
  await noFaults(desk, 'c1-certificate')
  const shown = page.locator('.reactEasyCrop_Image')
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await bring(desk, photoOf(`held-${orientation}.jpg`, await heldAs(orientation)))
    await shown.waitFor()
    const seen = await shown.evaluate(async (element) => {
      const image = element as HTMLImageElement
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 600
      const canvasContext = canvas.getContext('2d')!
      canvasContext.drawImage(image, 0, 0, 600, 600)
      return [
        [150, 150],
        [450, 150],
        [150, 450],
        [450, 450],
      ].map(([x, y]) => [...canvasContext.getImageData(x!, y!, 1, 1).data])
    })
    expect(isUpright(seen), `orientation ${orientation}`).toBe(true)
    if (orientation === 8) break
    await page.getByRole('button', { name: 'Cancel' }).click()
    await shown.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Rotate 90°' }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('Right-click the picture and choose “Save image as”').waitFor()
  const made = await pictureOn(desk)
  const [topLeft] = await pixels(made, inSlot)
  expect(near(topLeft!, 'blue'), 'turned by a quarter').toBe(true)
  expect(await readCode(made)).toMatch(/\/verify\?n=/)
  const [watermark] = await pixels(made, [[140, 1700]])
  expect(near(watermark!, 'red'), "the race's watermark lies where its organiser wants it").toBe(true)

  await desk.open(`/crop?type=crops&userkey=${key}&raceid=226`)
  await page.getByRole('heading', { name: '我要跑' }).waitFor()
  await noFaults(desk, 'c3-entry')
  await desk.open(`/posters?_token=${runner.token}`)
  await page.getByRole('link', { name: /Haiyu Marathon/ }).waitFor()
  await noFaults(desk, 'c4-mine')
  await desk.open('/crop?_from=mini')
  await page.waitForURL(/\/home\?.*_from=mini/)
})

test('the list of certificates shows a certificate in HTML with its texts', async () => {
  const { world } = stage
  const now = world.clock.now()
  const html =
    '<div style="width:640px;height:900px;background:#fff"><p style="font-size:90px;color:#e00000">%姓名%</p></div>'
  const definition = {
    eventid: null,
    kind: 'timing',
    name: '网页证书',
    html,
    width: 640,
    height: 900,
    bg: null,
  } as const
  await world.db.transaction().execute((tx) => saveCertificate(tx, 226, { ...definition, published_at: null }, now))
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  // The rasteriser's frame refuses the script of the fake clock.
  const desk = await stage.visit('desktop', 'zh-cn', { clock: false })
  await desk.logIn('staff', editor.token)
  await desk.open('/console/226/certificates')
  const row = desk.page.getByRole('listitem').filter({ hasText: '网页证书' })
  const small = row.getByTestId('certificate-thumb').locator('canvas')
  await small.waitFor()
  const reddish = await small.evaluate((drawn: HTMLCanvasElement) => {
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height)
    return data.filter((red, at) => at % 4 === 0 && red > data[at + 1]! + 60).length
  })
  expect(reddish).toBeGreaterThan(0)
  await noFaults(desk, 'c5-html-in-the-list')
})

test('an editor moves a name on a poster by the mouse and by keys', async () => {
  const { world } = stage
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.logIn('staff', editor.token)
  await desk.open('/console/226/posters')
  const edit = page.getByRole('button', { name: 'Edit 冲线时刻' })
  const placed = async () =>
    (
      (
        await world.db
          .selectFrom('posters')
          .select('design')
          .where('raceid', '=', 226)
          .where('name', '=', '冲线时刻')
          .executeTakeFirstOrThrow()
      ).design as PosterDesign
    ).text.name!
  const before = await placed()
  await edit.click()
  const board = page.getByRole('application', { name: /^Name: left/ })
  await board.waitFor()
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  await noFaults(desk, 'e1-editor')
  const from = (await board.locator('[data-chosen]').boundingBox())!
  // With Alt held, nothing snaps, so the text follows the pointer.
  await page.keyboard.down('Alt')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 10, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await edit.waitFor()
  const after = await placed()
  expect(after.offsetx).toBeGreaterThan(before.offsetx + 10)
  expect(after.offsety).toBe(before.offsety + 10)
})
