import { inflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsShow, consoleExportsStart, type Format } from '#features/exports/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleBibsRenumber } from '../runs/runs.contract.ts'
import { openSheets } from './sheet.service.ts'

let world: World
let desk: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '欢乐跑', names: {}, type: 'fun_run' })
  await numbered(world, ['A|0010', 'A|0009', '|7'], { names: ['沈跑跑', '=1+1', '😀䶮'], zone: 'B' })
  await world.db.updateTable('registrations').set({ bib_at: world.clock.now() }).execute()
  desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const of = { raceid: RACE, table: 'bib_print' }
const columns = ['bib', 'name', 'event', 'zone', 'qr']
const fetched = async (format: Format, filter = {}) => {
  const { href } = await world.ask(consoleExportsStart, { ...of, columns, format, filter }, desk)
  const file = await world.app.inject({ method: 'GET', url: href, cookies: { startline_console: desk.token } })
  expect(file.statusCode).toBe(200)
  return file
}
/**
 * Reads the table of objects in the PDF, checks that each object is at the position that the table names, and returns
 * the drawings of the pages.
 */
const drawingsOf = (bytes: Buffer): string[] => {
  const text = bytes.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const table = text.slice(start).split('\n')
  expect(table[0]).toBe('xref')
  const offsets = table.slice(3, Number(table[1]!.split(' ')[1]) + 2).map((line) => Number(line.slice(0, 10)))
  offsets.forEach((offset, at) => expect(text.slice(offset, offset + 20)).toMatch(new RegExp(`^${at + 1} 0 obj\n`)))
  return [...text.matchAll(/\n<<\/Filter\/FlateDecode\/Length (\d+)>>\nstream\n/g)].map(
    ({ index, 0: head, 1: length }) =>
      inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  )
}
/** Returns the text of the code on a page, read as a phone reads it. */
const codeOn = (drawing: string): string => {
  const canvas = createCanvas(1200, 850)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1200, 850)
  context.fillStyle = '#000'
  for (const [, x, y, w, h] of drawing.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm))
    context.fillRect(Number(x) * 2, 850 - (Number(y) + Number(h)) * 2, Number(w) * 2 + 0.2, Number(h) * 2 + 0.2)
  const { data, width, height } = context.getImageData(600, 450, 600, 400)
  return decodeQR({ width, height, data: new Uint8Array(data) })
}

test('a file for the print shop is for staff with the right, and a PDF only if pages are drawn', async () => {
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  expect((await world.call(consoleExportsShow, of, cashier)).refusal).toBe('no_permission')
  expect((await world.ask(consoleExportsShow, of, desk)).formats).toEqual(['xlsx', 'csv', 'pdf'])
  expect((await world.ask(consoleExportsShow, { ...of, table: 'bibs' }, desk)).formats).toEqual(['xlsx', 'csv'])
  const sent = { raceid: RACE, table: 'bibs', columns: ['bib'], format: 'pdf' as const }
  expect((await world.call(consoleExportsStart, sent, desk)).refusal).toBe('field_wrong')
})

test('CSV: one row for each bib in the order of the numbers, with the text of its code', async () => {
  const lines = (await fetched('csv')).payload.trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    '参赛号,姓名,组别,出发区',
    '7,😀䶮,半程马拉松,B',
    "A0009,'=1+1,半程马拉松,B",
    'A0010,沈跑跑,半程马拉松,B',
  ])
  expect(lines[1]).toMatch(/,http:\/\/localhost:3000\/queryDetail\?_key=1ka-\w{22}$/)
  expect((await fetched('csv', { eventid: 2 })).payload.trim().split('\r\n')).toHaveLength(1)
})

test('PDF: a page for each bib, whose code a phone reads; the server remembers the file for later changes', async () => {
  const file = await fetched('pdf')
  expect(file.headers['content-type']).toBe('application/pdf')
  const pages = drawingsOf(file.rawPayload)
  expect(pages).toHaveLength(3)
  const keys = await world.db.selectFrom('registrations').select('_key').orderBy('id').execute()
  expect(pages.map(codeOn)).toEqual([2, 1, 0].map((at) => `http://localhost:3000/queryDetail?_key=${keys[at]!._key}`))
  const preview = { raceid: RACE, eventid: 1, prefix: 'A', from: 50, width: 4 }
  expect(await world.ask(consoleBibsRenumber, preview, desk)).toMatchObject({ changed: 3, printed: 3 })
})

test('names of any length and kind stay on the sheet', () => {
  const sheet = openSheets('江城马拉松')
  const bib = { bib: 'ABCDEF9999999', event: '半程马拉松', zone: 'A', clothes: 'L', link: 'http://localhost:3000/' }
  for (const name of ['', '王', '长'.repeat(10_000), '😀👨‍👩‍👧', '䶮', 'Ａ\u0000\u202e<b>']) {
    const { drawing, width } = sheet({ ...bib, name })
    for (const [, w, x] of drawing.matchAll(/^q ([\d.]+) 0 0 [\d.]+ (-?[\d.]+) /gm)) {
      expect(Number(x)).toBeGreaterThan(0)
      expect(Number(x) + Number(w)).toBeLessThan(width)
    }
  }
})
