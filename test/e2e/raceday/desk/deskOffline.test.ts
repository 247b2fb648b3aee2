import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { checkinRunnerSigned } from '#features/desks/contract.ts'
import { bibAlloc } from '#features/bibs/contract.ts'
import { consoleDesksFigures } from '#features/desks/figures/figures.contract.ts'
import { checkinProxyMake } from '#features/desks/proxies/proxies.contract.ts'
import { consoleDesksDevices, consoleDesksRevoke, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { consoleDesksStock, consoleDesksStockChange } from '#features/desks/stock/stock.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'

import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PIN = '246810'
const said = {
  'zh-cn': {
    which: '本机所在的领物台',
    offer: '让本机离线也能发放',
    name: '设备名称',
    pin: 'PIN 码',
    again: '再次输入 PIN 码',
    register: '登记本机',
    all_sent: '全部已上传',
    offline: /起离线/,
    unlock: '解锁',
    find: '查找选手',
    sign: '确认发放',
    signed: '已发放',
    exchange: '换尺码',
    handed: '已领',
  },
  en: {
    which: 'This screen works at',
    offer: 'Let this device work offline',
    name: 'Name of this device',
    pin: 'PIN',
    again: 'PIN again',
    register: 'Register this device',
    all_sent: 'Everything is sent',
    offline: /Offline since/,
    unlock: 'Unlock',
    find: 'Find a runner',
    sign: 'Hand out the pack',
    signed: 'Handed out',
    exchange: 'Exchange the shirt',
    handed: 'Collected',
  },
} as const
type Said = (typeof said)['zh-cn' | 'en']

let stage: Stage
let director: Awaited<ReturnType<typeof staffSession>>
let gate: Awaited<ReturnType<typeof staffSession>>
let runner: Awaited<ReturnType<typeof runnerSession>>
const runners: { id: number; key: string; bib: string }[] = []
let desks: number[]
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T02:20:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0, places: 1000 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  runner = await runnerSession(world)
  for (const [at, name] of ['沈跑跑', '周启明', '陆一舟', '顾行舟', '林晚晴', '沈小雨', '何田田', '白露'].entries()) {
    const { _key: key } = await world.ask(registrationSave, entrant(at + 1, { name, clothes: 'M' }), runner)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
    await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: `000${at + 1}` }, director)
    runners.push({ id, key, bib: `A000${at + 1}` })
  }
  desks = []
  for (const name of ['一号台', '二号台'])
    desks.push((await world.ask(consoleDesksSave, { raceid: RACE, name }, director)).id)
  const changes = [
    { size: 'M', change: 10 },
    { size: 'L', change: 5 },
  ]
  await world.ask(consoleDesksStockChange, { raceid: RACE, changes, note: '到货' }, director)
})
afterAll(() => stage?.close())

/** Registers a device at a desk by hand, and waits until the device holds the list and the page of the desk. */
const register = async (visitor: Visitor, desk: number, name: string, words: Said): Promise<void> => {
  const { page } = visitor
  await visitor.logIn('staff', gate.token)
  await visitor.open(`/console/${RACE}/desk`)
  await page.getByLabel(words.which).selectOption(String(desk))
  await page.getByRole('button', { name: words.offer }).click()
  await page.getByLabel(words.name).fill(name)
  await page.getByLabel(words.pin, { exact: true }).fill(PIN)
  await page.getByLabel(words.again).fill(PIN)
  await page.getByRole('button', { name: words.register }).click()
  await page.getByText(words.all_sent).waitFor()
  await page.getByText(/[1-9]\d* (名选手|runners)/).waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
const findRunner = async ({ page }: Visitor, text: string, words: Said): Promise<void> => {
  const field = page.getByLabel(words.find, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}
const handOut = async (visitor: Visitor, text: string, words: Said): Promise<void> => {
  await findRunner(visitor, text, words)
  await visitor.page.getByRole('button', { name: words.sign }).click()
  await visitor.page.getByText(words.signed, { exact: true }).waitFor()
}
const pass = async (ms: number, ...visitors: Visitor[]): Promise<void> => {
  stage.world.clock.advance(ms)
  for (const { context } of visitors) await context.clock.fastForward(ms)
}
const visit = (size: 'tablet' | 'phone', lang: Lang, fast = 0) => stage.visit(size, lang, { worker: true, fast })

test('two desks work an hour without network, and afterwards all counts agree to the piece', async () => {
  const { world } = stage
  const began = world.clock.now()
  const { key: proxy } = await world.ask(checkinProxyMake, { id: runners[2]!.key, name: '李代领' }, runner)
  const [one, two] = [await visit('tablet', 'zh-cn'), await visit('phone', 'en', 5 * HOUR)]
  const [cn, en] = [said['zh-cn'], said.en]
  await register(one, desks[0]!, '一号平板', cn)
  await noFaults(one, 'offline-1-online')
  await register(two, desks[1]!, 'Phone 2', en)
  await noFaults(two, 'offline-1-online-phone')

  // The log-in ends while the hall has no network.
  for (const { context } of [one, two]) {
    await context.clearCookies()
    await context.setOffline(true)
  }
  await one.page.getByText(cn.offline).waitFor()
  await two.page.getByText(en.offline).waitFor()
  await pass(10 * MINUTE, one, two)
  await handOut(one, runners[0]!.key, cn)
  await noFaults(one, 'offline-2-signed')
  await one.page.getByRole('button', { name: cn.exchange }).click()
  await one.page.getByRole('button', { name: /^L · 余 5/ }).click()
  await one.page.getByRole('button', { name: cn.exchange }).last().click()
  await one.page.getByText('M → L').waitFor()
  await pass(10 * MINUTE, one, two)
  await handOut(two, runners[1]!.bib, en)
  await noFaults(two, 'offline-2-signed-phone')
  await handOut(two, '沈跑跑', en)
  await findRunner(one, proxy, cn)
  await one.page.getByText('代领授权：李代领').waitFor()
  await one.page.getByRole('button', { name: cn.sign }).click()
  await one.page.getByText('代领人：李代领').waitFor()

  await pass(10 * MINUTE, one, two)
  await one.page.reload()
  await one.page.getByRole('button', { name: cn.unlock }).waitFor()
  // Without a network the device does not know the name of the platform, so it uses the usual name in its language.
  await one.page.getByRole('banner').getByRole('link', { name: '起跑线' }).waitFor()
  await one.page.getByLabel(cn.pin, { exact: true }).fill('135790')
  await one.page.getByRole('button', { name: cn.unlock }).click()
  await one.page.getByText('还可以试 4 次').waitFor()
  await noFaults(one, 'offline-3-locked')
  await one.page.getByLabel(cn.pin, { exact: true }).fill(PIN)
  await one.page.getByRole('button', { name: cn.unlock }).click()
  await one.page.getByText('3 条待上传').waitFor()
  await findRunner(one, runners[0]!.bib, cn)
  await one.page.getByText('M → L').waitFor()
  await handOut(one, runners[3]!.bib, cn)
  await pass(30 * MINUTE, one, two)
  await noFaults(one, 'offline-4-hour')

  for (const { context } of [one, two]) await context.setOffline(false)
  await one.page.getByText(cn.all_sent).waitFor()
  await two.page.getByText(en.all_sent).waitFor()
  const figures = await world.ask(consoleDesksFigures, { raceid: RACE }, director)
  expect(figures).toMatchObject({ expected: 8, handed: 4, left: 4 })
  expect(figures.desks.map(({ name, packs }) => [name, packs])).toEqual([
    ['一号台', 3],
    ['二号台', 2],
  ])
  expect(figures.clashes).toMatchObject([{ id: runners[0]!.id, packs: [{ desk: '一号台' }, { desk: '二号台' }] }])
  const minutes = figures.clashes[0]!.packs.map(({ at }) => Math.round((Date.parse(at) - +began) / MINUTE))
  expect(minutes, 'the clock of the phone is five hours fast').toEqual([10, 20])
  const { sizes } = await world.ask(consoleDesksStock, { raceid: RACE }, director)
  expect(Object.fromEntries(sizes.map(({ size, left }) => [size, left]))).toEqual({ M: 6, L: 4 })
  const lists = await Promise.all(
    desks.map((desk) => world.ask(checkinRunnerSigned, { raceid: RACE, desk, limit: 100 }, director)),
  )
  const entries = lists.flatMap(({ items }) => items)
  expect(entries.map(({ kind, bib }) => `${kind} ${bib}`).toSorted()).toEqual([
    'pack A0001',
    'pack A0001',
    'pack A0002',
    'pack A0003',
    'pack A0004',
    'size A0001',
  ])
  expect(entries.find(({ bib }) => bib === 'A0003')).toMatchObject({ proxy: '李代领', doubts: [] })
  const rows = await world.db.selectFrom('handouts').select('entry').where('raceid', '=', RACE).execute()
  expect(rows).toHaveLength(entries.length)

  await findRunner(one, runners[0]!.bib, cn)
  await one.page.getByText('发放了不止一次').waitFor()
  await noFaults(one, 'offline-5-clash')
  await findRunner(two, runners[0]!.bib, en)
  await two.page.getByText('was handed out more than once').waitFor()
  await noFaults(two, 'offline-5-clash-phone')

  // Even with network, the device asks for its PIN and for no log-in.
  await one.page.reload()
  await one.page.getByLabel(cn.pin, { exact: true }).fill(PIN)
  await one.page.getByRole('button', { name: cn.unlock }).click()
  await one.page.getByText(cn.all_sent).waitFor()
})

test('two devices with network never hand out the same pack', async () => {
  const { world } = stage
  const [one, two] = [await visit('tablet', 'zh-cn'), await visit('phone', 'en')]
  await register(one, desks[0]!, '三号平板', said['zh-cn'])
  await register(two, desks[0]!, 'Phone 4', said.en)
  const { bib, id } = runners[4]!
  await findRunner(one, bib, said['zh-cn'])
  await findRunner(two, bib, said.en)
  await two.page.getByRole('button', { name: said.en.sign }).waitFor()
  await handOut(one, bib, said['zh-cn'])
  await two.page.getByRole('button', { name: said.en.sign }).click()
  await two.page.getByText(/already handed out \(一号台\)/).waitFor()
  await two.page.getByText(said.en.signed, { exact: true }).waitFor()
  const figures = await world.ask(consoleDesksFigures, { raceid: RACE }, director)
  expect(figures.clashes.some((clash) => clash.id === id)).toBe(false)
})

test('an authorisation that a runner makes after the network was lost is accepted, marked, and checked later', async () => {
  const { world } = stage
  const [one, two] = [await visit('tablet', 'zh-cn'), await visit('phone', 'en')]
  await register(one, desks[0]!, '六号平板', said['zh-cn'])
  await register(two, desks[1]!, 'Phone 7', said.en)
  for (const { context } of [one, two]) await context.setOffline(true)
  await one.page.getByText(said['zh-cn'].offline).waitFor()
  await two.page.getByText(said.en.offline).waitFor()
  const [good, other] = [runners[6]!, runners[7]!]
  const { key } = await world.ask(checkinProxyMake, { id: good.key, name: '何代领' }, runner)
  const takes = async (visitor: Visitor, { bib }: { bib: string }, name: string, words: Said, labels: string[]) => {
    const { page } = visitor
    const [take, here, unchecked, anyway] = labels as [string, string, string, string]
    await findRunner(visitor, key, words)
    await page.getByRole('button', { name: take }).waitFor()
    await noFaults(visitor, `offline-8-unseen-${name}`)
    await page.getByRole('button', { name: take }).click()
    await page.getByText(here).waitFor()
    await findRunner(visitor, bib, words)
    await page.getByText(unchecked).waitFor()
    await noFaults(visitor, `offline-9-unchecked-${name}`)
    expect(await page.getByRole('button', { name: words.sign }).isDisabled()).toBe(true)
    await page.getByLabel(anyway).check()
    await page.getByRole('button', { name: words.sign }).click()
    await page.getByText(words.signed, { exact: true }).waitFor()
    expect(await page.getByText(here).count(), 'one authorisation is for one pack').toBe(0)
  }
  await takes(one, good, 'tablet', said['zh-cn'], [
    '按代领授权处理',
    '已扫描代领授权（未核对）',
    '代领授权未核对',
    '已当面核实，仍然发放',
  ])
  // A phone at another desk scans the code that the tablet has scanned. Staff use this code for a runner who gave no
  // authorisation.
  await takes(two, other, 'phone', said.en, [
    'Use it as an authorisation',
    'An authorisation was scanned and is not checked',
    'The authorisation is not checked',
    'Checked in person. Hand it out anyway',
  ])
  for (const { context } of [one, two]) await context.setOffline(false)
  await one.page.getByText(said['zh-cn'].all_sent).waitFor()
  await two.page.getByText(said.en.all_sent).waitFor()
  const ofDesk = async (desk: number, bib: string) =>
    (await world.ask(checkinRunnerSigned, { raceid: RACE, desk }, director)).items.find((one) => one.bib === bib)
  expect(await ofDesk(desks[0]!, good.bib)).toMatchObject({ proxy: '何代领', despite: ['proxy'], doubts: [] })
  expect(await ofDesk(desks[1]!, other.bib)).toMatchObject({
    proxy: null,
    despite: ['proxy'],
    doubts: ['proxy_withdrawn'],
  })
})

test('five wrong PINs erase a device, and a revoked device erases itself at its next contact', async () => {
  const { world } = stage
  const cn = said['zh-cn']
  const one = await visit('tablet', 'zh-cn')
  await register(one, desks[0]!, '五号平板', cn)
  await one.page.getByRole('button', { name: '锁定' }).click()
  for (const left of [4, 3, 2, 1]) {
    await one.page.getByLabel(cn.pin, { exact: true }).fill('111222')
    await one.page.getByRole('button', { name: cn.unlock }).click()
    await one.page.getByText(`还可以试 ${left} 次`).waitFor()
  }
  await one.page.getByLabel(cn.pin, { exact: true }).fill('111222')
  await one.page.getByRole('button', { name: cn.unlock }).click()
  await one.page.getByText('PIN 码连续输错 5 次').waitFor()
  await noFaults(one, 'offline-6-erased')
  const shelves = await one.page.evaluate(async (name) => {
    const base = await new Promise<IDBDatabase>((done) => {
      const asked = indexedDB.open(name)
      asked.onsuccess = () => done(asked.result)
    })
    const counts = await Promise.all(
      [...base.objectStoreNames].map(
        (shelf) =>
          new Promise<number>((done) => {
            const asked = base.transaction(shelf).objectStore(shelf).count()
            asked.onsuccess = () => done(asked.result)
          }),
      ),
    )
    base.close()
    return counts
  }, `startline-desk-${RACE}`)
  expect(shelves).toEqual([0, 0, 0, 0])

  const two = await visit('phone', 'en')
  await register(two, desks[1]!, 'Lost phone', said.en)
  await two.context.setOffline(true)
  await two.page.getByText(said.en.offline).waitFor()
  await handOut(two, runners[5]!.bib, said.en)
  const { items } = await world.ask(consoleDesksDevices, { raceid: RACE }, director)
  const lost = items.find(({ name }) => name === 'Lost phone')!
  await world.ask(consoleDesksRevoke, { raceid: RACE, id: lost.id }, director)
  await two.context.setOffline(false)
  await two.page.getByText('A supervisor switched this device off').waitFor()
  await noFaults(two, 'offline-7-revoked-phone')
  const { items: entries } = await world.ask(checkinRunnerSigned, { raceid: RACE, desk: desks[1]! }, director)
  expect(entries.find(({ bib }) => bib === runners[5]!.bib)).toMatchObject({ doubts: ['device_revoked'] })
})
