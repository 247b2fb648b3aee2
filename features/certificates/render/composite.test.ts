import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrawingDesk, openDrawingDesk } from '#test/certificates/drawing.ts'
import type { CertificateSheet } from '../web/sheet.ts'

const SIDE = 200
const windowed = `/files/1/${'a'.repeat(32)}.png`
const opaque = `/files/1/${'b'.repeat(32)}.jpg`
const photo = `/files/1/${'c'.repeat(32)}.jpg`
const plain = (background: string) => sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })

let desk: DrawingDesk
beforeAll(async () => {
  // The picture is a red frame around a transparent window from 40 to 160.
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><path fill="#f00" fill-rule="evenodd" d="M0 0h200v200h-200zM40 40v120h120v-120z"/></svg>`
  desk = await openDrawingDesk(
    new Map([
      [windowed, await sharp(Buffer.from(frame)).png().toBuffer()],
      [opaque, await plain('#ffff00').jpeg().toBuffer()],
      [photo, await plain('#0000ff').jpeg().toBuffer()],
    ]),
  )
})
afterAll(() => desk?.close())

const place = '<div title="照片" style="position:absolute;left:50px;top:50px;width:100px;height:100px"></div>'
const html = (slot: string) =>
  `<img src="%bg%" style="position:absolute;left:0;top:0;width:200px;height:200px">${slot}<p style="position:absolute;left:90px;top:80px;width:20px;height:20px;margin:0;background:#00ff00"></p>`
const coloursOf = async (given: Partial<CertificateSheet>) => {
  const page = await desk.open()
  const { jpeg } = await desk.draw(page, {
    width: SIDE,
    height: SIDE,
    boxes: null,
    values: {},
    link: 'http://localhost/verify?n=1',
    bg: windowed,
    html: html(place),
    photo,
    ...given,
  })
  await page.context().close()
  const at = async (left: number, top: number) => {
    const [red, green, blue] = await sharp(Buffer.from(jpeg, 'base64'))
      .extract({ left: left * 2, top: top * 2, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return [red! > 128 ? 'r' : '', green! > 128 ? 'g' : '', blue! > 128 ? 'b' : ''].join('')
  }
  return {
    frame: await at(10, 10),
    beside: await at(45, 100),
    slot: await at(70, 120),
    text: await at(100, 90),
  }
}

test('a photo lies beneath the HTML: under the marked element, or under all of it', async () => {
  expect(await coloursOf({})).toEqual({ frame: 'r', beside: 'rgb', slot: 'b', text: 'g' })
  expect(await coloursOf({ html: html(''), beneath: true })).toEqual({ frame: 'r', beside: 'b', slot: 'b', text: 'g' })
  expect(await coloursOf({ photo: null }), 'without a photo').toEqual({
    frame: 'r',
    beside: 'rgb',
    slot: 'rgb',
    text: 'g',
  })
})

test('if a background without a window would hide the photo, the photo fills the marked element', async () => {
  expect(await coloursOf({ bg: opaque })).toEqual({ frame: 'rg', beside: 'rg', slot: 'b', text: 'g' })
})

test('HTML is drawn without an error on the console, and its first face has no serifs', async () => {
  const narrow = async (style: string) => {
    const page = await desk.open()
    const { jpeg } = await desk.draw(page, {
      width: SIDE,
      height: SIDE,
      boxes: null,
      values: {},
      link: 'http://localhost/verify?n=1',
      bg: null,
      html: `<p style="font-size:40px;margin:20px${style}">Illl 1</p><table><tr><td>a</td></tr></table>`,
      photo: null,
    })
    await page.context().close()
    return jpeg
  }
  expect(await narrow('')).toBe(await narrow(';font-family:sans-serif'))
  expect(await narrow('')).not.toBe(await narrow(';font-family:serif'))
  expect(desk.errors).toEqual([])
})
