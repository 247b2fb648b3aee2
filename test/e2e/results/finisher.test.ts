import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { setUpPress } from '#features/certificates/render/canvasRenderer.service.ts'
import { readyPhotos, takeIn } from '#features/photos/processing.service.ts'
import { keepFile, readKept } from '#features/files/service.ts'
import { makeAlbum } from '#features/photos/service.ts'
import { savePoster } from '#features/posters/service.ts'
import { posterReport } from '#features/posters/contract.ts'
import type { PosterDesign } from '#features/posters/design.contract.ts'
import { sheetOf } from '#features/posters/rules.ts'
import { saveRace } from '#features/races/service.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { importRace226 } from '../browser/race.ts'

let stage: Stage
let view: PosterDesign
const side = 560
const keep = async (bytes: Buffer): Promise<string> => {
  const kept = await keepFile(stage.world.parts, { raceid: 226, name: 'p.png', bytes })
  if (typeof kept === 'string') throw new Error(kept)
  return kept.path
}
const text = (fontsize: number, offsety: number) => ({
  fontsize,
  offsetx: 40,
  offsety,
  size: 400,
  color: '#ffffff',
  align: 'left' as const,
  rotate: 0,
})

beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  const now = world.clock.now()
  await importRace226(world)
  const frame = await keep(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="900"><mask id="w"><rect width="640" height="900" fill="#fff"/><rect x="40" y="40" width="${side}" height="${side}" rx="20" fill="#000"/></mask><rect width="640" height="900" fill="#0a5c7a" mask="url(#w)"/></svg>`,
      ),
    )
      .png()
      .toBuffer(),
  )
  const picture = await keep(
    await sharp({ create: { width: 640, height: 900, channels: 3, background: '#14532d' } })
      .jpeg()
      .toBuffer(),
  )
  const cover = await keep(
    await sharp({ create: { width: 400, height: 400, channels: 3, background: '#d8e6ec' } })
      .jpeg()
      .toBuffer(),
  )
  const mark = await keep(
    await sharp({ create: { width: 256, height: 128, channels: 3, background: '#c81e1e' } })
      .png()
      .toBuffer(),
  )
  const common = {
    text: { name: text(52, 640), time: text(110, 720) },
    qrcode: { width: 150, offsetx: 450, offsety: 700 },
  }
  const design: PosterDesign = {
    ...common,
    background: { width: side, height: side, offsetx: 40, offsety: 40 },
    watermask: { url: frame, width: 640, height: 900 },
    cover,
    nopic: false,
  }
  view = {
    ...common,
    background: { width: 640, height: 900, offsetx: 0, offsety: 0 },
    watermask: { url: picture, width: 640, height: 900 },
    cover: null,
    nopic: true,
  }
  const race = await world.db.selectFrom('races').selectAll().where('id', '=', 226).executeTakeFirstOrThrow()
  await world.db.transaction().execute(async (tx) => {
    await makeAlbum(
      tx,
      226,
      {
        name: '终点',
        names: {},
        photographer: '',
        position: 1,
        names_bibs: 'all',
        point: null,
        clock_offset_ms: 0,
        published_at: now,
      },
      now,
      149,
    )
    await saveRace(
      tx,
      {
        ...race,
        albumid: 149,
        settings: {
          ...(race.settings as object),
          watermasks: [{ name: '角标', names: {}, url: mark, width: 256, height: 128, at: 'bottom-left' }],
        },
      },
      now,
    )
    for (const [name, one] of [
      ['冲线时刻', design],
      ['海岸', view],
    ] as const)
      await savePoster(
        tx,
        226,
        { eventid: null, use: 'result', name, design: one, preview: one === view ? picture : cover, published_at: now },
        now,
      )
    await savePoster(
      tx,
      226,
      { eventid: null, use: 'reg', name: '我要跑', design, preview: cover, published_at: now },
      now,
    )
  })
  for (const shade of ['#c2410c', '#1d6fb8'])
    await takeIn(
      world.parts,
      {
        raceid: 226,
        albumid: 149,
        filename: `A1002-${shade.slice(1, 4)}x.jpg`,
        bytes: await sharp({ create: { width: 900, height: 600, channels: 3, background: shade } })
          .jpeg()
          .toBuffer(),
        staffid: null,
      },
      now,
    )
  await readyPhotos(world.parts, now)
})
afterAll(() => stage?.close())

const corners = { red: [200, 30, 30], green: [30, 160, 60], blue: [30, 60, 200], yellow: [240, 200, 30] } as const
/** A square of four colours, stored as a camera stores it that was held another way, and marked so. */
const heldAs = async (orientation: number): Promise<Buffer> => {
  const of = (colour: keyof typeof corners, left: number, top: number) => ({
    input: {
      create: {
        width: 300,
        height: 300,
        channels: 3 as const,
        background: { r: corners[colour][0], g: corners[colour][1], b: corners[colour][2] },
      },
    },
    left,
    top,
  })
  const upright = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#fff' } })
    .composite([of('red', 0, 0), of('green', 300, 0), of('blue', 0, 300), of('yellow', 300, 300)])
    .png()
    .toBuffer()
  const then = async (work: (picture: Sharp) => Sharp, picture: Buffer) => work(sharp(picture)).png().toBuffer()
  const turned = async (degrees: number) => then((picture) => picture.rotate(degrees), upright)
  const stored = [
    upright,
    upright,
    await then((p) => p.flop(), upright),
    await turned(180),
    await then((p) => p.flip(), upright),
    await then((p) => p.flop(), await turned(90)),
    await turned(270),
    await then((p) => p.flip(), await turned(90)),
    await turned(90),
  ][orientation]!
  return sharp(stored).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
}
const near = (pixel: readonly number[], colour: keyof typeof corners) =>
  corners[colour].every((value, at) => Math.abs(value - pixel[at]!) < 40)
const isUpright = (pixels: readonly (readonly number[])[]) =>
  near(pixels[0]!, 'red') && near(pixels[1]!, 'green') && near(pixels[2]!, 'blue') && near(pixels[3]!, 'yellow')

const photoOf = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
const bring = (visitor: Visitor, file: ReturnType<typeof photoOf>) =>
  visitor.page.locator('input[type=file]').setInputFiles(file)
/** The finished picture as it stands on the page. */
const pictureOn = async ({ page }: Visitor): Promise<Buffer> => {
  const data = await page
    .locator('button img')
    .first()
    .evaluate((shown) => {
      const image = shown as HTMLImageElement
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      return canvas.toDataURL('image/png')
    })
  return Buffer.from(data.split(',')[1]!, 'base64')
}
const pixels = (picture: Buffer, places: readonly (readonly [number, number])[]) =>
  Promise.all(
    places.map(async ([left, top]) => [
      ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]),
  )
const inSlot = [
  [220, 220],
  [1060, 220],
  [220, 1060],
  [1060, 1060],
] as const

test("a finisher's evening: the certificate, a poster with an own photo taken upright, one of the race's photos, another poster, all of it kept", async () => {
  const { world, origin } = stage
  const { id: scoreid } = await world.db
    .selectFrom('results')
    .select('id')
    .where('raceid', '=', 226)
    .where('bib', '=', 'A1002')
    .executeTakeFirstOrThrow()
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/score?id=${scoreid}&raceid=226`)
  await page.getByRole('button', { name: '查看大图' }).waitFor()
  const way = page.getByRole('link', { name: '制作海报' })
  await way.waitFor()
  await way.click()
  await page.getByText('加一张照片，海报就完成了').waitFor()
  await page.getByRole('img', { name: '沈若溪的海报' }).waitFor()
  await page.getByText('照片只在这台设备上处理，不会上传。').waitFor()
  await noFaults(phone, 'f2-no-photo')

  // What is no picture is ignored by its name, and refused with a sentence by its bytes.
  await bring(phone, photoOf('notes.txt', Buffer.from('1'), 'text/plain'))
  await bring(phone, photoOf('page.jpg', Buffer.from('<script>1</script>')))
  await page.getByText('这个文件不是照片，无法打开').waitFor()
  const huge = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const at of [16, 20]) huge.writeUInt32BE(16_384, at)
  await bring(phone, photoOf('huge.png', huge, 'image/png'))
  await page.getByText(/照片太大了/).waitFor()
  await noFaults(phone, 'f3-refused')

  await bring(phone, photoOf('IMG_0001.JPG', await heldAs(6)))
  const box = page.getByRole('group', { name: /裁剪框/ })
  await box.waitFor()
  expect(await box.evaluate((shown) => [shown.clientWidth + 2, shown.clientHeight + 2])).toEqual([300, 300])
  await noFaults(phone, 'f4-crop')
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByText('加一张照片，海报就完成了').waitFor()
  await bring(phone, photoOf('IMG_0001.JPG', await heldAs(6)))
  await box.waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('长按图片保存到相册').waitFor()
  await noFaults(phone, 'f5-made')
  const own = await pictureOn(phone)
  expect(await sharp(own).metadata()).toMatchObject({ width: 1280, height: 1800 })
  expect(isUpright(await pixels(own, inSlot)), 'upright in its slot').toBe(true)
  expect(await readCode(own)).toBe(`${origin}/score?type=poster&scoreid=${scoreid}&raceid=226`)

  await page.getByRole('button', { name: '从赛事照片中选' }).click()
  const strip = page.getByRole('dialog').getByRole('list')
  await strip.getByRole('button').first().waitFor()
  expect(await strip.evaluate((list) => list.clientHeight), 'as high as the specification has it').toBe(100)
  await noFaults(phone, 'f6-race-photos')
  await strip.getByRole('button').first().click()
  await box.waitFor()
  // By keys alone: nearer, and a little aside.
  await page.getByRole('slider', { name: '缩放' }).press('End')
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(async () => isUpright(await pixels(await pictureOn(phone), inSlot))).toBe(false)

  await page.getByRole('button', { name: '更多海报' }).click()
  const shelf = page.getByRole('dialog').getByRole('list')
  expect(await shelf.evaluate((list) => list.getBoundingClientRect().height)).toBe(340)
  await noFaults(phone, 'f7-posters')
  await shelf.getByRole('button', { name: '海岸' }).click()
  await page.getByRole('heading', { name: '海岸' }).waitFor()
  await page.getByText('长按图片保存到相册').waitFor()
  const { values, link } = await world.ask(posterReport, { id: String(scoreid) })
  const press = await setUpPress(sheetOf(view, { photo: false }), (path) => readKept(world.parts, path))
  const [app, server] = await Promise.all(
    [await pictureOn(phone), await press.print(values, link)].map((picture) =>
      sharp(picture).resize(320, 450).removeAlpha().raw().toBuffer(),
    ),
  )
  const off = app!.filter((value, at) => Math.abs(value - server![at]!) > 48).length / app!.length
  expect(off, 'the server paints what the device paints').toBeLessThan(0.01)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  expect((await saved).suggestedFilename()).toBe('海屿马拉松-A1002-海报.jpg')
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByText('长按图片保存到相册').waitFor()
  await page.getByRole('button', { name: '查看大图' }).click()
  await page.getByText('长按保存照片到相册').waitFor()
})

test('a certificate that is composed of a photo leads from the score page to it; every way of holding the camera is upright; an entrant has a poster too', async () => {
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
      idtype: 'id',
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
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  // Whose registration waits for review has none yet, and is told so.
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
      idtype: 'id',
      idnum: other,
      idnum_mask: '*',
      idnum_ix: other,
      document_ix: other,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await desk.open(`/score?type=reg&key=${waiting}&raceid=226`)
  await page.getByText('There is no certificate yet').waitFor()
  await page.getByRole('link', { name: 'Look up a registration' }).waitFor()
  await desk.open(`/score?type=reg&key=${key}&raceid=226`)
  await page.getByText('Add a photo and it is done').waitFor()
  expect(page.url()).toMatch(new RegExp(`/crop\\?.*type=cetificate.*userkey=${key}`))
  await page.locator('canvas').waitFor()
  // The rasteriser of HTML tries a style of its own, which the page's policy refuses.
  desk.errors.length = 0
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
      const ink = canvas.getContext('2d')!
      ink.drawImage(image, 0, 0, 600, 600)
      return [
        [150, 150],
        [450, 150],
        [150, 450],
        [450, 450],
      ].map(([x, y]) => [...ink.getImageData(x!, y!, 1, 1).data])
    })
    expect(isUpright(seen), `orientation ${orientation}`).toBe(true)
    if (orientation === 8) break
    await page.getByRole('button', { name: 'Cancel' }).click()
    await shown.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Turn by 90°' }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('Right-click the picture to save it').waitFor()
  const made = await pictureOn(desk)
  const [topLeft] = await pixels(made, inSlot)
  expect(near(topLeft!, 'blue'), 'turned by a quarter').toBe(true)
  expect(await readCode(made)).toMatch(/\/verify\?n=/)
  const [watermark] = await pixels(made, [[140, 1700]])
  expect(near(watermark!, 'red'), "the race's watermark lies where its organiser wants it").toBe(true)
  desk.errors.length = 0

  await desk.open(`/crop?type=crops&userkey=${key}&raceid=226`)
  await page.getByRole('heading', { name: '我要跑' }).waitFor()
  await noFaults(desk, 'c3-entry')
  await desk.open(`/posters?_token=${runner.token}`)
  await page.getByRole('link', { name: /Haiyu Marathon/ }).waitFor()
  await noFaults(desk, 'c4-mine')
  await desk.open('/crop?_from=mini')
  await page.waitForURL(/\/home\?.*_from=mini/)
})

test('an editor moves a name on a poster by the mouse and by keys', async () => {
  const { world } = stage
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.context.addCookies([{ name: 'startline_console', value: editor.token, url: stage.origin }])
  await desk.open('/console/posters?raceid=226')
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
  // With Alt nothing snaps: it goes where the hand goes.
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
