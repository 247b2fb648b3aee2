import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import sharp from 'sharp'
import { PAPER_PAGE, PAPER_POLICY, emptyPaper } from '#features/certificates/template/paper.rules.ts'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'
import type { DrawnPicture } from './drawingPage.ts'

/**
 * The parts of the policy of the apps' pages (server/pages/shells.ts) that concern drawing, without addresses of other
 * hosts. Drawing must not need anything that the policy forbids.
 */
const policy =
  "default-src 'self'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob: data:; frame-src 'self' blob:; object-src 'none'"

export type DrawingDesk = {
  browser: Browser
  origin: string
  /** Every address that any page requested, except for the test's own server and addresses of data: and blob:. */
  asked: string[]
  /** The errors that any page wrote to its console. */
  errors: string[]
  /** Opens a page on which `draw` works. */
  open: () => Promise<Page>
  draw: (page: Page, sheet: CertificateSheet) => Promise<DrawnPicture>
  png: (page: Page) => Promise<Buffer>
  /** Lets the browser render a page's HTML at 2×, and returns a PNG. */
  reference: (html: string, width: number, height: number) => Promise<Buffer>
  close: () => Promise<void>
}

/** Serves the page of the drawing code from loopback. `files` holds the answers to the paths `/files/…`. */
export const serveDrawing = async (
  files: ReadonlyMap<string, Buffer> = new Map(),
): Promise<{ origin: string; close: () => Promise<void> }> => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'drawingPage.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const scripts = new Map<string, string>(
    output.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code] as const] : [])),
  )
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const script = scripts.get(path)
    const file = files.get(path)
    if (script) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (file)
      response.writeHead(200, { 'content-type': path.endsWith('.ttf') ? 'font/ttf' : 'image/jpeg' }).end(file)
    else if (path === '/')
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end(
          '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><body style="margin:0"><script type="module" src="/drawingPage.js"></script>',
        )
    else if (path === PAPER_PAGE)
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': `${PAPER_POLICY}; sandbox allow-same-origin`,
        })
        .end(emptyPaper())
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
/** Returns a page on which only the browser lays out a template. */
export const referencePage = (html: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><body style="margin:0">${html}`

export const openDrawingDesk = async (files: ReadonlyMap<string, Buffer> = new Map()): Promise<DrawingDesk> => {
  const executablePath = chromiumPath()
  if (!executablePath)
    throw new Error('No Chromium: install it (apt-get install chromium fonts-noto-cjk) or name it in CHROMIUM_PATH')
  const { origin, close } = await serveDrawing(files)
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  const asked: string[] = []
  const errors: string[] = []
  const newPage = async () => {
    const page = await (
      await browser.newContext({ deviceScaleFactor: 2, viewport: { width: 1280, height: 900 } })
    ).newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
        asked.push(request.url())
    })
    return page
  }
  return {
    browser,
    origin,
    asked,
    errors,
    open: async () => {
      const page = await newPage()
      await page.goto(origin)
      await page.waitForFunction(() => 'drawing' in window)
      return page
    },
    draw: (page, sheet) =>
      page.evaluate(
        (given) =>
          (window as unknown as { drawing: { draw: (sheet: unknown) => Promise<DrawnPicture> } }).drawing.draw(given),
        sheet as unknown,
      ),
    png: async (page) =>
      Buffer.from(
        await page.evaluate(() => (window as unknown as { drawing: { png: () => Promise<string> } }).drawing.png()),
        'base64',
      ),
    reference: async (html, width, height) => {
      const page = await newPage()
      await page.setViewportSize({ width, height })
      await page.setContent(referencePage(html))
      await page.evaluate(() =>
        Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]),
      )
      const picture = await page.screenshot({ type: 'png', animations: 'disabled' })
      await page.context().close()
      return picture
    },
    close: async () => {
      await browser.close()
      await close()
    },
  }
}

/**
 * A pixel counts as different if one of its channels (0–255) differs by more than this. The eye does not see smaller
 * differences.
 */
export const TOLERANCE = 24

/** Returns the share of pixels that differ between two pictures of one size. */
export const difference = async (one: Buffer, other: Buffer): Promise<number> => {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (a!.info.width !== b!.info.width || a!.info.height !== b!.info.height)
    throw new Error(`${a!.info.width}×${a!.info.height} is not ${b!.info.width}×${b!.info.height}`)
  let off = 0
  for (let at = 0; at < a!.data.length; at += 3) {
    if ([0, 1, 2].some((channel) => Math.abs(a!.data[at + channel]! - b!.data[at + channel]!) > TOLERANCE)) off++
  }
  return off / (a!.info.width * a!.info.height)
}
