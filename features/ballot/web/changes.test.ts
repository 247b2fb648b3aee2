import { expect, test } from 'vitest'
import { entryIdOf, ballotListText } from '../list/list.rules.ts'
import { recompute } from '../draw/recompute.rules.ts'
import { changedList, changedSource } from './changes.ts'

const group = entryIdOf('a', 'group')
const text = ballotListText(
  { race: 1, event: 1, places: 3, segments: [{ name: 'open' }], groups: 'skip', source: { kind: 'number', says: 'x' } },
  Array.from({ length: 12 }, (_, n) => ({
    id: entryIdOf(String(n), 'k'),
    group: n > 9 ? group : null,
    weights: n < 2 ? ('direct' as const) : [n === 5 ? 200 : 9],
  })),
)
const list = new TextEncoder().encode(text)
const linesOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes).split('\n')

test.each(['entry', 'weight', 'gone'] as const)(
  '%s: one line differs, the rest stays, and it is still a list, with another hash',
  (change) => {
    const before = new TextDecoder().decode(list)
    const made = changedList(list, change)!
    expect(new TextDecoder().decode(list), 'what was fetched stays as it was').toBe(before)
    const [was, is] = [linesOf(list), linesOf(made.list)]
    const at = made.changed.line! - 1
    expect(was[at]).toBe(made.changed.before)
    expect(is).toEqual(change === 'gone' ? was.toSpliced(at, 1) : was.with(at, made.changed.after))
    expect(made.changed.before).not.toBe(made.changed.after)
    expect(recompute(made.list, '7').listHash).not.toBe(recompute(list, '7').listHash)
  },
)

test('a list without entries has nothing to change', () => {
  expect(changedList(new TextEncoder().encode(`${linesOf(list).slice(0, 2).join('\n')}\n`), 'entry')).toBeUndefined()
})

test.each([
  ['3988.21', '3988.22'],
  ['abc9', 'abc0'],
  ['00ff', '00f0'],
  ['', '0'],
  ['第七', '第0'],
])('the source %o becomes %o', (said, after) => {
  expect(changedSource(said)).toBe(after)
})
