import axe from 'axe-core'
import { sql } from 'kysely'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { openEvent, openRace } from '../../entrants.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
/** A site that the races allow, and a site that they do not allow. */
const ALLOWED = 'https://news.example.com'
const OTHER = 'https://other.example'
/** A race with results. */
const OVER = 2025

beforeAll(async () => {
  // The sites count as public, and our server is on this machine. Without the flag, Chromium would ask the reader for a
  // permission.
  stage = await openStage({
    flags: ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'],
  })
  const { world } = stage
  await openRace2026(world)
  // No call has read the race yet, so no server has the race's former settings in its memory.
  await sql`update races set settings = settings || '{"live_hosts": ["news.example.com"]}'`.execute(world.db)
  await openRace(world, {
    id: OVER,
    name: '海屿马拉松',
    time: new Date('2026-02-27T23:30:00Z'),
    settings: { live_hosts: ['news.example.com'] },
  })
  await openEvent(world, { raceid: OVER, price: 0 })
  await importResults(world.parts, {
    raceid: OVER,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from('bib,name,sex,gun\nA1001,林晚晴,F,1:30:00\nA1002,周野,M,1:20:00\n'),
    publish: true,
    now: world.clock.now(),
  })
})
afterAll(() => stage?.close())

type Site = { race: number; view: 'signup' | 'results'; lang?: string; page?: string; origin?: string }
/** Opens a page of another site that has the two lines of docs/integrate.md. */
const visitSite = async (
  visitor: Visitor,
  { race, view, lang, page = 'zh-CN', origin = ALLOWED }: Site,
): Promise<void> => {
  const body = `<!doctype html><html lang="${page}"><head><meta charset="utf-8"><title>News</title>
<meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body><main><h1>News</h1>
<div data-startline-race="${race}" data-startline-view="${view}" data-startline-title="Race"${lang ? ` data-startline-lang="${lang}"` : ''}></div>
</main><script src="${stage.origin}/embed.js" async></script></body></html>`
  await visitor.page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await visitor.page.goto(`${origin}/`)
}
const widgetOf = async (page: Page): Promise<Frame> => {
  const element = await page.locator('iframe').elementHandle()
  const frame = (await element?.contentFrame()) ?? undefined
  if (!frame) throw new Error('The page has no widget')
  await frame.locator('h1').waitFor()
  return frame
}
/** Returns the difference between the height of the frame and of its content. */
const spare = async (page: Page, frame: Frame): Promise<number> =>
  (await page.locator('iframe').evaluate((one) => one.clientHeight)) -
  Math.ceil(await frame.evaluate(() => document.body.getBoundingClientRect().height))
const faultsIn = async (frame: Frame): Promise<string[]> => {
  await frame.evaluate(axe.source)
  return frame.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
  })
}

test('another site shows the sign-up in the height of its content; the sign-up sets no cookie and leads to the form', async () => {
  const reader = await stage.visit('desktop', 'zh-cn')
  const { page } = reader
  await visitSite(reader, { race: 2026, view: 'signup' })
  const widget = await widgetOf(page)
  await widget.getByText('剩余 200 个名额').waitFor()
  await widget.getByText('已报满').waitFor()
  await expect.poll(() => spare(page, widget)).toBe(0)
  expect(await faultsIn(widget)).toEqual([])
  await noFaults(reader, 'widget-1-signup')
  expect(await reader.context.cookies()).toEqual([])
  const [form] = await Promise.all([
    reader.context.waitForEvent('page'),
    widget.getByRole('link', { name: /立即报名/ }).click(),
  ])
  await form
    .getByRole('heading', { name: /澜江马拉松|报名/ })
    .first()
    .waitFor()
  expect(new URL(form.url()).pathname).toBe('/baoming')
  expect(new URL(form.url()).searchParams.get('raceid')).toBe('2026')
  await reader.context.close()
})

test('on a phone the results fit the page in the language of the site, and a search leads to the results', async () => {
  const reader = await stage.visit('phone', 'en')
  const { page } = reader
  await visitSite(reader, { race: OVER, view: 'results', page: 'en' })
  const widget = await widgetOf(page)
  await widget.getByText('First woman').waitFor()
  await expect.poll(() => spare(page, widget)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await faultsIn(widget)).toEqual([])
  await picture(reader, 'widget-2-results-phone')
  await widget.getByRole('textbox', { name: 'Find a result: bib or name' }).fill('A1001')
  const [found] = await Promise.all([
    reader.context.waitForEvent('page'),
    widget.getByRole('textbox', { name: 'Find a result: bib or name' }).press('Enter'),
  ])
  await found.getByText('A1001').first().waitFor()
  expect(new URL(found.url()).searchParams.get('q')).toBe('A1001')
  await reader.context.close()
})

test('the element chooses another language than the page', async () => {
  const reader = await stage.visit('desktop', 'en')
  await visitSite(reader, { race: 2026, view: 'signup', lang: 'zh-tw', page: 'en' })
  const places = (await widgetOf(reader.page)).getByText('剩餘 200 個名額')
  await expect.poll(() => places.count()).toBe(1)
  await reader.context.close()
})

test('a site that draws its pages later, or loads the script later, has its widgets too', async () => {
  const reader = await stage.visit('desktop', 'en')
  const { page } = reader
  const body = '<!doctype html><html lang="en"><title>News</title><main><h1>News</h1></main></html>'
  await page.route(`${ALLOWED}/**`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(`${ALLOWED}/`)
  await page.addScriptTag({ url: `${stage.origin}/embed.js`, type: 'module' })
  await page.evaluate(() => {
    for (const view of ['signup', 'results']) {
      const place = document.createElement('div')
      place.dataset['startlineRace'] = '2026'
      place.dataset['startlineView'] = view
      document.querySelector('main')?.append(place)
    }
  })
  const frames = page.locator('iframe')
  await expect.poll(() => frames.count()).toBe(2)
  await frames.nth(0).contentFrame().getByText('200 places left').waitFor()
  await frames.nth(1).contentFrame().getByText('Results are not out yet').waitFor()
  // Each widget has the height of its own content.
  await expect.poll(async () => (await frames.nth(1).boundingBox())!.height).toBeLessThan(300)
  await reader.context.close()
})

test('the frame of oEmbed works on the allowed site', async () => {
  const reader = await stage.visit('desktop', 'en')
  const { page } = reader
  const about = `${stage.origin}/home?raceid=2026&lang=en`
  const answer = await stage.world.app.inject({ method: 'GET', url: `/oembed?url=${encodeURIComponent(about)}` })
  const { html } = answer.json() as { html: string }
  await page.route(`${ALLOWED}/**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><title>News</title>${html}` }),
  )
  await page.goto(`${ALLOWED}/`)
  const link = (await widgetOf(page)).getByRole('link', { name: /Enter now/ })
  expect(await link.getAttribute('href')).toContain('/baoming?raceid=2026')
  await reader.context.close()
})

test('a site that the race does not name shows nothing', async () => {
  const reader = await stage.visit('desktop', 'zh-cn')
  const { page } = reader
  await visitSite(reader, { race: 2026, view: 'signup', origin: OTHER })
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  expect(reader.errors.join(' ')).toContain('frame-ancestors')
  await reader.context.close()
})
