import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerVerify } from './contract.ts'
import { UNDO_LAST } from './entries.rules.ts'
import { consoleDesksStock, consoleDesksStockChange } from './stock/stock.contract.ts'

let at: HandoutDesk
beforeAll(async () => {
  at = await openHandoutDesk()
})
afterAll(() => at?.world.close())

test('a pack offers its undo only while its entry is among the newest of the desk', async () => {
  const desk = await at.addDesk()
  const runners = []
  for (let n = 1; n <= UNDO_LAST + 1; n++) runners.push(await at.enter(n))
  const entries = runners.map(({ id }) => ({ id, entry: crypto.randomUUID() }))
  for (const one of entries) expect(await at.sign({ ...one, desk })).toMatchObject({ code: '200' })
  const handed = async ({ id }: { id: number }) =>
    (await at.world.ask(checkinRunnerVerify, { raceid: RACE, id, desk }, at.gate)).handed
  const [first, second] = [entries[0]!, entries[1]!]
  expect(await handed(first)).toMatchObject({ mine: false })
  expect(await handed(second)).toMatchObject({ mine: true })
  expect((await at.sign({ id: first.id, kind: 'undo', undoes: first.entry, desk })).refusal).toBe('undo_not_own')
  expect((await at.sign({ id: second.id, kind: 'undo', undoes: second.entry, desk })).code).toBe('200')
})

test('a size stays counted after its changes add up to zero and a hundred newer changes came', async () => {
  const change = (size: string, ...changes: number[]) =>
    at.world.ask(
      consoleDesksStockChange,
      { raceid: RACE, changes: changes.map((one) => ({ size, change: one })), note: '到货' },
      at.director,
    )
  await change('XS', 5, -5)
  await change('L', ...Array.from({ length: 100 }, () => 1))
  const { sizes } = await at.world.ask(consoleDesksStock, { raceid: RACE }, at.director)
  expect(sizes.find(({ size }) => size === 'XS')).toMatchObject({ counted: true, left: 0 })
  expect(sizes.find(({ size }) => size === 'M')).toMatchObject({ counted: false })
})
