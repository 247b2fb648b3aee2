import { expect, test } from 'vitest'
import { renumber, changesToUndo } from './runs.rules.ts'

const worn = (id: number, written: string) => {
  const [, prefix = '', bib = ''] = /^([A-Z]*)(\d+)$/.exec(written) ?? []
  return { id, prefix, bib }
}
const none = { avoid: [], reserved: [], taken: new Set<string>() }
const range = { prefix: 'A', width: 3, from: 1, to: 9_999_999 }
const said = ({ changes }: ReturnType<typeof renumber>) =>
  changes.map(({ before, after }) => `${before.prefix}${before.bib}>${after.prefix}${after.bib}`)

test('the order of the numbers stays, and gaps close', () => {
  const plan = renumber([worn(1, 'A010'), worn(2, 'A9'), worn(3, 'A100')], range, none)
  expect(said(plan)).toEqual(['A9>A001', 'A010>A002', 'A100>A003'])
  expect(plan).toMatchObject({ same: 0, short: 0, first: 'A001', last: 'A003' })
})
test('numbers of other runners, reserved numbers and unwanted digits are left out; a runner who keeps the number is no change', () => {
  const plan = renumber([worn(1, 'A001'), worn(2, 'A005'), worn(3, 'A006')], range, {
    avoid: ['4'],
    reserved: [[3, 3]],
    taken: new Set(['A002']),
  })
  expect(said(plan)).toEqual([])
  expect(plan).toMatchObject({ same: 3, first: 'A001', last: 'A006' })
})
test('a span that is too short is refused', () => {
  expect(renumber([worn(1, 'A1'), worn(2, 'A2')], { ...range, to: 1 }, none).short).toBe(1)
})

const change = (id: number, before: string | null, after: string | null) => {
  const held = (written: string | null) => (written === null ? { id, prefix: '', bib: null } : worn(id, written))
  return { id, before: held(before), after: held(after) }
}
const now = (...held: ReturnType<typeof worn>[]) => new Map(held.map((one) => [one.id, one]))

test('an exchange is undone, and a runner whose number changed since then keeps it', () => {
  const run = [change(1, 'A1', 'A2'), change(2, 'A2', 'A1'), change(3, 'A9', 'A3')]
  const back = changesToUndo(run, now(worn(1, 'A2'), worn(2, 'A1'), worn(3, 'A77')), new Set(['A2', 'A1', 'A77']))
  expect(back.map(({ id, after }) => `${id} ${after.bib}`)).toEqual(['1 1', '2 2'])
})
test('a former number that another runner wears stays there, and stops the runner who waits for the next number', () => {
  const run = [change(1, 'A1', 'A2'), change(2, 'A2', 'A3')]
  const back = changesToUndo(run, now(worn(1, 'A2'), worn(2, 'A3')), new Set(['A1', 'A2', 'A3']))
  expect(back).toEqual([])
})
test('an undo removes numbers that a run gave', () => {
  const [back] = changesToUndo([change(1, null, 'A1')], now(worn(1, 'A1')), new Set(['A1']))
  expect(back).toMatchObject({ id: 1, after: { bib: null } })
})
