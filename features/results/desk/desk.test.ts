import { afterAll, beforeAll, expect, test } from 'vitest'
import { openResults, timer, world } from '#test/scenes/listedResults.ts'
import { staffSession } from '#test/people.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { consoleTimingCorrect, consoleTimingUndo } from '#features/timing/corrections/corrections.contract.ts'
import { consoleResultsBrowse } from './desk.contract.ts'
import { readDeskCursor, writeDeskCursor } from './desk.rules.ts'

beforeAll(openResults)
afterAll(() => world?.close())

type BrowseFilter = Partial<InputOf<typeof consoleResultsBrowse>>
const browse = (input: BrowseFilter = {}) => world.ask(consoleResultsBrowse, { raceid: 7, ...input }, timer)
const bibs = async (input: BrowseFilter = {}) => (await browse(input)).items.map(({ bib }) => bib)

test('only staff who correct results of this race look through them', async () => {
  expect(await world.call(consoleResultsBrowse, { raceid: 7 })).toMatchObject({ code: '401' })
  expect(await world.call(consoleResultsBrowse, { raceid: 8 }, timer)).toMatchObject({ code: '403' })
  const viewer = await staffSession(world, [{ raceid: 7, role: 'viewer' }])
  expect(await world.call(consoleResultsBrowse, { raceid: 7 }, viewer)).toMatchObject({ code: '403' })
})

test('a foreign cursor begins at the first page', async () => {
  expect(readDeskCursor(writeDeskCursor({ key: '䶮😀', id: 4 }), false)).toEqual({ key: '䶮😀', id: 4 })
  expect(readDeskCursor(writeDeskCursor({ key: 'x', id: 4 }), true)).toBeUndefined()
  for (const after of ['x', '....', 'W10', '"', '1.2.3'])
    for (const sort of ['place', 'bib', 'time'] as const) expect(await bibs({ after, sort })).toHaveLength(5)
})

test('they are sorted by each head and paged without a gap', async () => {
  expect(await bibs()).toEqual(['A2', 'A3', 'A1', 'A4', 'A5'])
  expect(await bibs({ sort: 'bib', down: true })).toEqual(['A5', 'A4', 'A3', 'A2', 'A1'])
  expect(await bibs({ sort: 'time' })).toEqual(['A3', 'A2', 'A1', 'A4', 'A5'])
  for (const sort of ['place', 'bib', 'name', 'time', 'status', 'club', 'changed'] as const)
    for (const down of [false, true]) {
      const all = await bibs({ sort, down })
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await browse({ sort, down, limit: 2, ...(after === undefined ? {} : { after }) })
        seen.push(...page.items.map(({ bib }) => bib))
        expect(page.total).toBe(after === undefined ? 5 : null)
        after = page.after ?? undefined
      } while (after !== undefined)
      expect(seen, `${sort} ${down}`).toEqual(all)
    }
})

test('filters and search narrow the list, and an invalid pattern is ignored', async () => {
  expect(await bibs({ q: 'nn' })).toEqual(['A1'])
  expect(await bibs({ q: '%' })).toEqual(['A3'])
  expect(await bibs({ q: '_' })).toEqual([])
  expect(await bibs({ outcome: 'dns' })).toEqual(['A5'])
  expect(await bibs({ gender: 'F', sort: 'bib' })).toEqual(['A1', 'A4'])
  expect(await bibs({ club: '跑' })).toEqual(['A1'])
  expect(await bibs({ unmatched: true, sort: 'bib' })).toEqual(['A2', 'A3', 'A4', 'A5'])
  expect(await bibs({ eventid: 2 })).toEqual([])
  expect((await browse()).agegroups).toEqual(['18-34', '35-39', '40-44', '50-54'])
})

const correct = (bib: string, change: InputOf<typeof consoleTimingCorrect>['change'], reason = '核对录像') =>
  world.ask(consoleTimingCorrect, { raceid: 7, eventid: 1, bib, change, reason }, timer)
const undo = (id: number) => world.ask(consoleTimingUndo, { raceid: 7, eventid: 1, id }, timer)

test('a corrected result shows its former values, and is undone as an action of its own', async () => {
  expect(await bibs({ corrected: true })).toEqual([])
  const { id } = await correct('A3', { kind: 'outcome', outcome: 'dsq', rule: 'TR 6.2' })
  const [row] = (await browse({ corrected: true })).items
  expect(row).toMatchObject({
    bib: 'A3',
    outcome: 'dsq',
    place: null,
    before: { outcome: 'finished', time: '03:05:00' },
  })
  await undo(id)
  expect(await bibs({ corrected: true })).toEqual([])
})

test('staff hide a name with a reason, a new file keeps it hidden, and undoing shows it again', async () => {
  const { id } = await correct('A2', { kind: 'name', hidden: true }, '未成年人监护人来电')
  expect((await browse({ hidden: true })).items).toMatchObject([{ bib: 'A2', name: 'Bob', hidden: 'staff' }])
  await undo(id)
  expect(await bibs({ hidden: true })).toEqual([])
})

test('a doubt is settled with a reason, and is open again when that is undone', async () => {
  const doubtful = (await browse({ doubtful: true })).items
  expect(doubtful.length).toBeGreaterThan(0)
  const { bib, doubts } = doubtful[0]!
  expect(doubts[0]!.says).toBeTruthy()
  const made: number[] = []
  for (const { word } of doubts) made.push((await correct(bib, { kind: 'doubt', doubt: word })).id)
  expect(await bibs({ doubtful: true })).not.toContain(bib)
  for (const id of made) await undo(id)
  expect(await bibs({ doubtful: true })).toContain(bib)
})
