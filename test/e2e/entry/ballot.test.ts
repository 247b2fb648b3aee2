import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawLots } from '#features/ballot/draw/lots.service.ts'
import { freezeList } from '#features/ballot/list/freezing.service.ts'
import { publishDue, publishOutcome } from '#features/ballot/publishing.service.ts'
import { seedDue } from '#features/ballot/draw/seeding.service.ts'
import { consoleBallotsFreeze } from '#features/ballot/console.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { type OpenBallots, ballotsIn, everybody } from '#test/ballot/ballots.ts'
import { RACE, entrant } from '../../entrants.ts'
import { drawAgain } from '#test/ballot/independentBallot.ts'
import { runnerSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let ballots: OpenBallots
beforeAll(async () => {
  stage = await openStage()
  ballots = await ballotsIn(stage.world, { skins: { primary: '#c2410c' }, names: { en: 'Jiangcheng Marathon' } })
})
afterAll(() => stage?.close())

const segments = [
  {
    name: 'local',
    says: { 'zh-cn': '本地跑者', 'zh-tw': '本地跑者', en: 'Local runners' },
    places: 4,
    who: { is: 'local' as const, places: ['江城'] },
  },
  {
    name: 'open',
    says: { 'zh-cn': '公开抽签', 'zh-tw': '公開抽籤', en: 'Open draw' },
    who: { is: 'everybody' as const },
  },
]
const weights = [{ who: { is: 'gender' as const, gender: 'female' as const }, plus: 1 }]
const minutes = (n: number) => new Date(stage.world.clock.now().getTime() + n * 60_000).toISOString()
let people = 90_000
const entryOf = async (session: { token: string }, eventid: number, change: Parameters<typeof entrant>[1] = {}) =>
  (await stage.world.ask(registrationSave, entrant(people++, { eventid, ...change }), session))._key
const heading = ({ page }: Visitor, name: string | RegExp) =>
  page
    .getByRole('heading', { name, exact: typeof name === 'string' })
    .first()
    .waitFor()
const computeAgain = async ({ page }: Visitor, button: string, verdict: string) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: verdict }).waitFor()
}

/** Makes a declared draw with two dozen people who live here or elsewhere, and the person of the story. */
const declaredDraw = async (
  declared: Parameters<OpenBallots['declare']>[1] = {},
  times: { draw_at?: string; pay_end?: string } = {},
  heroine?: { token: string },
) => {
  const eventid = await ballots.event({
    name: '马拉松',
    names: { en: 'Marathon', 'zh-tw': '馬拉松' },
    places: 30,
    price: 12_000,
    form: { ask: { area: 'required' } },
  })
  await ballots.several(12, eventid, { province: '浙江省', city: '江城' })
  await ballots.several(12, eventid, { province: '江苏省', city: '远方' })
  const key = heroine ? await entryOf(heroine, eventid, { name: '许晴', province: '浙江省', city: '江城' }) : ''
  if (heroine) await entryOf(heroine, eventid, { name: '许岚', province: '江苏省', city: '远方' })
  const { id } = await ballots.declare(eventid, { places: 8, segments, weights, ...declared }, times)
  return { eventid, id, key }
}

test('from ballot entry to won and paid: the runner finds the own line, watches the draw, and pays', async () => {
  const { world } = stage
  const heroine = await runnerSession(world)
  const { id, key } = await declaredDraw({}, { pay_end: minutes(60 * 24 * 20) }, heroine)
  const phone = await stage.visit('phone')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}&_token=${heroine.token}`)
  await page.getByRole('link', { name: '抽签公示 规则已公布' }).click()
  await heading(phone, '抽签规则')
  await page.getByText('名单冻结后，这里会显示您在名单中的那一行。').waitFor()
  expect(await page.getByRole('button', { name: '在我的设备上重新计算' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByText('面向：居住在江城').waitFor()
  await noFaults(phone, 'b1-declared')

  await ballots.freeze(id)
  await page.reload()
  await page.getByText('已在名单中，等待抽签').waitFor()
  await page.getByText('女子：加 1 签').first().waitFor()
  const lineShown = () =>
    page
      .locator('code', { hasText: / - \d+,\d+$/ })
      .first()
      .innerText()
  const mine = await lineShown()
  await page.getByText('许岚').click()
  await page.getByText('不参加').waitFor()
  const sister = await lineShown()
  await page.getByText('许晴').click()
  await page.getByText('不参加').waitFor({ state: 'detached' })
  const list = await ballots.file(`/ballots/${RACE}/${id}/list.txt`)
  expect(list.split('\n'), 'the line that the page shows is one of the published list').toContain(mine)
  await computeAgain(phone, '在我的设备上重新计算', '全部一致')
  await page.getByText(/^您在名单第 \d+ 行$/).waitFor()
  await noFaults(phone, 'b2-frozen')

  // Finds a number by which the person is drawn and her sister is not. Anybody may compute such a number once the list
  // is known, so a draw needs a source that nobody controls.
  const number = Array.from({ length: 400 }, (_, n) => `${3800 + n}.21`).find((one) => {
    const { outcome } = drawAgain(list, one)!
    return outcome.includes(`${mine.slice(0, 32)} drawn 0`) && outcome.includes(`${sister.slice(0, 32)} wait`)
  })!
  await ballots.draw(id, number)
  await ballots.publish(id)
  await page.reload()
  await page.getByText('恭喜，中签了').waitFor()
  await page.getByText('在“本地跑者”中抽中').waitFor()
  await computeAgain(phone, '在我的设备上重新计算', '全部一致')
  await noFaults(phone, 'b3-won')
  await page.getByText('许岚').click()
  await page.getByText('这次没有中签').waitFor()
  await page.getByText('候补码不是名次').waitFor()
  await noFaults(phone, 'b3-not-drawn')
  await page.getByText('许晴').click()
  await page.getByText('恭喜，中签了').waitFor()
  await page.getByRole('link', { name: '查看报名状态' }).first().click()
  await page.getByRole('button', { name: /立即支付/ }).waitFor()
  await noFaults(phone, 'b4-won-status')

  const desk = await stage.visit('desktop')
  await desk.open(`/pay?_key=${key}&_token=${heroine.token}`)
  await desk.page.getByRole('img', { name: /微信/ }).first().waitFor()
  const { orderid } = await world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .where('orderid', '=', orderid)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(world.parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await heading(desk, '报名成功')
  expect([...phone.errors, ...desk.errors]).toEqual([])
})

test('a doubter computes a published draw again by keyboard, and finds a changed entry, weight, source and file', async () => {
  const { id } = await declaredDraw()
  await ballots.freeze(id)
  await ballots.draw(id)
  await ballots.publish(id)
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.open(`/ballot?raceid=${RACE}`)
  await heading(desk, 'Ballots')
  await noFaults(desk, 'b5-list-desktop')
  await page.goto(`${stage.origin}/ballot?raceid=${RACE}&id=${id}`)
  await heading(desk, 'Check it yourself')
  await noFaults(desk, 'b6-published-desktop')
  const start = page.getByRole('button', { name: 'Run the ballot on my device' })
  await start.focus()
  await page.keyboard.press('Enter')
  await heading(desk, 'Everything matches')
  for (const name of [
    'List hash',
    'Rules stated on the list',
    'Seed',
    'Results hash',
    'Results file, character by character',
    'People per segment',
  ])
    await page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'matches' }).waitFor()
  await noFaults(desk, 'b7-agrees-desktop')

  await page.getByText('Still not sure? Change something and see').focus()
  await page.keyboard.press('Enter')
  for (const [change, other] of [
    ['entry', 'List hash'],
    ['weight', 'Results hash'],
    ['gone', 'Results file, character by character'],
    ['source', 'Seed'],
  ] as const) {
    await page.getByLabel('What to change').selectOption(change)
    await page.getByRole('button', { name: 'Change and run again' }).click()
    await heading(desk, 'The change was detected')
    await page.getByRole('listitem').filter({ hasText: other }).filter({ hasText: 'differs' }).waitFor()
    if (change === 'source')
      await page.getByRole('listitem').filter({ hasText: 'List hash' }).filter({ hasText: 'matches' }).waitFor()
  }
  await noFaults(desk, 'b8-changed-desktop')

  const list = await ballots.file(`/ballots/${RACE}/${id}/list.txt`)
  const lines = list.split('\n')
  const file = (text: string) => ({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const bring = page.getByLabel('Use a list I saved')
  await bring.setInputFiles(file(list))
  await page.getByText('Your list is identical to the published one').waitFor()
  await bring.setInputFiles(file(lines.toSpliced(9, 1).join('\n')))
  await page.getByText('Your list is not the published one').waitFor()
  await bring.setInputFiles(file(lines.with(5, lines[4]!).join('\n')))
  await page.getByText("This isn't a valid list, so there is no result").waitFor()
  await noFaults(desk, 'b9-no-list-desktop')

  // Here the server sends another list than the list whose hash it published.
  await page.route('**/list.txt', (route) =>
    route.fulfill({ body: lines.with(4, lines[4]!.replace(/\d$/, '3')).join('\n'), contentType: 'text/plain' }),
  )
  await computeAgain(desk, 'Run the ballot on my device', 'Does not match')
  await noFaults(desk, 'b10-differs-desktop')
  await page.route('**/list.txt', (route) => route.abort())
  await page.getByRole('button', { name: 'Run the ballot on my device' }).click()
  await page.getByText("The file didn't download").waitFor()
  expect(desk.errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test("a beacon's draw counts down to its round, and the signature is checked on the phone", async () => {
  const { world } = stage
  const { id } = await declaredDraw(
    { source: { kind: 'beacon', at: minutes(60 * 24 + 30) }, together: 'team' },
    { draw_at: minutes(60 * 24 + 90) },
  )
  world.clock.advance(86_400_000 + 60_000)
  await world.ask(consoleBallotsFreeze, ballots.key(id), ballots.staff)
  await freezeList(world.parts, ballots.key(id))
  const before = await stage.visit('phone', 'zh-tw')
  await before.open(`/ballot?raceid=${RACE}&id=${id}`)
  await before.page.getByRole('timer').waitFor()
  await before.page.getByText('抽籤原理與核驗').click()
  await before.page.getByText('示範信標').first().waitFor()
  await before.page.getByText('登入後可以看到自己在名單中的那一行').first().waitFor()
  await noFaults(before, 'b11-beacon-frozen')

  world.clock.advance(30 * 60_000)
  await seedDue(world.parts, world.clock.now())
  await drawLots(world.parts, ballots.key(id))
  const between = await stage.visit('phone', 'en')
  await between.open(`/ballot?raceid=${RACE}&id=${id}`)
  await between.page.getByText('Until the results').waitFor()
  await computeAgain(between, 'Run the ballot on my device', 'Everything matches')
  await between.page
    .getByRole('listitem')
    .filter({ hasText: 'Beacon signature' })
    .filter({ hasText: 'matches' })
    .waitFor()
  await between.page
    .getByRole('listitem')
    .filter({ hasText: 'Results hash' })
    .filter({ hasText: 'not published yet' })
    .waitFor()
  await noFaults(between, 'b12-beacon-seeded')

  world.clock.advance(60 * 60_000)
  await publishDue(world.db, world.clock.now())
  await publishOutcome(world.parts, ballots.key(id))
  const after = await stage.visit('phone', 'en')
  await after.open(`/ballot?raceid=${RACE}&id=${id}`)
  await computeAgain(after, 'Run the ballot on my device', 'Everything matches')
  await noFaults(after, 'b13-beacon-published')
  // Here the page and the answers hold a wrong signature, as a dishonest server might send.
  await after.page.route(/\/ballot(\/show)?(\?|$)/, async (route) => {
    const answered = await route.fetch()
    const lie = (_: string, begin: string, two: string) => `${begin}${two === 'a1' ? 'a2' : 'a1'}`
    const body = (await answered.text()).replaceAll(/("signature":")(..)/g, lie)
    await route.fulfill({ response: answered, body })
  })
  await after.page.reload()
  await computeAgain(after, 'Run the ballot on my device', 'Does not match')
  await after.page
    .getByRole('listitem')
    .filter({ hasText: 'Beacon signature' })
    .filter({ hasText: 'differs' })
    .waitFor()
})

test('no draw, a draw that does not exist, and a large draw that somebody stops', async () => {
  const phone = await stage.visit('phone')
  const { page } = phone
  await phone.open(`/ballot?raceid=${RACE}&id=9999`)
  await page.getByText('没有找到这次抽签').waitFor()
  await noFaults(phone, 'b14-not-found')
  await phone.open('/ballot')
  await heading(phone, '抽签公示')
  await noFaults(phone, 'b15-no-race')
  const eventid = await ballots.event({ name: '接力', places: 10 })
  await ballots.several(3, eventid)
  const { id } = await ballots.declare(eventid, { segments: [everybody] })
  await ballots.freeze(id)
  await phone.open(`/ballot?raceid=${RACE}&event=${eventid}`)
  let held: (() => void) | undefined
  await page.route('**/list.txt', async (route) => {
    await new Promise<void>((resolve) => (held = resolve))
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: '在我的设备上重新计算' }).click()
  await page.getByRole('progressbar').waitFor()
  await noFaults(phone, 'b16-running')
  await page.getByRole('button', { name: '停止' }).click()
  await page.getByText('已停止，没有算完。').waitFor()
  held?.()
  expect(phone.errors).toEqual([])
})
