import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { keepFile } from '#features/files/service.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { teamCreate } from '#features/teams/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace(stage.world, {
    names: { en: 'Jiangcheng Marathon' },
    skins: { primary: '#0a7ea4' },
    settings: { teams: true, team_most: 3, team_least: 2 },
  })
  await openEvent(stage.world, { price: 0 })
})
afterAll(() => stage?.close())

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 450, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Opens a browser for a registered runner who is logged in. */
const enter = async (n: number, name: string, size: 'phone' | 'desktop' = 'phone') => {
  const { token } = await runnerSession(stage.world)
  const { _key } = await stage.world.ask(registrationSave, entrant(n, { name }), { token })
  const visitor = await stage.visit(size, 'en')
  await visitor.logIn('runner', token)
  return { ...visitor, _key, name, token }
}
const dialog = (page: Page) => page.getByRole('dialog')

test('a team in English: made with a cover, joined by link and password, a member removed, the password changed', async () => {
  const captain = await enter(1, '林一帆', 'desktop')
  const { page } = captain
  await captain.open(`/queryDetail?_key=${captain._key}&lang=en`)
  await page
    .getByRole('button', { name: 'Team' })
    .or(page.getByRole('link', { name: 'Team' }))
    .first()
    .click()
  await page.getByText('No team yet').waitFor()
  await noFaults(captain, 'team-none')
  await page.getByRole('button', { name: 'Create a team' }).click()
  await page.getByRole('button', { name: 'Create a team' }).click()
  for (const missing of [
    'Team name not entered',
    'Team profile not entered',
    'Team cover not uploaded',
    'Team password not entered',
  ])
    await page.getByText(missing).waitFor()
  await noFaults(captain, 'team-found-wrong')
  expect(await page.getByLabel('Team name').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Team name').fill('West Lake Runners')
  await page.getByLabel('Team profile').fill('Sunday mornings, once around the lake.')
  await page.getByLabel('Team password').fill('willow')
  await page
    .getByLabel('Team cover')
    .setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer: await picture('#0a7ea4') })
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await captain.reload()
  await page.getByRole('button', { name: 'Create a team' }).click()
  expect(await page.getByLabel('Team name').inputValue(), 'nothing typed is lost').toBe('West Lake Runners')
  await page.getByRole('button', { name: 'Create a team' }).click()
  await page.getByRole('heading', { name: 'West Lake Runners' }).waitFor()
  await page.getByText('1 more to form a team').waitFor()
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await page.getByRole('img', { name: 'Invitation link' }).waitFor()
  await noFaults(captain, 'team-captain')

  const friend = await enter(2, '周小满')
  await friend.open(`${link.replace(stage.origin, '')}&lang=en`)
  await friend.page.getByRole('button', { name: 'Join team' }).click()
  const join = dialog(friend.page)
  await join.getByLabel('Team password').fill('oak tree')
  await join.getByRole('button', { name: 'Join team' }).click()
  await join.getByText('Wrong team password').waitFor()
  await noFaults(friend, 'team-join-wrong')
  expect(await join.getByLabel('Team password').inputValue(), 'nothing typed is lost').toBe('oak tree')
  await join.getByLabel('Team password').fill('willow')
  await join.getByLabel('Team password').press('Enter')
  await friend.page.getByText('Team formed').waitFor()
  await friend.page.getByText('You', { exact: true }).waitFor()
  await noFaults(friend, 'team-member')

  const stranger = await stage.visit('phone', 'en')
  await stranger.open(`/teams?raceid=${RACE}&lang=en`)
  await stranger.page.getByRole('searchbox').fill('west l')
  await stranger.page.getByRole('link', { name: /West Lake Runners/ }).waitFor()
  await noFaults(stranger, 'teams')
  await stranger.page.getByRole('searchbox').fill('nobody')
  await stranger.page.getByText('No team with this name').waitFor()
  await stranger.page.getByRole('searchbox').fill('')
  await stranger.page.getByRole('link', { name: /West Lake Runners/ }).click()
  await stranger.page.getByRole('button', { name: 'Log in to join' }).waitFor()
  expect(await stranger.axe()).toEqual([])

  await captain.reload()
  await page.getByRole('button', { name: 'Remove 周小满' }).click()
  expect(await captain.axe()).toEqual([])
  await dialog(page).getByRole('button', { name: 'Remove 周小满' }).click()
  await page.getByText('1 more to form a team').waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog(page).getByLabel('Team password').fill('oak')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Please enter at least 6 characters').waitFor()
  await dialog(page).getByLabel('Team password').fill('weeping willow')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await friend.reload()
  await friend.page.getByRole('button', { name: 'Join team' }).click()
  await dialog(friend.page).getByLabel('Team password').fill('willow')
  await dialog(friend.page).getByLabel('Team password').press('Enter')
  await dialog(friend.page).getByText('Wrong team password').waitFor()
  await dialog(friend.page).getByLabel('Team password').fill('weeping willow')
  await dialog(friend.page).getByLabel('Team password').press('Enter')
  await friend.page.getByText('Team formed').waitFor()
  for (const { errors } of [captain, friend, stranger]) expect(errors).toEqual([])
})

test('in Chinese a removed team says so and offers the next step', async () => {
  const runner = await stage.visit('phone', 'zh-cn')
  await runner.open(`/team?raceid=${RACE}&id=999999`)
  await runner.page.getByText('没有找到这个团队，可能已经解散').waitFor()
  await noFaults(runner, 'team-gone')
})

test('the second of two entries of one account joins the team that its own page led to', async () => {
  const captain = await runnerSession(stage.world)
  const { _key: founder } = await stage.world.ask(registrationSave, entrant(11, { name: '顾北' }), captain)
  const kept = await keepFile(stage.world.parts, { raceid: RACE, bytes: await picture('#357'), name: 'cover.jpg' })
  if (typeof kept === 'string') throw new Error(kept)
  const draft = { name: 'Two Rivers', profile: 'Evenings', cover: kept.path, password: 'willow' }
  await stage.world.ask(teamCreate, { id: founder, ...draft }, captain)
  const family = await enter(12, '沈一诺')
  const second = await stage.world.ask(registrationSave, entrant(13, { name: '沈二诺' }), { token: family.token })
  await family.open(`/team?_key=${second._key}&lang=en`)
  await family.page.getByRole('link', { name: 'Find a team' }).click()
  await family.page.getByRole('link', { name: /Two Rivers/ }).click()
  await family.page.getByRole('button', { name: 'Join team' }).click()
  expect(
    await dialog(family.page)
      .getByRole('radio', { name: /沈二诺/ })
      .isChecked(),
  ).toBe(true)
  await dialog(family.page).getByLabel('Team password').fill('willow')
  await dialog(family.page).getByLabel('Team password').press('Enter')
  await family.page.getByText('You', { exact: true }).waitFor()
  const { team } = await stage.world.ask(registrationShow, { id: second._key }, { token: family.token })
  expect(team?.name).toBe('Two Rivers')
  expect(family.errors).toEqual([])
})
