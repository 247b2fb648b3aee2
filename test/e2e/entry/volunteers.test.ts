import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeSentTo, staffSession } from '#test/people.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import { idcardOf } from '#test/e2e/browser/race.ts'
import { raceid, volunteerNumber, volunteerMobile, stage, openQuery } from '#test/scenes/queryStage.ts'

beforeAll(openQuery)
afterAll(() => stage?.close())

test('a volunteer finds the shift by keyboard alone in Traditional Chinese, and the phone number of the post after a log-in', async () => {
  const phone = await stage.visit('phone', 'zh-tw')
  const { page } = phone
  await phone.open(`/query?raceid=${raceid}&type=volunteers`)
  await page.getByRole('heading', { name: '查詢志工班次' }).waitFor()
  const field = page.getByRole('search').getByRole('textbox')
  for (let steps = 0; steps < 20 && !(await field.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.type(volunteerNumber)
  await page.keyboard.press('Enter')
  await page.getByText('找到 1 位選手').waitFor()
  const ticket = page.getByRole('link', { name: /何帮帮/ })
  for (let steps = 0; steps < 20 && !(await ticket.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/volunteers\?raceid=77$/)
  await page.getByRole('heading', { name: '何帮帮，謝謝您' }).waitFor()
  await page.getByText('136****0001').waitFor()
  await noFaults(phone, 'volunteer')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '加入行事曆' }).click()
  expect((await download).suggestedFilename()).toBe('15公里补给站.ics')
  await page.getByRole('button', { name: '登入' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('[data-field="mobile"]').fill(volunteerMobile)
  await sheet.getByRole('button', { name: /驗證碼/ }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.locator('[data-field="code"]').fill(await codeSentTo(stage.world.parts, volunteerMobile))
  await sheet.getByRole('button', { name: '登入', exact: true }).click()
  await page.getByRole('link', { name: /唐组长/ }).waitFor()
  expect(await page.getByRole('link', { name: /唐组长/ }).getAttribute('href')).toBe('tel:13600000001')
  await noFaults(phone, 'volunteer-mine')
  await phone.context.close()
})

test('a volunteer page without a number, and with an unknown number', async () => {
  const phone = await stage.visit('phone', 'en')
  await phone.open(`/volunteers?raceid=${raceid}`)
  await phone.page.getByText('Enter your ID number to see your shift').waitFor()
  await noFaults(phone, 'volunteer-empty')
  await phone.open(`/volunteers?raceid=${raceid}&idnum=${idcardOf('330106', '19770707', '011')}`)
  await phone.page.getByRole('main').getByText('There is nothing for you yet').waitFor()
  expect(phone.page.url()).not.toContain('1977')
  await phone.context.close()
})

test('the console: staff paste a list of volunteers, check it and save it', async () => {
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  const { token } = await staffSession(stage.world, [{ raceid, role: 'director' }])
  await desk.logIn('staff', token)
  await desk.open(`/console/${raceid}/volunteers`)
  await page.getByText('何帮帮 · 15公里补给站').waitFor()
  await noFaults(desk, 'console-volunteers')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page
    .getByLabel(/Or paste rows of a spreadsheet here/)
    .fill(`姓名,证件号码,岗位\n许同学,${idcardOf('330106', '20011224', '006')},终点\n无号,1,终点`)
  await page.getByText('2 rows').waitFor()
  await page.getByText('1 with errors').waitFor()
  await noFaults(desk, 'console-volunteers-import')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 row imported').waitFor()
  await desk.open(`/console/${raceid}/volunteers`)
  await page.getByText('许同学 · 终点').waitFor()
  await desk.open(`/console/${raceid}/games`)
  await page.getByText('亲子挑战').waitFor()
  await noFaults(desk, 'console-games')
  await desk.context.close()
})
