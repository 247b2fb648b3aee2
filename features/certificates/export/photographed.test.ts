import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserAt } from '#integrations/browser/client.ts'
import { readyPhotos, takeIn } from '#features/photos/processing.service.ts'
import { makeAlbum } from '#features/photos/service.ts'
import {
  boxes,
  drawAll,
  editor,
  fetchZip,
  lineOf,
  openExports,
  paper,
  world,
} from '#test/scenes/exportedCertificates.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import { chromiumPath } from '#tools/screens.ts'
import { saveCertificate } from '../service.ts'
import { Boxes } from '../template/boxes.contract.ts'
import { consoleCertificatesExport, consoleCertificatesRedraw } from './exports.contract.ts'

const plain = (background: string, size = 400) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
const take = async (filename: string, background: string) => {
  const bytes = await plain(background).jpeg().toBuffer()
  await takeIn(world.parts, { raceid: 7, albumid: 31, filename, bytes, staffid: null }, world.clock.now())
}
beforeAll(async () => {
  await openExports()
  const now = world.clock.now()
  const album = {
    name: '终点',
    names: {},
    photographer: '',
    position: 1,
    names_bibs: 'all' as const,
    point: null,
    clock_offset_ms: 0,
    published_at: now,
  }
  await world.db.transaction().execute((tx) => makeAlbum(tx, 7, album, now, 31))
  // The red photo shows two runners. The blue photo shows only A1.
  await take('A1_A2.jpg', '#e01010')
  await take('A1.jpg', '#1010e0')
  await readyPhotos(world.parts, now)
})
afterAll(() => world?.close())

/**
 * Reads the colour in the middle of the photo's place, which goes from 30 to 90 in both directions, and the colour
 * beside it.
 */
const coloursOf = async (jpeg: Buffer) => {
  const at = async (left: number, top: number) => {
    const [red, green, blue] = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
    return [red! > 128 ? 'r' : '', green! > 128 ? 'g' : '', blue! > 128 ? 'b' : ''].join('')
  }
  return { slot: await at(120, 120), beside: await at(20, 120) }
}
const drawn = async (draft: object, format: 'jpg' | 'pdf' = 'jpg') => {
  const now = world.clock.now()
  const { id: certificateid } = await world.db
    .transaction()
    .execute((tx) =>
      saveCertificate(
        tx,
        7,
        { eventid: null, kind: 'timing', name: '照片', ...paper, bg: null, published_at: null, ...draft },
        now,
      ),
    )
  const { id } = await world.ask(
    consoleCertificatesExport,
    { raceid: 7, id: certificateid, eventid: 1, format },
    editor,
  )
  await drawAll()
  return { id, files: await filesOf(id) }
}
const filesOf = async (id: number) => unzipped((await fetchZip((await lineOf(id))!.path!)).rawPayload)
const slot = { kind: 'photo', x: 30, y: 30, width: 60, height: 60, radius: 0, rotate: 0, border: null }
const named = [...Boxes.parse([slot]), { ...boxes[0]!, y: 200, text: '%姓名% %参赛号% %照片合成%' }] as typeof boxes
const jpegIn = (pdf: Buffer) => pdf.subarray(pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff])))

test("each runner's own race photo is in the slot, as picture and as PDF; a runner without a photo is drawn without one", async () => {
  const { id, files } = await drawn({ boxes: named })
  expect(await coloursOf(files.get('A1 跑者1.jpg')!), 'the photo that shows nobody else').toEqual({
    slot: 'b',
    beside: 'rgb',
  })
  expect(await coloursOf(files.get('A2 跑者2.jpg')!)).toEqual({ slot: 'r', beside: 'rgb' })
  expect(await coloursOf(files.get('A3 跑者3.jpg')!)).toEqual({ slot: 'rgb', beside: 'rgb' })
  const pdf = await drawn({ boxes: named }, 'pdf')
  expect(await coloursOf(jpegIn(pdf.files.get('A1 跑者1.pdf')!))).toEqual({ slot: 'b', beside: 'rgb' })

  // The export does not contain a photo that staff hid. The other photos stay.
  await world.db.updateTable('photos').set({ state: 'hidden' }).where('filename', '=', 'A1.jpg').execute()
  expect((await filesOf(id)).has('A1 跑者1.jpg')).toBe(false)
  expect((await filesOf(id)).has('A2 跑者2.jpg')).toBe(true)
  await world.ask(consoleCertificatesRedraw, { raceid: 7, id }, editor)
  await drawAll()
  expect(await coloursOf((await filesOf(id)).get('A1 跑者1.jpg')!)).toEqual({ slot: 'r', beside: 'rgb' })
  // A later photo does not invalidate a picture that is already drawn.
  await take('A3.jpg', '#1010e0')
  await readyPhotos(world.parts, world.clock.now())
  expect((await filesOf(id)).has('A3 跑者3.jpg')).toBe(true)
})

test('HTML has the photo too: in an image, under or in another element, or beneath a window', async () => {
  world.parts.integrations.browser = browserAt(chromiumPath()!)
  try {
    const text = '<p style="position:absolute;top:200px;left:0;width:240px">%姓名% %参赛号% %合成%</p>'
    const at = 'position:absolute;left:30px;top:30px;width:60px;height:60px'
    const html = (element: string) =>
      `<div style="position:relative;width:240px;height:300px">${element}${text}<table><tr><td></td></tr></table></div>`
    for (const element of [
      `<img title="照片" style="${at}">`,
      `<img src="%photo%" style="${at}">`,
      `<div title="照片" style="${at}"></div>`,
    ]) {
      const { files } = await drawn({ html: html(element), keepHtml: true })
      expect(await coloursOf(files.get('A2 跑者2.jpg')!), element).toEqual({ slot: 'r', beside: 'rgb' })
      expect(await coloursOf(files.get('A4 跑者4.jpg')!), element).toEqual({ slot: 'rgb', beside: 'rgb' })
    }
  } finally {
    delete world.parts.integrations.browser
  }
})
