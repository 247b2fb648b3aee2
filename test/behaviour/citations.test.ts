import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../contracts.ts'
import { headingsOf, pages, readPage, rowsBelow } from './pages.ts'

const folders = ['bench', 'console', 'contract', 'db', 'docs', 'features', 'integrations', 'seam', 'server', 'test']
const others = ['tools', 'ui', 'web', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
/**
 * Paths that the test does not read. docs/record holds the names of tests, the hash of a migration fixes its text, and
 * this file names the refused words.
 */
const without = /^(docs\/record|db\/migrations|test\/behaviour)\//

const texts = [...folders, ...others]
  .flatMap((path) =>
    path.endsWith('.md')
      ? [path]
      : readdirSync(root + path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(tsx?|mjs|md)$/.test(entry.name))
          .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll('//', '/')),
  )
  .filter((path) => !without.test(path))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8').replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ') }))

test('no comment cites a document that is not in the repository', () => {
  const elsewhere =
    /[Ss]pecification (?:\(?\d|section)|\bdesign\/\d|\bdesign "|(?<!(?:ballot|luckydraw)\.md )\bsections? \d/
  /** Titles of tests that may contain a forbidden citation, because titles stay as they are. */
  const titles = ['what specification 1 section 4 does not know', 'exit and delete by section 2']
  const found = texts.flatMap(({ path, text }) => {
    const read = titles.reduce((left, title) => left.replace(title, ''), text)
    const at = elsewhere.exec(read)
    return at ? [`${path}: ${read.slice(Math.max(0, at.index - 60), at.index + 40)}`] : []
  })
  expect(found).toEqual([])
})

test('each cited page and heading exists', () => {
  const wrong = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/docs\/behaviour\/([a-z-]+\.md)(?:, (.{1,60}))?/g)].flatMap(([cited, page, after]) => {
      if (!pages.includes(page!)) return [`${path}: ${cited}`]
      const names = after !== undefined && /^[A-Z]/.test(after)
      return names && !headingsOf(page!).some((heading) => after.startsWith(heading)) ? [`${path}: ${cited}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

const limits = headingsOf('limits.md').flatMap((heading) => rowsBelow('limits.md', heading))

test('each constant of limits.md is in the file that the page names', () => {
  expect(limits.length).toBeGreaterThan(50)
  const wrong = limits.filter(([, , constant, file]) => {
    const name = constant!.replaceAll('`', '')
    return !existsSync(root + file!) || !new RegExp(`\\b${name}\\b`).test(readFileSync(root + file!, 'utf8'))
  })
  expect(wrong).toEqual([])
})

/** The factors by which limits.md may write milliseconds and bytes in larger units. */
const units = [1, 1000, 60_000, 3_600_000, 2 ** 20, 2 ** 30]
const numbersIn = (cell: string): number[] => (cell.replaceAll(',', '').match(/\d+/g) ?? []).map(Number)
const importable = limits.filter(([, , , file]) => /(rules|contract)\.ts$|pictures\.ts$/.test(file!))

test.each(importable)('%s: %s', async (_rule, value, constant, file) => {
  const module = (await import(/* @vite-ignore */ `../../${file}`)) as Record<string, unknown>
  const held = module[constant!.replaceAll('`', '')]
  if (typeof held !== 'number') return
  expect(units.some((unit) => numbersIn(value!).includes(held / unit))).toBe(true)
})

/** Pages about the code as a whole. */
const everywhere = ['README.md', 'limits.md', 'sentences.md']

test('each page names its code, and the code exists', () => {
  const codeOf = (page: string) => [...(/^Code: (.*)\.$/m.exec(readPage(page))?.[1] ?? '').matchAll(/`([^`]+)`/g)]
  expect(pages.filter((page) => !everywhere.includes(page) && codeOf(page).length === 0)).toEqual([])
  const named = pages.flatMap((page) => codeOf(page).map(([, path]) => path!))
  expect(named.filter((path) => !existsSync(root + path))).toEqual([])
})

test('a page leads only to files of the repository', () => {
  const wrong = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\(([^)#]+)/g)]
      .map(([, to]) => to!)
      .filter((to) => !existsSync(`${root}docs/behaviour/${to}`))
      .map((to) => `${page}: ${to}`),
  )
  expect(wrong).toEqual([])
})

test('the list of pages leads to every page', () => {
  const list = readPage('README.md')
  expect(pages.filter((page) => page !== 'README.md' && !list.includes(`](${page})`))).toEqual([])
})
