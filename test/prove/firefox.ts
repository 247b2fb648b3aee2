import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { convertHtml } from '#features/certificates/template/convertHtml.rules.ts'
import { cleanHtml } from '#features/certificates/template/cleanHtml.rules.ts'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'
import {
  background,
  filledByHand,
  link,
  portrait,
  readCode,
  runners,
  size,
} from '#test/certificates/certificateSamples.ts'
import { difference, referencePage, serveDrawing } from '#test/certificates/drawing.ts'
import type { DrawnPicture } from '#test/certificates/drawingPage.ts'

const BOUND = 0.01
/** Returns the path of Firefox: `FIREFOX_PATH`, then the system's own. Undefined if there is none. */
export const firefoxPath = (): string | undefined =>
  [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path))

export type InFirefox = { version: string; pictures: number; worst: number; codes: number; wrong: string[] }

const openPage = async (browser: Browser): Promise<Page> => {
  const page = await browser.newPage()
  await page.setViewport({ ...size, deviceScaleFactor: 2 })
  return page
}
/** Lets the browser render the HTML by itself, without our drawing code. Returns the picture. */
const reference = async (browser: Browser, html: string): Promise<Buffer> => {
  const page = await openPage(browser)
  await page.setContent(referencePage(html), { waitUntil: 'load' })
  await page.evaluate(
    'Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]).then(() => true)',
  )
  const picture = Buffer.from(await page.screenshot({ type: 'png' }))
  await page.close()
  return picture
}

/**
 * Draws three templates (test/vectors) in Debian's Firefox over WebDriver BiDi. Each template is drawn once, in a newly
 * opened page, so a drawing that is right only the second time fails. Returns undefined if there is no Firefox.
 */
export const proveFirefox = async (say: (line: string) => void): Promise<InFirefox | undefined> => {
  const executablePath = firefoxPath()
  if (!executablePath) {
    say(
      'No Firefox on this machine, so nothing is proved: apt-get install firefox-esr fonts-noto-cjk, or name one in FIREFOX_PATH.',
    )
    return undefined
  }
  const templates = join(import.meta.dirname, '../vectors/templates')
  const [bg, photo] = [await background(), await portrait()]
  const { origin, close } = await serveDrawing()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: 600_000,
    timeout: 300_000,
  })
  const found: InFirefox = { version: await browser.version(), pictures: 0, worst: 0, codes: 0, wrong: [] }
  try {
    for (const template of ['boxes', 'styled', 'pasted'])
      for (const [runner, values] of Object.entries(runners)) {
        const html = readFileSync(join(templates, `${template}.html`), 'utf8')
        const clean = cleanHtml(html).html
        const done = convertHtml(clean)
        const sheet: CertificateSheet = {
          ...size,
          bg,
          html: clean,
          boxes: 'converted' in done ? done.converted.boxes : null,
          values,
          photo,
          link,
        }
        const page = await openPage(browser)
        await page.goto(origin)
        await page.waitForFunction('"drawing" in window')
        const drawn = (await page.evaluate(`drawing.draw(${JSON.stringify(sheet)})`)) as DrawnPicture
        await page.close()
        const jpeg = Buffer.from(drawn.jpeg, 'base64')
        const share = await difference(jpeg, await reference(browser, filledByHand(html, values, { bg, photo, link })))
        const code = await readCode(jpeg).catch(() => '')
        found.pictures++
        found.worst = Math.max(found.worst, share)
        if (code === link) found.codes++
        else found.wrong.push(`${template} with ${runner}: its code is not read back`)
        if (share > BOUND) found.wrong.push(`${template} with ${runner}: ${(share * 100).toFixed(2)} % differ`)
        say(
          `${template} with ${runner}: ${(share * 100).toFixed(3)} % differ, drawn in ${Math.round(drawn.canvasMs)} ms`,
        )
      }
  } finally {
    await browser.close()
    await close()
  }
  return found
}
