import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  consoleLuckydrawsFreeze,
  consoleLuckydrawsNext,
  consoleLuckydrawsNumber,
  consoleLuckydrawsList,
  consoleLuckydrawsPresent,
} from '#features/luckydraws/console.contract.ts'
import { consoleCardsSave, fucardMy } from '#features/cards/contract.ts'
import { luckeyDraw } from '#features/luckydraws/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { makeFinishers } from '../../scenes/finishers.ts'
import { gift, openDraw } from '../../scenes/around/luckyDraws.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults, picture, pictureInMotion } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

test('a player spins the wheel, wins, and gives an address; a scratch card opens by keyboard', async () => {
  const { world } = stage
  const gifts = [
    gift({ name: '限定奖牌架', names: { en: 'Medal hanger' }, icon: '🏅', odds: 999_999, pieces: 9, way: 'post' }),
    gift({ name: '运动水壶', names: { en: 'Bottle' }, icon: '🍶', odds: 1, pieces: 50 }),
  ]
  const wheel = await openDraw(world, staff, { gifts, chances: { everybody: 3, shared: 2 } })
  const player = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/luckydraw?raceid=2026&_token=${player.token}`)
  await page.getByText('完赛大转盘').waitFor()
  await noFaults(phone, '60-draws-phone')
  await phone.open(`/luckydraw?raceid=2026&id=${wheel}`)
  await page.getByText('剩余 3 次').waitFor()
  await noFaults(phone, '61-wheel-phone')
  await page.getByRole('button', { name: '抽一次' }).click()
  await page.getByText('您抽中了“限定奖牌架”').waitFor({ timeout: 20_000 })
  await noFaults(phone, '62-won-phone')
  await page.getByRole('link', { name: '去领奖' }).click()
  await page.getByLabel('收件人').fill('沈跑跑')
  await page.getByLabel('手机').fill('13800138000')
  await page.getByLabel('收件地址').fill('杭州市西湖区某路1号')
  await noFaults(phone, '63-prize-phone')
  await page.getByRole('button', { name: '提交地址' }).click()
  await page.getByText('待寄出').waitFor()

  const scratch = await openDraw(world, staff, {
    kind: 'scratch',
    names: { en: 'Scratch to win' },
    gifts: [gift({ odds: 999_999 })],
  })
  const desktop = await stage.visit('desktop', 'en')
  await desktop.open(`/luckydraw?raceid=2026&id=${scratch}&_token=${player.token}`)
  await desktop.page.getByText('3 tries left').waitFor()
  await noFaults(desktop, '64-scratch-desktop')
  await desktop.page.getByRole('button', { name: 'Scratch a card' }).press('Enter')
  await desktop.page.getByText('2 tries left').waitFor()
  await desktop.page.getByRole('button', { name: 'Reveal it' }).press('Enter')
  await desktop.page.getByRole('heading', { name: 'You won!' }).waitFor()
  await noFaults(desktop, '65-scratched-desktop')
  // While the next try is under way, the card no longer shows the gift of the former try.
  const held = Promise.withResolvers<void>()
  await desktop.page.route('**/luckey/draw', async (route) => {
    await held.promise
    await route.continue()
  })
  await desktop.page.getByRole('button', { name: 'Try again' }).click()
  await desktop.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await desktop.page.getByText(/^You won/).count()).toBe(0)
  held.resolve()
  await desktop.page.getByText('1 try left').waitFor()
  await desktop.page.getByRole('button', { name: 'Reveal it' }).press('Enter')
  await desktop.page.getByRole('link', { name: 'Claim it' }).click()
  await desktop.page.getByRole('img', { name: 'Prize QR code' }).first().waitFor()
  await noFaults(desktop, '66-prizes-desktop')
})

test('the wheel turns for four seconds, and does not turn for a person who asked for less motion', async () => {
  const { world } = stage
  const gifts = [gift({ name: '运动水壶', names: { en: 'Bottle' }, odds: 999_999, pieces: 50 })]
  const wheel = await openDraw(world, staff, { gifts, chances: { everybody: 3 } })
  const player = await runnerSession(world)
  const phone = await stage.visit('phone', 'en', { clock: false })
  const turning = () =>
    phone.page
      .getByRole('img')
      .first()
      .evaluate((one) => getComputedStyle(one).transitionDuration)
  await phone.open(`/luckydraw?raceid=2026&id=${wheel}&_token=${player.token}`)
  await phone.page.getByText('3 tries left').waitFor()
  expect(await turning(), 'less motion').toMatch(/^0s|^0\.0|^1e-/)
  await phone.page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await turning(), 'usual motion').toBe('4s')
})

test('a draw that has ended asks nobody to invite friends for more tries', async () => {
  const { world } = stage
  const closes_at = new Date(world.clock.now().getTime() + 60_000).toISOString()
  const wheel = await openDraw(world, staff, { chances: { everybody: 1, shared: 2 }, closes_at })
  const player = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const invite = phone.page.getByRole('button', { name: '邀请好友得次数' })
  await phone.open(`/luckydraw?raceid=2026&id=${wheel}&_token=${player.token}`)
  await invite.waitFor()
  await world.db.updateTable('luckydraws').set({ closes_at: world.clock.now() }).where('id', '=', wheel).execute()
  await phone.page.reload()
  await phone.page.getByText('已结束').first().waitFor()
  await phone.page.getByText('1 / 1 次').first().waitFor()
  expect(await invite.count()).toBe(0)
})

test('a tab that missed the last try in another tab says so, and counts again', async () => {
  const { world } = stage
  const gifts = [gift({ odds: 999_999, pieces: 50 })]
  const wheel = await openDraw(world, staff, { gifts, chances: { everybody: 1 } })
  const player = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/luckydraw?raceid=2026&id=${wheel}&_token=${player.token}`)
  await phone.page.getByText('剩余 1 次').waitFor()
  await world.ask(luckeyDraw, { raceid: 2026, id: wheel, own: '7'.repeat(32) }, player)
  await phone.page.getByRole('button', { name: '抽一次' }).click()
  await phone.page.getByText('您的抽奖次数已用完').waitFor()
  await phone.page.getByText('剩余 0 次').waitFor()
  expect(phone.errors).toEqual([])
})

test('one person gives a card by a link and another takes it; both languages', async () => {
  const { world } = stage
  const kind = (name: string, en: string, icon: string, odds: number) => ({
    name,
    names: { en },
    icon,
    odds,
    pieces: 99,
  })
  const given = {
    raceid: 2026,
    name: '集齐江城四景',
    names: { en: 'Four sights of the city' },
    daily: 3,
    gift: {
      name: '完赛徽章',
      names: { en: 'Finisher pin' },
      icon: '🎖️',
      value: 3_000,
      pieces: 50,
      way: 'scan' as const,
    },
    kinds: [kind('桥', 'Bridge', '🌉', 999_998), kind('塔', 'Tower', '🗼', 1), kind('樱', 'Blossom', '🌸', 1)],
    published: true,
  }
  const { set } = await world.ask(consoleCardsSave, given as never, staff)
  const [giver, taker] = [await runnerSession(world), await runnerSession(world)]
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/cards?raceid=2026&_token=${giver.token}`)
  await phone.page.getByText('今天还能抽 3 张').waitFor()
  await phone.page.getByRole('button', { name: '抽一张卡' }).click()
  await phone.page.getByText('抽到了“桥”').waitFor()
  await noFaults(phone, '67-card-drawn-phone')
  await phone.page.getByRole('button', { name: '再抽一张' }).click()
  await phone.page.getByText('今天还能抽 1 张').waitFor()
  await noFaults(phone, '67-card-drawn-again-phone')
  await phone.page.getByRole('button', { name: '收下' }).click()
  await phone.page.getByRole('button', { name: /桥/ }).click()
  await phone.page.getByLabel('显示给对方的名字').fill('小林')
  await phone.page.getByRole('button', { name: '送给好友' }).click()
  const link = new URL(await phone.page.locator('input[name=link]').inputValue())
  const desktop = await stage.visit('desktop', 'en')
  await desktop.open(`${link.pathname}${link.search}&_token=${taker.token}`)
  await desktop.page.getByText('小林 sent you a card').waitFor()
  await noFaults(desktop, '68-card-link-desktop')
  await desktop.page.getByRole('button', { name: 'Take the card' }).click()
  await desktop.page.getByText("It's yours").waitFor()
  await desktop.page.getByRole('link', { name: 'See my cards' }).click()
  await desktop.page.getByText('1 of 3 collected').first().waitFor()
  await noFaults(desktop, '69-cards-desktop')
  const mine = await world.ask(fucardMy, { raceid: 2026, id: set.id }, taker)
  expect(mine.my.own).toMatchObject([{ card: 1, n: 1 }])
})

test('the stage gathers people, fixes its list, and calls a winner; staff see everything in the console', async () => {
  const { world } = stage
  const gifts = [gift({ odds: 0, pieces: 1, name: '跑表', names: { en: 'Watch' }, icon: '⌚' })]
  const change = { kind: 'stage', chances: {}, gifts, source: 'number', name: '庆功抽奖', names: { en: 'Party draw' } }
  const id = await openDraw(world, staff, change)
  const people = await Promise.all([1, 2, 3].map(() => runnerSession(world)))
  const bibs = await makeFinishers(
    world,
    people.map(({ uid }) => uid),
    300,
  )
  const { items } = await world.ask(consoleLuckydrawsList, { raceid: 2026 }, staff)
  const key = items.find((one) => one.id === id)!.stage!.key
  const act = { raceid: 2026, id }
  const screen = await stage.visit('desktop', 'zh-cn')
  await screen.open(`/luckydraw/stage?raceid=2026&id=${id}&key=${key}`)
  await screen.page.getByText('扫码签到，参加抽奖').waitFor()
  for (const bib of bibs) await world.ask(consoleLuckydrawsPresent, { ...act, bib }, staff)
  await screen.page.getByText('3 人已签到').waitFor()
  await noFaults(screen, '70-stage-gathering')
  await world.ask(consoleLuckydrawsFreeze, act, staff)
  await screen.page.getByText('请现场报数').waitFor()
  await world.ask(consoleLuckydrawsNumber, { ...act, number: '88' }, staff)
  const { winner } = await world.ask(consoleLuckydrawsNext, { ...act, rank: 1 }, staff)
  await screen.page.getByText(winner!.bib).first().waitFor()
  await screen.page.setViewportSize({ width: 1920, height: 1080 })
  await noFaults(screen, '71-stage-winner')
  // If the browser allows motion, the digits roll first. When they stop, the name appears with confetti.
  await screen.page.emulateMedia({ reducedMotion: 'no-preference' })
  await screen.page.reload()
  const digits = screen.page.locator('main .display [aria-hidden]')
  await digits.waitFor()
  expect(await screen.page.getByText('完***').first().isVisible(), 'the name waits for the digits').toBe(false)
  await picture(screen, '71-stage-rolling')
  await expect.poll(() => digits.textContent(), { timeout: 20_000 }).toBe(winner!.bib)
  const piece = screen.page.locator('[aria-hidden] > span.absolute').first()
  await expect
    .poll(() => piece.evaluate((one) => one.getBoundingClientRect().top), { timeout: 20_000 })
    .toBeGreaterThan(100)
  await pictureInMotion(screen, '71-stage-confetti', 1_200)
  const phone = await stage.visit('phone', 'en')
  await phone.open(`/luckydraw/stage?raceid=2026&id=${id}`)
  await phone.page.getByText(winner!.bib).first().waitFor()
  await noFaults(phone, '72-stage-phone')
  const office = await stage.visit('desktop', 'en')
  await office.logIn('staff', staff.token)
  await office.open('/console/2026/luckydraws')
  await office.page.getByText('庆功抽奖').first().waitFor()
  await noFaults(office, '73-console-draws')
  await office.open('/console/2026/cardsets')
  await office.page.getByText('Card sets').first().waitFor()
  await noFaults(office, '74-console-cards')
})
