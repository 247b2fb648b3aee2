import { afterAll, beforeAll, expect, test } from 'vitest'
import { idnumOf } from '../../entrants.ts'
import { consoleSeriesList } from '#features/series/contract.ts'
import { seriesDeskWords } from '#features/series/console/seriesDesk.words.ts'
import { joinDeskWords } from '#features/series/console/joins.words.ts'
import { consoleSeriesSave } from '#features/series/contract.ts'
import { joinWords } from '#features/series/web/join.words.ts'
import { peopleWords } from '#features/people/web/people.words.ts'
import { seriesWords as words } from '#features/series/web/series.words.ts'
import { genderWords } from '#features/series/words.ts'
import { openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { enterNumbered, enterRunner, finishRace } from '../../scenes/seriesRaces.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

const RACES = [3401, 3402] as const
let stage: Stage
let ann: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-10T02:00:00Z' })
  const { world } = stage
  for (const [n, raceid] of RACES.entries()) {
    await openRace(world, { id: raceid, name: `海滨第${n + 1}站`, names: { en: `Coast race ${n + 1}` } })
    await openEvent(world, { raceid })
  }
  ann = await runnerSession(world)
  const bea = await runnerSession(world)
  for (const raceid of RACES) {
    await enterRunner(world, raceid, ann.uid, 'Ann Shore', '11')
    await enterRunner(world, raceid, bea.uid, 'Bea Cliff', '12')
    await finishRace(world, raceid, [
      ['11', 'Ann Shore', '1:30:00'],
      ['12', 'Bea Cliff', '1:31:00'],
    ])
  }
})
afterAll(() => stage?.close())
const order = async ({ page }: Visitor): Promise<string[]> =>
  (await page.locator('main ol li').allTextContents()).filter((text) => /Shore|Cliff/.test(text))

test('staff write a series; it ranks runners, follows a corrected result, and gives numbers and places', async () => {
  const { world } = stage
  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  const { page } = desk
  const says = (word: keyof typeof seriesDeskWords) => seriesDeskWords[word]['zh-cn']
  await desk.logIn('staff', staff.token)
  await desk.open('/console/series')
  await page.getByRole('button', { name: says('add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`${says('name')} · 简体中文`).fill('海滨系列赛')
  await dialog.getByLabel(`${says('name')} · English`).fill('Coast series')
  await dialog.getByLabel(says('best')).fill('2')
  for (const raceid of RACES) await dialog.getByLabel(says('add_event')).selectOption(`${raceid} 1`)
  await dialog.getByLabel(says('published')).check()
  await noFaults(desk, 'series-1-dialog')
  await dialog.getByRole('button', { name: says('add') }).click()
  await page.getByText('海滨系列赛').waitFor()
  await noFaults(desk, 'series-2-console')
  const [made] = (await world.ask(consoleSeriesList, {}, staff)).items

  const phone = await stage.visit('phone', 'en')
  await phone.open('/series')
  await phone.page.getByText('Coast series').click()
  await phone.page.getByRole('radio', { name: genderWords.F.en }).check()
  await phone.page.getByText('Ann Shore').waitFor()
  await noFaults(phone, 'series-3-standings-en')
  expect((await order(phone)).map((text) => text.slice(0, 4))).toEqual(['1Ann', '2Bea'])

  // The timing firm corrects both races: Bea was faster.
  for (const raceid of RACES)
    await finishRace(world, raceid, [
      ['11', 'Ann Shore', '1:30:00'],
      ['12', 'Bea Cliff', '1:29:00'],
    ])
  world.clock.advance(60_000)
  await phone.open(`/series/one?id=${made!.id}`)
  await phone.page.getByRole('radio', { name: genderWords.F.en }).check()
  await phone.page.getByText('Bea Cliff').waitFor()
  await expect
    .poll(async () => (await order(phone)).map((text) => text.slice(0, 4)), { timeout: 20_000 })
    .toEqual(['1Bea', '2Ann'])

  await page.getByRole('button', { name: says('numbers') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: says('numbers') })
    .click()
  await page.getByText(says('numbers_given').replace('{n}', '2')).waitFor()
  await page.getByRole('button', { name: says('earned') }).click()
  await page.getByRole('dialog').getByLabel(says('first')).fill('2')
  await noFaults(desk, 'series-4-places')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: says('earned') })
    .click()
  await page.getByText(says('earned_given').replace('{n}', '2')).waitFor()

  await phone.logIn('runner', ann.token)
  await phone.open('/me/results')
  await phone.page.getByText(words.earned.en).waitFor()
  await phone.page.getByText(words.pb.en).waitFor()
  await noFaults(phone, 'series-5-mine-en')
})

test('a runner links results by the number of a document, one at once and one after staff agreed, and unlinks', async () => {
  const { world } = stage
  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const runner = await runnerSession(world)
  const club = await runnerSession(world)
  const [mine, other] = [idnumOf(71), idnumOf(73)]
  const races = [3403, 3404] as const
  for (const [n, raceid] of races.entries()) {
    await openRace(world, { id: raceid, name: `山径第${n + 1}站`, names: { en: `Trail race ${n + 1}` } })
    await openEvent(world, { raceid })
  }
  await enterNumbered(world, {
    raceid: 3403,
    uid: club.uid,
    name: '林青青',
    bib: '21',
    number: mine,
    mobile: runner.mobile,
  })
  await finishRace(world, 3403, [
    ['21', '林青青', '1:40:00'],
    ['22', '林丹丹', '1:41:00', other],
  ])
  await finishRace(world, 3404, [['23', '林青青', '1:38:00', mine]])
  const { id } = await world.ask(
    consoleSeriesSave,
    {
      name: '山径系列赛',
      names: { en: 'Trail series' },
      season: 2026,
      scoring: 'place',
      places: [100, 80],
      best: 2,
      published: true,
      events: races.map((raceid) => ({ raceid, eventid: 1 })),
    } as never,
    staff,
  )
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.logIn('runner', runner.token)
  await phone.open('/me/results')
  await page.getByText(words.mine_none.en).waitFor()
  const dialog = page.getByRole('dialog')
  const link = async (name: string, number: string) => {
    await page.getByRole('button', { name: joinWords.link.en }).click()
    await dialog.getByRole('checkbox').waitFor()
    const choice = dialog.getByLabel(joinWords.series.en, { exact: true })
    if ((await choice.count()) > 0) await choice.selectOption(String(id))
    await dialog.getByLabel(peopleWords.name.en, { exact: true }).fill(name)
    await dialog.getByLabel(peopleWords.number.en).fill(number)
  }
  await link('林青青', mine)
  await dialog.getByRole('button', { name: joinWords.link.en }).click()
  await dialog.getByText(joinWords.agree_first.en).waitFor()
  await noFaults(phone, 'series-6-link-en')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: joinWords.link.en }).click()
  await page.getByText(words.pb.en).waitFor()
  await page.getByText(words.points.en.replace('{n} {n|point|points}', '200 points')).waitFor()
  await noFaults(phone, 'series-7-linked-en')
  // A document without a registration waits for staff.
  await link('林丹丹', other)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: joinWords.link.en }).click()
  await page.getByText(joinWords.waiting.en, { exact: true }).waitFor()

  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', staff.token)
  await desk.open('/console/series')
  await desk.page.getByRole('button', { name: joinDeskWords.waiting_n['zh-cn'].replace('{n}', '1') }).click()
  await desk.page.getByRole('dialog').getByText('林丹丹').first().waitFor()
  await noFaults(desk, 'series-8-joins')
  await desk.page
    .getByRole('button', { name: joinDeskWords.take_of['zh-cn'].replace('{name}', '林丹丹'), exact: true })
    .click()
  await desk.page.getByText(joinDeskWords.none['zh-cn']).waitFor()

  await phone.open('/me/results')
  await page.getByText('林丹丹').first().waitFor()
  expect(await page.getByText(joinWords.joined.en, { exact: true }).count()).toBe(2)
  const unlink = joinWords.leave_of.en.replace('{name}', '林青青').replace('{series}', 'Trail series')
  await page.getByRole('button', { name: unlink }).click()
  await noFaults(phone, 'series-9-unlink-en')
  await dialog.getByRole('button', { name: joinWords.leave.en }).click()
  await page.getByText(joinWords.left.en).waitFor()
  await expect.poll(() => page.getByText('林青青').count()).toBe(0)
})
