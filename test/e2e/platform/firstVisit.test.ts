import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, openStage } from '../browser/browser.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const pages = ['/', '/?raceid=2026', '/home?raceid=2026', '/baoming?raceid=2026']
/** Returns the beginning of a text without its digits, because the clocks on the page go on. */
const words = (text: string): string => text.replaceAll(/\d+/g, '').slice(0, 20)

/** Calls that wait until the page has been open for a while (ui/network/useSettled.ts). */
const besidePage = new Set(['/safety/now', '/disruption/now'])

test('a first visit shows the page before any script, asks for no data that the page already has, and takes few requests', async () => {
  for (const path of pages) {
    const { page, context, errors } = await stage.visit('phone', 'zh-cn')
    const calls: string[] = []
    const files: string[] = []
    page.on('request', (request) => {
      // On a slow machine the page may make these calls before its network is idle, so they do not count.
      if (besidePage.has(new URL(request.url()).pathname)) return
      if (request.url().startsWith(stage.origin)) files.push(request.url())
      if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname)
    })
    await page.goto(stage.origin + path, { waitUntil: 'networkidle' })
    expect(calls, `${path} asks for what it holds`).toEqual([])
    expect(files.length, path).toBeLessThanOrEqual(25)
    expect(errors, path).toEqual([])
    const shown = await page.locator('#main').innerText()
    const bare = await context.newPage()
    await bare.route('**/*.js', (route) => route.abort())
    await bare.goto(stage.origin + path)
    expect(words(await bare.locator('#main').innerText()), `${path} without a script`).toBe(words(shown))
    await context.close()
  }
})
