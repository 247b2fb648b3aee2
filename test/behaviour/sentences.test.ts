import { expect, test } from 'vitest'
import { type Text, withPlurals } from '#contract/words.ts'
import { rowsBelow } from './pages.ts'

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh-cn' in value && 'en' in value

/**
 * Finds the text of a cell such as `features/people/words.ts words.idnum_empty`. A refusal has its sentence in
 * `message`.
 */
const textAt = async (cell: string): Promise<Text | undefined> => {
  const [file, path] = cell.replaceAll('`', '').split(' ') as [string, string]
  let value: unknown = await import(/* @vite-ignore */ `../../${file}`)
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  const said = value !== undefined && !isText(value) ? (value as { message?: unknown }).message : value
  return isText(said) ? said : undefined
}

const headings = ['Fields', 'Look-ups and refusals', 'Successes', 'While something loads'] as const
const rows = headings.flatMap((heading) => rowsBelow('sentences.md', heading))

test('the page lists the sentences of every kind', () => {
  for (const heading of headings) expect(rowsBelow('sentences.md', heading), heading).not.toEqual([])
})

test.each(rows)('%s is quoted to the letter', async (given, chinese, english, words) => {
  const said = await textAt(words!)
  expect(said, words).toBeDefined()
  expect({ chinese: said!['zh-cn'], english: withPlurals(said!.en) }).toEqual({ chinese, english })
  const letters = given!
    .replace('…', '')
    .replace(/N(?=个)/, '{n}')
    .trim()
  expect([chinese, english].some((one) => one!.includes(letters))).toBe(true)
})
