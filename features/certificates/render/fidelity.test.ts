import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DrawingDesk, difference, openDrawingDesk } from '#test/certificates/drawing.ts'
import {
  background,
  filledByHand,
  link,
  portrait,
  readCode,
  runners,
  size,
  usual,
} from '#test/certificates/certificateSamples.ts'
import { describeShared, shared } from '#test/beside.ts'
import { hostileStyles } from '#test/certificates/hostileStyles.ts'
import { browserAt } from '#integrations/browser/client.ts'
import { chromiumPath } from '#tools/screens.ts'
import { convertHtml } from '../template/convertHtml.rules.ts'
import { fillPage } from '../template/fillHtml.rules.ts'
import { cleanHtml } from '../template/cleanHtml.rules.ts'
import { nameOfSlice, fontSliceOf } from '../fonts/fonts.rules.ts'
import { openCanvasRenderer } from './canvasRenderer.service.ts'
import { subsetFont } from '../fonts/fontSubset.service.ts'
import { drawStandard } from '../template/standard.rules.ts'
import type { CertificateSheet } from '../web/sheet.ts'
import { counted } from '#test/prove/counted.ts'

/**
 * The folder of real organisers' templates, which git does not hold. Our own templates are in test/vectors/templates.
 */
const theirs = 'data/templates'
const ours = join(import.meta.dirname, '../../../test/vectors/templates')
/** The allowed share of pixels that differ from the browser's own rendering of the same HTML. */
const BOUND = 0.01

/**
 * True in `npm run prove -- fidelity`, which compares every template with every runner. The usual run compares only the
 * hardest cases of each form.
 */
const FULL = process.env['FIDELITY'] === 'full'

/** Reads a font in place of an organiser's font. Any font that clearly differs from the product's fonts would do. */
const ownFont = () => readFileSync('/usr/share/fonts/truetype/dejavu/DejaVuSerif-BoldItalic.ttf')
let desk: DrawingDesk
let bg: string
let photo: string
beforeAll(async () => {
  bg = await background()
  photo = await portrait()
  const slices = FULL
    ? await Promise.all(
        [0, 0x200].map(
          async (from) =>
            [
              `/fonts/1/own/${nameOfSlice({ from })}.ttf`,
              (await subsetFont(ownFont(), [[from, fontSliceOf(from).to]]))!,
            ] as const,
        ),
      )
    : []
  desk = await openDrawingDesk(new Map(slices))
})
afterAll(() => desk?.close())

const sheetOf = (html: string, values: Record<string, string>): CertificateSheet => {
  const clean = cleanHtml(html).html
  const done = convertHtml(clean)
  return { ...size, bg, html: clean, boxes: 'converted' in done ? done.converted.boxes : null, values, photo, link }
}

const longName = 'a long name with rare characters'
const casesOf = (all: readonly string[], hardest: readonly string[]) =>
  FULL
    ? all.flatMap((template) => Object.keys(runners).map((runner) => [template, runner] as const))
    : hardest.map((template) => [template, longName] as const)
/**
 * Compares a drawn template with the template on a page. The template named `converts` becomes boxes. A browser draws
 * every other template as HTML.
 */
const drawnAsShown = async (folder: string, template: string, runner: string, converts: string) => {
  const html = readFileSync(join(folder, `${template}.html`), 'utf8')
  const sheet = sheetOf(html, runners[runner]!)
  expect(sheet.boxes !== null).toBe(template === converts)
  const page = await desk.open()
  const drawn = await desk.draw(page, sheet)
  const [canvas, reference] = [
    FULL ? await desk.png(page) : undefined,
    await desk.reference(filledByHand(html, runners[runner]!, { bg, photo, link }), size.width, size.height),
  ]
  await page.context().close()
  const jpeg = Buffer.from(drawn.jpeg, 'base64')
  if (canvas) expect(await difference(canvas, reference)).toBeLessThanOrEqual(BOUND)
  expect(await difference(jpeg, reference)).toBeLessThanOrEqual(BOUND)
  expect(await readCode(jpeg)).toBe(link)
  counted({ drawings: 1 })
}
describeShared(theirs, 'a drawn certificate is what the browser shows', () => {
  test.each(casesOf(['T1', 'T2', 'T3'], ['T1', 'T3']))('%s with %s', (template, runner) =>
    drawnAsShown(shared(theirs), template, runner, 'T1'),
  )
})
describe('a certificate from one of our templates looks as in the browser', () => {
  test.each(casesOf(['boxes', 'styled', 'pasted'], ['boxes', 'pasted']))('%s with %s', (template, runner) =>
    drawnAsShown(ours, template, runner, 'boxes'),
  )
})

test('a rare character is drawn, and neither left out nor replaced by a box', async () => {
  const sheet = (name: string): CertificateSheet => ({
    ...size,
    height: 200,
    bg: null,
    html: '',
    values: { 姓名: name },
    photo: null,
    link,
    boxes: [
      {
        kind: 'text',
        x: 0,
        y: 0,
        width: 1280,
        text: '%姓名%',
        font: "'Noto Sans CJK SC',sans-serif",
        size: 110,
        weight: 400,
        italic: false,
        colour: '#000000',
        align: 'left',
        line: 140,
        spacing: 0,
        fit: 'none',
        rotate: 0,
        vertical: false,
        shadow: null,
        opacity: 1,
      },
    ],
  })
  const page = await desk.open()
  const pictures: Buffer[] = []
  // No font has the character of the third name, so the sign for missing characters is drawn. The last name is empty.
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
})

// Only `npm run prove` runs the slow cases.
if (FULL) {
  test('a percent sign without a known field stays, in boxes and in HTML', async () => {
    const page = await desk.open()
    const html = '<div style="width:1280px;height:300px;font:60px/80px sans-serif">完成率 100% %姓名% %不是字段%</div>'
    await desk.draw(page, {
      ...size,
      height: 300,
      bg: null,
      html,
      boxes: null,
      values: { 姓名: '李雷' },
      photo: null,
      link,
    })
    const reference = await desk.reference(html.replace('%姓名%', '李雷'), size.width, 300)
    expect(await difference(await desk.png(page), reference)).toBeLessThanOrEqual(BOUND)
    await page.context().close()
  })

  test('the server paints the picture that the browser paints, including its QR code', async () => {
    const { boxes } = drawStandard({ kind: 'timing', primary: '#c8102e', city: '江城' })
    const values = {
      ...runners['a short name with a rare character']!,
      城市: '江城',
      年龄段排名: '48',
      证书编号: '72-7K3M-9QXA-22FC-HT5W',
    }
    const sameFont = boxes.map((box) => (box.kind === 'text' ? { ...box, font: "'Noto Sans CJK SC',sans-serif" } : box))
    const renderer = await openCanvasRenderer({ ...size, bg, boxes: sameFont }, () =>
      Promise.resolve(Buffer.from(bg.split(',')[1]!, 'base64')),
    )
    const page = await desk.open()
    await desk.draw(page, { ...size, bg, html: '', boxes: sameFont, values, photo: null, link })
    // The two rasterisers round a baseline differently, and the bound allows this. A visible difference exceeds the
    // bound.
    expect(await difference(await renderer.draw(values, link).encode('png'), await desk.png(page))).toBeLessThanOrEqual(
      0.02,
    )
    expect(await readCode(await renderer.print(values, link))).toBe(link)
    await page.context().close()
  })

  test('the browser on the server draws HTML as a browser shows it', async () => {
    const html = readFileSync(join(ours, 'pasted.html'), 'utf8')
    // In an export nobody has a photo of their own.
    const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const clean = cleanHtml(html).html
    const page = await browserAt(chromiumPath()!).open()
    try {
      for (const values of Object.values(runners)) {
        const filled = fillPage(
          { ...size, html: clean, bg: '/files/1/0.jpg' },
          values,
          link,
          new Map([['/files/1/0.jpg', Buffer.from(bg.split(',')[1]!, 'base64')]]),
        )
        const jpeg = await page.shoot(filled, { ...size, scale: 2, quality: 0.9 })
        expect(
          await difference(
            jpeg,
            await desk.reference(filledByHand(html, values, { bg, photo: nothing, link }), size.width, size.height),
          ),
        ).toBeLessThanOrEqual(BOUND)
        expect(await readCode(jpeg)).toBe(link)
      }
    } finally {
      await page.close()
    }
  })

  test.each([
    [
      'boxes',
      '<div style="position:relative;width:1280px;height:1810px"><div style="position:absolute;left:40px;top:60px;width:1200px;font-family:\'Own Face\',sans-serif;font-size:90px;line-height:120px;text-align:center">%姓名%</div></div>',
    ],
    [
      'HTML',
      '<table style="width:1280px;height:1810px;font:90px/120px \'Own Face\',sans-serif"><tr><td>%姓名%</td></tr></table>',
    ],
  ])("the certificate uses an organiser's font, from its slices (%s)", async (_, html) => {
    const page = await desk.open()
    const sheet = { ...sheetOf(html, { 姓名: 'Wolfe Ωμέγα 3:25' }), bg: null }
    const face = `<style>@font-face{font-family:'Own Face';src:url(data:font/ttf;base64,${ownFont().toString('base64')})}</style>`
    const reference = await desk.reference(face + html.replace('%姓名%', 'Wolfe Ωμέγα 3:25'), size.width, size.height)
    await desk.draw(page, sheet)
    expect(await difference(await desk.png(page), reference), 'without it another one is drawn').toBeGreaterThan(
      BOUND / 2,
    )
    await desk.draw(page, {
      ...sheet,
      fonts: [{ family: 'Own Face', weight: 400, italic: false, path: '/fonts/1/own' }],
    })
    expect(await difference(await desk.png(page), reference)).toBeLessThanOrEqual(BOUND)
    await expect(
      desk.draw(page, { ...sheet, fonts: [{ family: 'Own Face', weight: 400, italic: false, path: '/fonts/1/gone' }] }),
    ).rejects.toThrow(/not loaded/)
    await page.context().close()
  })
}

describe('no certificate is ever drawn in part', () => {
  test.each([
    [
      'boxes',
      '<div style="position:relative;width:1280px;height:1810px"><img src="%bg%" width="1280" height="1810" style="position:absolute;left:0;top:0"></div>',
    ],
    ['HTML', '<div style="width:1280px;height:1810px;background:url(%bg%)"><b>%姓名%</b></div>'],
  ])('a background that cannot be loaded is an error (%s)', async (_, html) => {
    const page = await desk.open()
    await expect(desk.draw(page, { ...sheetOf(html, usual), bg: `${desk.origin}/files/1/gone.jpg` })).rejects.toThrow(
      /not loaded/,
    )
    expect(await page.locator('canvas').count()).toBe(0)
    await page.context().close()
  })
})

describe('a hostile template', () => {
  /** Another person's server. A request that reaches it has left the page. */
  const evil = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  const reached: string[] = []
  let outside: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    outside = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
  })
  afterAll(() => evil.close())
  const elements = (at: string) =>
    `<script>document.title="stolen";fetch("${at}/s")</script><img src="%bg%" onload="document.title='stolen'" onerror="top.document.title='stolen'"><img src="${at}/a.png"><img srcset="${at}/a2.png 2x"><p>a</p><svg onload="document.title='stolen'"><image href="${at}/e.png"/><use href="${at}/u.svg#a"/><filter id="f"><feImage href="${at}/fe.png"/></filter></svg><iframe src="${at}/f"></iframe><iframe srcdoc="<img src='${at}/sd.png'>"></iframe><link rel=stylesheet href="${at}/g.css"><link rel=preconnect href="${at}"><meta http-equiv="refresh" content="0;url=${at}/h"><base href="${at}/"><video src="${at}/v.mp4" poster="${at}/po.png"></video><audio src="${at}/a.mp3"></audio><object data="${at}/o"></object><embed src="${at}/em"><form action="${at}/fo"><input type=image src="${at}/in.png"></form><table background="${at}/t.png"><tr><td background="${at}/td.png">a</td></tr></table><body background="${at}/bo.png"><a href="javascript:document.title='stolen'" ping="${at}/ping">a</a><picture><source srcset="${at}/so.png"><img src="%bg%"></picture><template><img src="${at}/te.png"></template><math href="javascript:1"><mtext><style><img src="${at}/m.png"></style></mtext></math>`
  const templates = (at: string) => [elements(at), ...hostileStyles(at)]
  test.each([
    ['cleaned on saving', true],
    ['as it is, had the cleaning let it through', false],
  ])('runs nothing and reaches nothing outside: %s', async (_, cleaned) => {
    const page = await desk.open()
    const all = templates(outside)
    // The usual run takes the elements, one property with every kind of value, and a few style sheets.
    for (const html of FULL ? all : [[...all.slice(0, 2), ...all.slice(-20, -16)].join('')]) {
      desk.asked.length = 0
      const sheet = {
        ...size,
        height: 300,
        bg,
        html: cleaned ? cleanHtml(html).html : html,
        boxes: null,
        values: { 姓名: '<img src=x onerror="document.title=\'stolen\'">' },
        photo: null,
        link,
      }
      // A page that hides its background is not a certificate. The error names the background.
      await desk.draw(page, sheet).catch((error: Error) => expect(error.message).toMatch(/not loaded/))
      expect(await page.title(), html.slice(0, 200)).not.toBe('stolen')
      expect(reached, html.slice(0, 200)).toEqual([])
      if (cleaned) expect(desk.asked, html.slice(0, 200)).toEqual([])
      expect(page.url()).toBe(`${desk.origin}/`)
    }
    // This request comes last, so every earlier request has arrived before it.
    await fetch(`${outside}/ours`)
    expect(reached).toEqual(['/ours'])
    reached.length = 0
    await page.context().close()
  })
})
