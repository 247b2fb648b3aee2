import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerLink } from '#features/staff/service.ts'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { codeSentTo, pictureFor, runnerSession } from '#test/people.ts'
import { type Stage, openStage } from '../browser/browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const password = '风吹过桥上的三万个跑者'.repeat(2)

test('the link of the first start makes an owner, who brings in a timekeeper by another link', async () => {
  const owner = await stage.visit('desktop', 'zh-tw')
  const { page } = owner
  const link = (await ownerLink(stage.world.parts))!.replace(stage.origin, '')
  await owner.open('/console/staff')
  await page.getByRole('heading', { name: '主辦單位登入' }).waitFor()
  await owner.open(link)
  await page.getByLabel('姓名').fill('陳晨')
  await page.getByLabel('登入名稱').fill('chen')
  await page.getByLabel('密碼').fill('chen loves running')
  await page.getByText('密碼不能包含登入名稱').waitFor()
  expect(await owner.axe()).toEqual([])
  await page.getByLabel('密碼').fill(password)
  await page.getByRole('button', { name: '設定並登入' }).click()
  await page.getByRole('link', { name: '工作人員' }).click()
  await page.getByRole('button', { name: '新增工作人員' }).click()
  await page.getByLabel('姓名').fill('Lin')
  await page.getByLabel('登入名稱').fill('Chen')
  await page.getByLabel('角色', { exact: true }).selectOption('timer')
  await page.getByRole('button', { name: '儲存' }).click()
  await page.getByRole('alert').getByText('這個登入名稱已有人使用').waitFor()
  expect(await page.getByLabel('姓名').inputValue(), 'nothing typed is lost').toBe('Lin')
  expect(await owner.axe()).toEqual([])
  await page.getByLabel('登入名稱').fill('lin')
  await page.getByRole('button', { name: '儲存' }).click()
  const handed = await page.getByRole('textbox', { name: /請把這個連結交給/ }).inputValue()
  expect(await owner.axe()).toEqual([])
  await page.keyboard.press('Escape')

  // The session ends while a person types. The log-in opens over the page, and nothing is lost.
  await page.getByRole('button', { name: '新增工作人員' }).click()
  await page.getByLabel('姓名').fill('Mei')
  await page.getByLabel('登入名稱').fill('mei')
  await owner.context.clearCookies()
  await page.getByRole('button', { name: '儲存' }).click()
  const again = page.getByRole('dialog', { name: '請重新登入' })
  await again.getByLabel('登入名稱').fill('chen')
  await again.getByLabel('密碼').fill(password)
  await again.getByRole('button', { name: '登入', exact: true }).click()
  await again.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('姓名').inputValue()).toBe('Mei')
  await page.getByRole('button', { name: '儲存' }).click()
  await page.getByRole('textbox', { name: /請把這個連結交給/ }).waitFor()
  await page.keyboard.press('Escape')

  const lin = await stage.visit('phone', 'en')
  await lin.open(handed.replace(stage.origin, ''))
  await lin.page.getByText('Choose a password for the login lin.').waitFor()
  await lin.page.getByLabel('Password').fill('the last mile is the best')
  await lin.page.getByRole('button', { name: 'Save and log in' }).click()
  await lin.page.getByRole('heading', { name: 'Races', exact: true }).waitFor()
  expect(await lin.page.getByRole('link', { name: 'Staff' }).count(), 'what one has no right to is not offered').toBe(0)
  expect(await lin.axe()).toEqual([])
  await lin.page.getByRole('button', { name: 'Log out' }).click()
  await lin.page.getByLabel('Login').fill('lin')
  await lin.page.getByLabel('Password').fill('the first mile is the best')
  await lin.page.getByRole('button', { name: 'Log in' }).click()
  await lin.page.getByText('The login or the password is wrong').waitFor()
  expect(await lin.axe()).toEqual([])

  await page.getByRole('link', { name: '操作紀錄' }).click()
  await page
    .getByText(/陳晨 新增了工作人員/)
    .first()
    .waitFor()
  expect(await owner.axe()).toEqual([])
  expect([...owner.errors, ...lin.errors]).toEqual([])
})

test('a runner mistypes number and code, reads a picture after misses or hears it, and is back at the same page', async () => {
  const runner = await stage.visit('phone', 'zh-cn')
  const { page } = runner
  await runner.open('/login?to=/query%3Ftype%3Dscore')
  await page.getByText('本机已通过验证').waitFor()
  expect(await runner.axe()).toEqual([])
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('必填哦').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), { message: 'the first wrong field' })
    .toBe('mobile')
  await page.getByLabel('手机号').fill('138 0000 12')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('手机号码格式不对哦~').waitFor()
  await page.getByLabel('手机号').fill('+86 138-0000-1234')
  // The mobile got two codes today that nobody used. A person who asks for the next code reads a picture, or hears
  // digits in its place.
  for (let sent = 0; sent < 2; sent++) {
    await stage.world.ask(userSmsSend2, { mobile: '13800001234', ...(await pictureFor(stage.world)) })
    stage.world.clock.advance(61_000)
  }
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('请先完成图形验证').waitFor()
  await page.getByRole('img', { name: /图形验证码/ }).waitFor()
  expect(await runner.axe()).toEqual([])
  await page.getByRole('button', { name: '看不清？改听数字' }).click()
  await page.getByLabel('验证语音').waitFor()
  expect(await runner.axe()).toEqual([])
  const { answer } = await stage.world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('kind', '=', 'sound')
    .executeTakeFirstOrThrow()
  await page.getByLabel('语音验证', { exact: true }).fill(answer)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('已发送至 138****1234').waitFor()
  const code = await codeSentTo(stage.world.parts, '13800001234')
  await page.getByLabel('验证码', { exact: true }).fill(code === '111111' ? '222222' : '111111')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('验证码不正确').waitFor()
  expect(await runner.axe()).toEqual([])
  await page.getByLabel('验证码', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/query?type=score**')
  expect(runner.errors).toEqual([])
  expect((await runner.context.cookies()).find(({ name }) => name === 'startline')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
  for (const to of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
    await runner.open(`/login?to=${encodeURIComponent(to)}`)
    await page.getByRole('button', { name: '继续' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(new URL(page.url()).origin, to).toBe(stage.origin)
  }
})

test('a logged-in person sees one primary button, and opens the form for another number by a button', async () => {
  const { token } = await runnerSession(stage.world)
  const runner = await stage.visit('phone', 'en')
  const { page } = runner
  await runner.logIn('runner', token)
  await runner.open('/login')
  await page.getByText(/^Logged in as/).waitFor()
  const primary = page.getByRole('main').locator('[data-action]')
  expect(await primary.allTextContents()).toEqual(['Continue'])
  expect(await runner.axe()).toEqual([])
  await page.getByRole('button', { name: 'Use another number' }).click()
  await page.getByLabel('Mobile number').waitFor()
  expect(await primary.allTextContents()).toEqual(['Log in'])
  expect(await runner.axe()).toEqual([])
})
