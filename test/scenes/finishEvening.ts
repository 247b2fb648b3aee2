import sharp, { type Sharp } from 'sharp'
import { readyPhotos, takeIn } from '#features/photos/processing.service.ts'
import { keepFile } from '#features/files/service.ts'
import { makeAlbum } from '#features/photos/service.ts'
import { savePoster } from '#features/posters/service.ts'
import type { PosterDesign } from '#features/posters/design.contract.ts'
import { saveRace } from '#features/races/service.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { importRace226 } from '#test/e2e/browser/race.ts'
import type { World } from '#test/world.ts'

export let stage: Stage
export let view: PosterDesign
export const side = 560
const keepIn = async (world: World, bytes: Buffer): Promise<string> => {
  const kept = await keepFile(world.parts, { raceid: 226, name: 'p.png', bytes })
  if (typeof kept === 'string') throw new Error(kept)
  return kept.path
}
export const keep = (bytes: Buffer): Promise<string> => keepIn(stage.world, bytes)
export const text = (fontsize: number, offsety: number) => ({
  fontsize,
  offsetx: 40,
  offsety,
  size: 400,
  color: '#ffffff',
  align: 'left' as const,
  rotate: 0,
})

export const openEvening = async (): Promise<void> => {
  stage = await openStage()
  await fillEvening(stage.world)
}

/** Fills a world with the evening after race 226: results, certificates, photos, posters with and without a photo. */
export const fillEvening = async (world: World): Promise<void> => {
  const keep = (bytes: Buffer) => keepIn(world, bytes)
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
}

const corners = { red: [200, 30, 30], green: [30, 160, 60], blue: [30, 60, 200], yellow: [240, 200, 30] } as const
/** Returns a square of four colours, stored and marked as if the camera had been turned. */
export const heldAs = async (orientation: number): Promise<Buffer> => {
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
export const near = (pixel: readonly number[], colour: keyof typeof corners) =>
  corners[colour].every((value, at) => Math.abs(value - pixel[at]!) < 40)
export const isUpright = (pixels: readonly (readonly number[])[]) =>
  near(pixels[0]!, 'red') && near(pixels[1]!, 'green') && near(pixels[2]!, 'blue') && near(pixels[3]!, 'yellow')

export const photoOf = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
export const bring = (visitor: Visitor, file: ReturnType<typeof photoOf>) =>
  visitor.page.locator('input[type=file]').setInputFiles(file)
/** Returns the finished picture as it stands on the page. */
export const pictureOn = async ({ page }: Visitor): Promise<Buffer> => {
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
export const pixels = (picture: Buffer, places: readonly (readonly [number, number])[]) =>
  Promise.all(
    places.map(async ([left, top]) => [
      ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]),
  )
export const inSlot = [
  [220, 220],
  [1060, 220],
  [220, 1060],
  [1060, 1060],
] as const
