import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bibAlloc } from '#features/bibs/contract.ts'
import { faceOutcomeWords } from '#features/desks/face/face.words.ts'
import { consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { mydataConsent } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { type Integrations, openIntegrations } from '#integrations/integrations.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults, picture } from '#test/e2e/browser/pictures.ts'

const wording = { version: '1', title: { 'zh-cn': '人脸核验' }, body: { 'zh-cn': '同意人脸核验' } }
let stage: Stage
let trial: Integrations
let director: { token: string }
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T04:00:00Z' })
  const { world } = stage
  await openRace(world, { settings: { unpaid_most: 1000, consents: { face: wording } } })
  await openEvent(world, { price: 0, places: 1000 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  for (const name of ['一号台', '二号台']) await world.ask(consoleDesksSave, { raceid: RACE, name }, director)
  const runner = await runnerSession(world)
  for (const [n, name] of ['陆一舟', '白若溪'].entries()) {
    const { _key: key } = await world.ask(registrationSave, entrant(n + 1, { name }), runner)
    await world.ask(mydataConsent, { id: key, name: 'face', given: true }, runner)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
    await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: `000${n + 1}` }, director)
  }
  const { folder, clock } = world.parts
  trial = await openIntegrations({ folder, origin: stage.origin, clock, faces: 'sandbox' })
  Object.assign(world.parts.integrations, { faces: trial.faces })
  Object.assign(world.parts.integrations.sandbox, { faces: trial.sandbox.faces })
})
afterAll(async () => {
  await stage?.close()
  await trial?.close()
})

const screens = [
  ['phone', 'zh-cn', undefined],
  ['tablet', 'en', { width: 1024, height: 768 }],
  ['desktop', 'zh-cn', undefined],
] as const
const open = async ([size, lang, viewport]: (typeof screens)[number]): Promise<Visitor> => {
  const visitor = await stage.visit(size, lang)
  if (viewport) await visitor.page.setViewportSize(viewport)
  await visitor.logIn('staff', director.token)
  return visitor
}
const find = async (page: Page, q: string) => {
  await page.locator('form[role=search] input').fill(q)
  await page.keyboard.press('Enter')
}
const cut = (route: Route) => route.abort('connectionrefused')

for (const screen of screens) {
  const [size, lang] = screen
  const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
  const name = (step: string) => `states-${size}-${lang}-${step}`

  test(`a desk that waits, fails or loses its network says so on a ${size}`, async () => {
    const visitor = await open(screen)
    const { page } = visitor
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/console/desks/list', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${stage.origin}/console/${RACE}/desk`)
    await page.locator('main [data-waits]').first().waitFor()
    await picture(visitor, name('1-loading'))
    answer()
    await page.locator('form[role=search] input').waitFor()
    await page.unroute('**/console/desks/list')
    await noFaults(visitor, name('2-start'))

    await page.route('**/console/desks/list', cut)
    await page.route('**/checkin/runner/**', cut)
    await page.goto(`${stage.origin}/console/${RACE}/desk`)
    await page.getByRole('button', { name: said('再试一次', 'Try again') }).waitFor()
    await noFaults(visitor, name('3-failed'))
    await page.unroute('**/console/desks/list')
    await page.getByRole('button', { name: said('再试一次', 'Try again') }).click()
    // The page shows the desks, although it could not read the list of entries.
    await page
      .getByText(said('发放记录没有读到', "The list of hand-outs couldn't be read"))
      .locator('visible=true')
      .waitFor()
    await noFaults(visitor, name('4-list-failed'))
    await page.unroute('**/checkin/runner/**')
    await page
      .getByRole('button', { name: said('重试', 'Try again') })
      .locator('visible=true')
      .click()
    await page.getByText(said('还没有发放记录', 'Nothing was handed out yet')).locator('visible=true').waitFor()

    await find(page, 'A0001')
    await page.getByRole('heading', { name: '陆一舟' }).waitFor()
    await noFaults(visitor, name('5-pack'))
    // The search for the next runner fails. The first runner's pack must not stay on the screen.
    await page.route('**/checkin/runner/**', cut)
    await find(page, 'A0002')
    await page.getByRole('alert').locator('visible=true').first().waitFor()
    expect(await page.getByText('陆一舟').count()).toBe(0)
    expect(await page.getByRole('button', { name: said('确认发放', 'Hand out the pack') }).count()).toBe(0)
    await noFaults(visitor, name('6-search-failed'))
    await visitor.context.setOffline(true)
    await page.getByText(said('网络已断开', "You're offline")).first().waitFor()
    await noFaults(visitor, name('7-offline'))
    await visitor.context.setOffline(false)
    await visitor.context.close()
  })

  test(`supervisor and race control see that their figures are old on a ${size}`, async () => {
    const visitor = await open(screen)
    const { page } = visitor
    const old = page.getByText(said('与服务器的连接中断', 'No contact with the server'))
    for (const [step, path, call] of [
      ['8-figures', `/console/${RACE}/desks`, '**/console/desks/figures'],
      ['9-control', `/console/${RACE}/control`, '**/live/gps/monitor**'],
    ] as const) {
      await Promise.all([page.waitForResponse(call), visitor.open(path)])
      await page.locator('main [data-waits]').first().waitFor({ state: 'detached' })
      await page.route(call, cut)
      await page.clock.fastForward(16_000)
      await expect
        .poll(async () => {
          await page.clock.fastForward(2_000)
          return old.count()
        })
        .toBe(1)
      await noFaults(visitor, name(step))
      await page.unroute(call)
      await page.clock.fastForward(16_000)
      await old.waitFor({ state: 'detached' })
    }
    await visitor.context.close()
  })
}

test('a director tries each answer of the sandbox that checks faces', async () => {
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a08070' } })
    .jpeg()
    .toBuffer()
  for (const screen of screens.slice(0, 2)) {
    const [size, lang] = screen
    const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
    const visitor = await open(screen)
    const { page } = visitor
    await visitor.open(`/console/${RACE}/desk`)
    await find(page, 'A0002')
    const take = page.getByLabel(said('拍照核验人脸', 'Take a picture to check the face'))
    const check = async (outcome: keyof typeof faceOutcomeWords) => {
      await take.setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer })
      await page.getByText(faceOutcomeWords[outcome][lang], { exact: true }).waitFor()
    }
    await take.waitFor()
    await check('match')
    await noFaults(visitor, `trial-${size}-1-match`)
    const link = page.getByRole('link', { name: said('模拟服务', 'Sandbox') })
    const [sandbox] = await Promise.all([visitor.context.waitForEvent('page'), link.click()])
    const choose = async (cn: string, en: string) => {
      const button = sandbox.getByRole('button', { name: said(cn, en), exact: true })
      await button.click()
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    }
    await choose('太暗', 'Too dark')
    await picture({ ...visitor, page: sandbox }, `trial-${size}-2-page`)
    await check('dark')
    await choose('服务中断', 'Service down')
    await check('down')
    await noFaults(visitor, `trial-${size}-3-down`)
    await choose('一致', 'Match')
    stage.world.clock.advance(11 * 60_000)
    await visitor.context.close()
  }
})
