import { afterAll, beforeAll, expect, test } from 'vitest'
import { bibAlloc } from '#features/bibs/contract.ts'
import { consoleDesksFigures } from '#features/desks/figures/figures.contract.ts'
import { consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { consoleDesksStock, consoleDesksStockChange } from '#features/desks/stock/stock.contract.ts'
import { consoleCheckinPackagesSave } from '#features/checkin/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T04:00:00Z' })
})
afterAll(() => stage?.close())

const say = (cn: string, en: string) => ({ 'zh-cn': cn, 'zh-tw': cn, en })

test('a desk hands a pack out by scan and exchanges the shirt', async () => {
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0, places: 1000 })
  const runner = await runnerSession(world)
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const keys: string[] = []
  for (const [n, name, clothes] of [
    [1, '沈跑跑', 'M'],
    [2, '周启明', 'L'],
    [3, '陆一舟', 'M'],
    [4, '沈小雨', 'S'],
  ] as const) {
    const { _key } = await world.ask(registrationSave, entrant(n, { name, clothes }), runner)
    keys.push(_key)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: `000${n}` }, director)
  }
  await world.ask(
    consoleCheckinPackagesSave,
    {
      raceid: RACE,
      name: say('参赛包', 'Race pack'),
      contents: [say('号码布与别针', 'Bib and pins'), say('计时芯片', 'Timing chip'), say('参赛服', 'Shirt')],
      place: say('会展中心', 'Expo'),
    },
    director,
  )
  const desk = (await world.ask(consoleDesksSave, { raceid: RACE, name: '一号台' }, director)).id
  const changes = [
    { size: 'S', change: 1 },
    { size: 'M', change: 10 },
    { size: 'L', change: 5 },
    { size: 'XL', change: 0 },
  ]
  await world.ask(consoleDesksStockChange, { raceid: RACE, changes, note: '到货' }, director)

  const tablet = await stage.visit('desktop', 'zh-cn')
  await tablet.logIn('staff', gate.token)
  await tablet.open(`/console/${RACE}/desk`)
  const { page } = tablet
  await page.getByLabel('本机所在的领物台').selectOption(String(desk))
  await page.getByText('还没有发放记录').first().waitFor()
  await noFaults(tablet, 'desk-1-empty')
  const field = page.getByLabel('查找选手')
  const scan = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }

  await scan(`https://run.example/status?_key=${keys[0]}`)
  await page.getByRole('heading', { name: '沈跑跑' }).waitFor()
  await noFaults(tablet, 'desk-2-pack')
  await page.getByRole('button', { name: '确认发放' }).click()
  await page.getByText('已发放', { exact: true }).waitFor()
  await page.getByText('今日已发 1 份').first().waitFor()
  expect(await field.inputValue()).toBe('')
  await noFaults(tablet, 'desk-3-signed')

  await page.getByRole('button', { name: '换尺码' }).click()
  await page.getByRole('button', { name: /^L · 余 5/ }).click()
  await page.getByRole('button', { name: '换尺码' }).last().click()
  await page.getByText('M → L').waitFor()

  const figures = await world.ask(consoleDesksFigures, { raceid: RACE }, director)
  expect(figures).toMatchObject({ expected: 4, handed: 1, left: 3, clashes: [] })
  const { sizes } = await world.ask(consoleDesksStock, { raceid: RACE }, director)
  expect(Object.fromEntries(sizes.map(({ size, left }) => [size, left]))).toEqual({ S: 1, M: 10, L: 4, XL: 0 })
})
