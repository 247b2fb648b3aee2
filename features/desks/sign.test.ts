import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { consoleDesksClose } from './setup/setup.contract.ts'
import { partsOfSending } from './sign.service.ts'
import { consoleDesksStock, consoleDesksStockChange } from './stock/stock.contract.ts'

let at: HandoutDesk
beforeAll(async () => {
  at = await openHandoutDesk()
}, 60_000)
afterAll(() => at?.world.close())

const given = (id: number, change: object = {}) => ({
  given: { id, entry: crypto.randomUUID(), kind: 'pack' as const, despite: [], ...change } as never,
})

test('entries of different packs share a transaction; an entry that needs the rows of another entry follows in its own', () => {
  const [a, b] = [given(1), given(2)]
  const again = given(1, { kind: 'size', size: 'L' })
  const undo = given(3, { kind: 'undo', undoes: crypto.randomUUID() })
  const bag = given(4, { kind: 'bag', tag: '7' })
  const bound = given(5, { bib: 'A0005' })
  const proxied = given(6, { proxy: 'x' })
  expect(partsOfSending([a, b, again, undo, bag, bound, proxied])).toEqual([
    [a, b],
    [again],
    [undo],
    [bag],
    [bound],
    [proxied],
  ])
  const twice = given(7)
  expect(partsOfSending([twice, twice])).toEqual([[twice], [twice]])
  expect(partsOfSending([undo])).toEqual([[undo]])
})

test('many calls at one moment take each shirt once, and each caller gets the answer to the own entry', async () => {
  const { world, director } = at
  const change = { raceid: RACE, changes: [{ size: 'M', change: 5 }], note: '到货' }
  await world.ask(consoleDesksStockChange, change, director)
  const [desk, other] = [await at.addDesk(), await at.addDesk({ name: '二号台' })]
  const runners = await Promise.all(Array.from({ length: 9 }, (_, n) => at.enter(200 + n)))
  const entry = crypto.randomUUID()
  const [answers, again, stranger] = await Promise.all([
    Promise.all(runners.map(({ id }, n) => at.sign({ id, desk: n % 2 ? desk : other, ...(n === 0 ? { entry } : {}) }))),
    at.sign({ id: runners[0]!.id, desk: other, entry }),
    at.sign({ id: 999_999, desk }),
  ])
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(5)
  expect(answers.filter(({ refusal }) => refusal === 'size_gone')).toHaveLength(4)
  expect(again).toMatchObject({ code: '200', data: { known: true } })
  expect(stranger.refusal).toBe('registration_not_found')
  for (const [n, { code, data }] of answers.entries())
    if (code === '200') expect(data).toMatchObject({ pack: { id: runners[n]!.id, handed: { kind: 'pack' } } })
  const { sizes } = await world.ask(consoleDesksStock, { raceid: RACE }, director)
  expect(sizes.find(({ size }) => size === 'M')).toMatchObject({ came: 5, gone: 5, left: 0 })
})

test('a desk that somebody closed a moment ago hands out nothing', async () => {
  const { world, director } = at
  const desk = await at.addDesk({ name: '三号台' })
  const runner = await at.enter(300, { clothes: 'XS' })
  expect((await at.sign({ id: runner.id, desk, kind: 'bag', tag: '12' })).code).toBe('200')
  await world.ask(consoleDesksClose, { raceid: RACE, id: desk }, director)
  expect((await at.sign({ id: runner.id, desk })).refusal).toBe('desk_not_found')
})
