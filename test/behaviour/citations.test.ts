import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../contracts.ts'
import { headingsOf, pages, rowsBelow } from './pages.ts'

const folders = ['bench', 'console', 'contract', 'db', 'docs', 'features', 'integrations', 'seam', 'server', 'test']
const others = ['tools', 'ui', 'web', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
/** docs/record holds the names of tests, migrations are held by their hash, and this file names what it refuses. */
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
  const elsewhere = /[Ss]pecification (?:\(?\d|section)|\bdesign\/\d|\bdesign "|(?<!ballot\.md )\bsections? \d/
  /** Titles of tests stay as they are. */
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

test('each constant of limits.md stands in the file that the page names', () => {
  const rows = headingsOf('limits.md').flatMap((heading) => rowsBelow('limits.md', heading))
  expect(rows.length).toBeGreaterThan(50)
  const wrong = rows.filter(([, , constant, file]) => {
    const name = constant!.replaceAll('`', '')
    return !existsSync(root + file!) || !new RegExp(`\\b${name}\\b`).test(readFileSync(root + file!, 'utf8'))
  })
  expect(wrong).toEqual([])
})

test('a page leads only to files of the repository', () => {
  const wrong = pages.flatMap((page) =>
    [...readFileSync(`${root}docs/behaviour/${page}`, 'utf8').matchAll(/\]\(([^)#]+)/g)]
      .map(([, to]) => to!)
      .filter((to) => !existsSync(`${root}docs/behaviour/${to}`))
      .map((to) => `${page}: ${to}`),
  )
  expect(wrong).toEqual([])
})
