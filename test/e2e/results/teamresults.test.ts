import { afterAll, beforeAll, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
const file = `参赛号,姓名,性别,年龄,跑团,枪成绩
1,韩一,女,31,江城晨跑团,1:30:00
2,顾二,男,32,江城晨跑团,1:31:00
3,林三,男,33,江城晨跑团,1:36:00
4,许四,男,34,River Harriers,1:29:00
5,叶五,女,35,River Harriers,1:33:00
6,周六,男,36,River Harriers,1:40:00
7,吴七,男,37,一个人的队,1:28:00
8,郑八,男,38,,1:20:00
`
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-02T01:00:00Z' })
})
afterAll(() => stage?.close())

let races = 9300
test('a director switches the team ranking on and corrects a team; runners see who scores, and each team has its page', async () => {
  const { world } = stage
  const raceid = races++
  await openRace(world, { id: raceid, header: null, names: { en: 'Jiangcheng Marathon' } })
  await openEvent(world, { raceid })
  await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(file),
    publish: true,
    now: world.clock.now(),
  })
  const staff = await staffSession(world, [{ raceid, role: 'timer' }])

  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', staff.token)
  await desk.open(`/console/${raceid}/results`)
  await desk.page.getByRole('button', { name: '排名规则' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('年龄怎样算').selectOption('calendar_year')
  await dialog.getByText('把队员的成绩加起来').click()
  await dialog.getByLabel('谁算一队').selectOption('club')
  await dialog.getByLabel('每队计分人数').fill('3')
  await dialog.getByLabel('其中女选手至少').fill('4')
  await dialog.getByText('超过了计分人数').waitFor()
  await noFaults(desk, 'teams-1-rules')
  await dialog.getByLabel('其中女选手至少').fill('1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await desk.page
    .getByText(/已保存/)
    .first()
    .waitFor()

  const phone = await stage.visit('phone', 'en')
  await phone.open(`/report?raceid=${raceid}`)
  await phone.page.getByRole('button', { name: /^Filter/ }).click()
  await phone.page.getByText('Teams', { exact: true }).click()
  const team = (name: string) => phone.page.getByRole('button', { name: new RegExp(name) })
  await team('江城晨跑团').getByText('4:37:00').waitFor()
  await team('River Harriers').getByText('+5:00').waitFor()
  await team('一个人的队').getByText('1 of 3 finished · 1 more woman needed').waitFor()
  expect(await team('江城晨跑团').getAttribute('aria-expanded'), 'the first is open').toBe('true')
  await team('River Harriers').focus()
  await phone.page.keyboard.press('Enter')
  await phone.page.getByRole('link', { name: /叶五/ }).waitFor()
  await noFaults(phone, 'teams-2-list')
  await phone.page.getByPlaceholder('Team name').fill('nobody')
  await phone.page.getByText('No matching teams').waitFor()
  await phone.page.getByRole('button', { name: 'Show all teams' }).click()

  await desk.open(`/console/${raceid}/timed?bib=8&of=1`)
  await desk.page.getByRole('button', { name: '更正团队' }).click()
  await dialog.getByLabel('为哪支团队参赛').fill('river harriers')
  await dialog.getByLabel('原因').fill('名单漏写')
  await dialog.getByRole('button', { name: '保存' }).click()
  await desk.page.getByText('团队改为 river harriers').waitFor()

  await phone.reload()
  await team('River Harriers').getByText('4:22:00').waitFor()
  await team('River Harriers').click()
  await team('River Harriers').click()
  await phone.page.getByRole('link', { name: 'Team page' }).first().click()
  await phone.page.getByText('Other finishers').click()
  await noFaults(phone, 'teams-5-team')
  expect(phone.page.url()).toContain('/report/team?')
  await phone.page.getByRole('link', { name: /郑八/ }).click()
  await phone.page.getByText('counts for the team').waitFor()
  await noFaults(phone, 'teams-6-runner')
  await phone.open(`/report/team?raceid=${raceid}&eventid=1&team=gone`)
  await phone.page.getByText("We couldn't find this team").waitFor()
  await phone.context.close()
  await desk.context.close()
})
