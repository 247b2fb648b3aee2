import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faceOutcomes } from '#features/desks/face/face.rules.ts'
import { faceOutcomeWords } from '#features/desks/face/face.words.ts'
import { mydataConsent } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { faceServiceOver } from '#integrations/face/client.ts'
import { type SandboxFaces, startSandboxFaces } from '#integrations/sandbox/face/server.ts'
import { askHealth, enterWithHealth } from '#test/scenes/medicalRunner.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

let stage: Stage
let sandbox: SandboxFaces
let director: { token: string }
let runner: { token: string }
let key: string
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T04:00:00Z' })
  sandbox = await startSandboxFaces()
  const { world } = stage
  const face = { version: '1', title: { 'zh-cn': '人脸核验' }, body: { 'zh-cn': '同意人脸核验' } }
  await openRace(world, { settings: { unpaid_most: 1000, consents: { face } } })
  await openEvent(world, { price: 0, places: 1000 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(world)
  key = (await world.ask(registrationSave, entrant(1, { name: '陆一舟' }), runner))._key
})
afterAll(async () => {
  await stage?.close()
  await sandbox?.close()
})
const faces = (patienceMs?: number) =>
  Object.assign(stage.world.parts.integrations, {
    faces: faceServiceOver({ url: sandbox.url, key: sandbox.key, patienceMs }),
  })

test('a desk checks a face only with consent; each of the seven answers has its sentence', async () => {
  const gate = await staffSession(stage.world, [{ raceid: RACE, role: 'gate' }])
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a08070' } })
    .jpeg()
    .toBuffer()
  faces()
  for (const [device, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const tablet = await stage.visit(device, lang)
    await tablet.logIn('staff', gate.token)
    await tablet.open(`/console/${RACE}/desk`)
    const { page } = tablet
    const find = async () => {
      await page.getByRole('searchbox').or(page.locator('form[role=search] input')).first().fill('陆一舟')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: '陆一舟' }).waitFor()
    }
    const take = page.getByLabel(lang === 'en' ? 'Take a picture to check the face' : '拍照核验人脸')
    await page.locator('form[role=search] input').waitFor()
    await find()
    expect(await take.count(), 'without consent').toBe(0)
    await stage.world.ask(mydataConsent, { id: key, name: 'face', given: true }, runner)
    await find()
    await take.waitFor()
    await noFaults(tablet, `face-${lang}-0`)
    for (const outcome of faceOutcomes) {
      sandbox.weather.answer = outcome
      faces(outcome === 'slow' ? 300 : undefined)
      await take.setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer })
      await page.getByText(faceOutcomeWords[outcome][lang], { exact: true }).waitFor()
      if (outcome === 'match' || outcome === 'no_match') await noFaults(tablet, `face-${lang}-${outcome}`)
    }
    stage.world.clock.advance(11 * 60_000)
    await stage.world.ask(mydataConsent, { id: key, name: 'face', given: false }, runner)
  }
  expect(sandbox.refused).toEqual([])
})

test('the medical desk opens details with a reason and closes them', async () => {
  await askHealth(stage.world, director)
  await enterWithHealth(stage.world, runner, 7)
  for (const [device, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
    const tablet = await stage.visit(device, lang)
    await tablet.logIn('staff', director.token)
    await tablet.open(`/console/${RACE}/medical`)
    const { page } = tablet
    await page.getByText(said('请查找选手', 'Find a runner')).last().waitFor()
    await noFaults(tablet, `medical-${lang}-1-empty`)
    await page.locator('form[role=search] input').fill('周启明')
    await page.keyboard.press('Enter')
    const open = page.getByRole('button', { name: said('打开医疗信息', 'Open medical details') })
    await open.waitFor()
    expect(await open.isDisabled(), 'without a reason').toBe(true)
    expect(await page.getByText('花生').count()).toBe(0)
    await page.getByRole('button', { name: said('现场伤病处置', 'Treating the runner') }).click()
    await noFaults(tablet, `medical-${lang}-2-reason`)
    await open.click()
    await page.getByText('花生').waitFor()
    await page.getByText('降压药').waitFor()
    expect(await page.getByRole('link', { name: '13800000007' }).getAttribute('href')).toBe('tel:13800000007')
    await noFaults(tablet, `medical-${lang}-3-opened`)
    await page.getByRole('button', { name: said('关闭', 'Close') }).click()
    await page.getByText('花生').waitFor({ state: 'detached' })
  }
})

test('a desk signs a volunteer in and out', async () => {
  const { world } = stage
  await world.ask(
    consoleVolunteersSave,
    {
      raceid: RACE,
      name: '唐小满',
      idnum: idnumOf(40),
      mobile: '13712345009',
      post: '补给站',
      place: '5 公里',
      from: '2026-11-01T06:30',
      until: '2026-11-01T11:00',
    },
    director,
  )
  for (const [device, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
    const tablet = await stage.visit(device, lang)
    await tablet.logIn('staff', director.token)
    await tablet.open(`/console/${RACE}/volunteers?tab=signing`)
    const { page } = tablet
    await page.locator('main form[role=search] input').fill('5009')
    await page.keyboard.press('Enter')
    const button = (cn: string, en: string) =>
      page.getByRole('button', { name: said(`${cn}：唐小满`, `${en}: 唐小满`) })
    await button('签到', 'Sign in').click()
    await button('签退', 'Sign out').waitFor()
    await noFaults(tablet, `volunteer-${lang}-1-in`)
    await button('签退', 'Sign out').click()
    await button('签退', 'Sign out').waitFor({ state: 'detached' })
    await noFaults(tablet, `volunteer-${lang}-2-out`)
    await button('撤销', 'Undo').click()
    await button('签退', 'Sign out').waitFor()
    await button('撤销', 'Undo').click()
    await button('签到', 'Sign in').waitFor()
  }
})
