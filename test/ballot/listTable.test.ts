import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BadList, readBallotList } from '#features/ballot/list/list.rules.ts'
import { drawAgain } from './independentBallot.ts'

/**
 * The page with an example and a table of lists. Every program that reads lists must accept and refuse the same lists.
 */
const page = readFileSync(new URL('../../docs/ballot.md', import.meta.url), 'utf8')
const example = /The list:\n\n```\n([\s\S]*?)```/.exec(page)![1]!
const rows = [...page.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (yes|no)\b/gm)].map(([, from, to, verdict]) => ({
  from: from!,
  to: to!,
  isList: verdict === 'yes',
}))
/**
 * Replaces `\ufeff` by a byte order mark. The page writes the mark as an escape, because the mark itself is invisible.
 */
const written = (text: string) => text.replace(/^\\ufeff/, '\ufeff')

test('the example is a list, and the table has rows of both kinds', () => {
  expect(readBallotList(Buffer.from(example)).count).toBe(7)
  expect(rows.length).toBeGreaterThan(12)
  expect(new Set(rows.map(({ isList }) => isList)).size).toBe(2)
})

for (const { from, to, isList } of rows)
  test(`${to} is ${isList ? 'a list' : 'none'}`, () => {
    expect(example).toContain(from)
    const changed = example.replace(from, () => written(to))
    const read = () => readBallotList(Buffer.from(changed))
    const again = () => drawAgain(changed, '3988.21')
    if (!isList) {
      expect(read).toThrow(BadList)
      expect(again).toThrow()
      return
    }
    expect(read).not.toThrow()
    expect(again()).not.toBeNull()
  })
