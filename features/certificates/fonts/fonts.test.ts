import { readFileSync } from 'node:fs'
import { GlobalFonts, createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveCertificate } from '../service.ts'
import { Boxes } from '../template/boxes.contract.ts'
import { certificateShow } from '../contract.ts'
import {
  type FontLine,
  consoleCertificatesFonts,
  consoleCertificatesFontsRemove,
  consoleCertificatesFontsSave,
} from './fonts.contract.ts'
import { fontsNamed, nameOfSlice, readSfnt, readSlice, fontSliceOf, slicesFor } from './fonts.rules.ts'

const file = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
/** A font of the system, from the Debian package `fonts-dejavu-core`. The project holds no copy of it. */
const font = readFileSync(file)
/** Returns the test's font with other rights in its table OS/2. */
const withRights = (rights: number): Buffer => {
  const copy = Buffer.from(font)
  for (let n = 0; n < copy.readUInt16BE(4); n++)
    if (copy.toString('latin1', 12 + 16 * n, 16 + 16 * n) === 'OS/2')
      copy.writeUInt16BE(rights, copy.readUInt32BE(20 + 16 * n) + 8)
  return copy
}

let world: World
let editor: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveRace(tx, { id: 7, name: '江城马拉松', time: now, published_at: now }, now))
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
})
afterAll(() => world?.close())

const send = async (bytes: Uint8Array | null, fields: Record<string, string> = {}): Promise<Envelope<FontLine>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    raceid: '7',
    _token: editor.token,
    licence: 'Bitstream Vera licence',
    ...fields,
  }))
    form.append(name, value)
  if (bytes) form.append('file', new Blob([Buffer.from(bytes)]), 'font.ttf')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleCertificatesFontsSave.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  return answered.json()
}

describe('a font is refused', () => {
  test('without the right, the licence or the file', async () => {
    expect(await send(font, { _token: '' })).toMatchObject({ code: '401' })
    expect(await send(font, { _token: (await runnerSession(world)).token })).toMatchObject({
      code: expect.stringMatching(/^(401|10001)$/) as string,
    })
    const cashier = await staffSession(world, [{ raceid: 7, role: 'cashier' }])
    expect(await send(font, { _token: cashier.token })).toMatchObject({ code: '403' })
    for (const endpoint of [consoleCertificatesFonts, consoleCertificatesFontsRemove] as const)
      expect(await world.call(endpoint, { raceid: 7, hash: '0'.repeat(32) } as never, cashier)).toMatchObject({
        code: '403',
      })
    expect(await send(font, { licence: ' ' })).toMatchObject({
      code: '422',
      data: { fields: { licence: expect.any(String) as string } },
    })
    expect(await send(null)).toMatchObject({ refusal: 'font_missing' })
  })
  test.each([
    ['a text', Buffer.from('not a font at all')],
    ['a font that breaks off', font.subarray(0, 20_000)],
    ['a collection', Buffer.concat([Buffer.from('ttcf'), font.subarray(4)])],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, bytes) => {
    expect(await send(bytes)).toMatchObject({ code: '422', refusal: 'not_a_font' })
  })
  test('whose maker forbids embedding, whole or in part', async () => {
    for (const rights of [0x0002, 0x0100, 0x0104])
      expect(await send(withRights(rights))).toMatchObject({ refusal: 'font_not_allowed' })
  })
})

test('a font is kept under its own name, handed out only in slices, and named with the definitions that use it', async () => {
  const before = (await world.ask(consoleCertificatesFonts, { raceid: 7 }, editor)).items[0]
  if (!before)
    expect(await send(font)).toMatchObject({
      code: '200',
      data: { family: 'DejaVu Sans', weight: 400, italic: false, licence: 'Bitstream Vera licence' },
    })
  expect(await send(font)).toMatchObject({ refusal: 'font_known' })
  const [line] = (await world.ask(consoleCertificatesFonts, { raceid: 7 }, editor)).items
  const get = (url: string) => world.app.inject({ method: 'GET', url })
  const slice = await get(`${line!.path}/u0.ttf`)
  expect(slice.headers).toMatchObject({
    'content-type': 'font/ttf',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(slice.rawPayload.length).toBeLessThan(font.length / 4)
  GlobalFonts.register(slice.rawPayload, 'slice under test')
  const context = createCanvas(10, 10).getContext('2d')
  const widthIn = (family: string, text: string) => (
    (context.font = `40px '${family}'`),
    context.measureText(text).width
  )
  GlobalFonts.register(font, 'whole under test')
  expect(widthIn('slice under test', 'AV Wolfe')).toBeCloseTo(widthIn('whole under test', 'AV Wolfe'), 1)
  const all = await Promise.all(Array.from({ length: 20 }, () => get(`${line!.path}/u400.ttf`)))
  expect(new Set(all.map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.length}`)).size).toBe(1)
  // The server serves this slice, although the font lacks its characters. The device draws them with another font.
  expect((await get(`${line!.path}/u4e00.ttf`)).statusCode).toBe(200)
  for (const url of ['/u1.ttf', '/u4e01.ttf', '/u110000.ttf', '/whole.ttf', '/u0', '/..%2ffont.bin'])
    expect((await get(line!.path + url)).statusCode, url).toBe(404)
  for (const url of [`/private/fonts/7/${line!.hash}.bin`, `/files/7/${line!.hash}.bin`])
    expect((await get(url)).rawPayload.includes(font.subarray(0, 256)), url).toBe(false)
  const boxes = Boxes.parse([
    {
      kind: 'text',
      x: 0,
      y: 0,
      width: 200,
      text: 'a',
      font: "'DejaVu Sans',sans-serif",
      size: 20,
      weight: 400,
      colour: '#000000',
      align: 'left',
      line: null,
      fit: 'none',
    },
  ])
  const now = world.clock.now()
  const made = await world.db
    .transaction()
    .execute((tx) =>
      saveCertificate(
        tx,
        7,
        { eventid: null, kind: 'timing', name: '证书', boxes, width: 200, height: 200, bg: null, published_at: now },
        now,
      ),
    )
  expect((await world.ask(certificateShow, { id: made.id })).fonts).toEqual([
    { family: 'DejaVu Sans', weight: 400, italic: false, path: line!.path },
  ])
  const remove = () => world.call(consoleCertificatesFontsRemove, { raceid: 7, hash: line!.hash }, editor)
  expect(await remove()).toMatchObject({ refusal: 'font_in_use' })
  await world.db.deleteFrom('certificates').where('raceid', '=', 7).execute()
  expect(await remove()).toMatchObject({ code: '200' })
  expect(await remove()).toMatchObject({ refusal: 'font_not_found' })
  expect((await get(`${line!.path}/u0.ttf`)).statusCode).toBe(404)
})

test('slices have 64 Chinese characters each, and connected letters stay together', () => {
  expect(fontSliceOf(0x4e2d)).toEqual({ from: 0x4e00, to: 0x4e3f })
  expect(slicesFor('محمد').map(nameOfSlice)).toEqual(['u600'])
  expect(slicesFor('Wolfe 3:25').map(nameOfSlice)).toEqual(['u0'])
  expect(slicesFor('李䶮𬱖').map(nameOfSlice)).toEqual(
    [...'李䶮𬱖'].map((one) => nameOfSlice(fontSliceOf(one.codePointAt(0)!))),
  )
  for (const character of [0, 0x2dff, 0x2e00, 0x4e2d, 0x2cc56, 0x10ffff])
    expect(readSlice(nameOfSlice(fontSliceOf(character)))).toEqual(fontSliceOf(character))
  expect(readSlice('u4e01')).toBeUndefined()
})

test('a definition names its fonts in any case, in boxes or in HTML', () => {
  const fonts = [{ family: 'My Font' }, { family: 'Other' }]
  expect(fontsNamed(fonts, { html: '<b style="font-family:my font">a</b>', boxes: null })).toEqual([fonts[0]])
  expect(readSfnt(font)).toEqual({
    family: 'DejaVu Sans',
    weight: 400,
    italic: false,
    glyphs: expect.any(Number) as number,
    embeddable: true,
  })
})
