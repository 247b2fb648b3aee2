import puppeteer from 'puppeteer-core'
import { firefoxPath } from '../firefox.ts'
import { type Window, phoneAgent } from './driven.ts'

/** Returns the command that installs the packages of this proof, or undefined if the machine has a Firefox. */
export const firefoxMissing = (): string | undefined =>
  firefoxPath() ? undefined : 'apt-get install firefox-esr fonts-noto-cjk'

/** Opens Debian's Firefox as a phone. It speaks WebDriver BiDi itself, so the proof needs no driver. */
export const openFirefox = async (): Promise<Window> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath()!,
    headless: true,
    protocolTimeout: 120_000,
    timeout: 120_000,
    extraPrefsFirefox: {
      'general.useragent.override': phoneAgent('firefox'),
      'intl.accept_languages': 'zh-CN',
    },
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 390, height: 844 })
  const marked = async () => {
    const found = await page.$('[data-driven]')
    if (!found) throw new Error('the marked element is gone')
    return found
  }
  return {
    version: await browser.version(),
    go: async (url) => void (await page.goto(url, { waitUntil: 'load', timeout: 60_000 })),
    // The policy of the pages forbids code from text, so the proof sends the body as an expression.
    run: <Value>(body: string, ...args: readonly unknown[]) =>
      page.evaluate(`(function () {${body}\n}).apply(null, ${JSON.stringify(args)})`) as Promise<Value>,
    click: async () => (await marked()).click(),
    type: async (text) => (await marked()).type(text),
    upload: async (path) => {
      const field = await page.$('input[data-driven]')
      if (!field) throw new Error('the marked field is gone')
      await field.uploadFile(path)
    },
    picture: async () => Buffer.from(await page.screenshot({ type: 'png' })),
    close: () => browser.close(),
  }
}
