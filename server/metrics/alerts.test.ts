import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')
const section = (title: string) => page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!
const namesIn = (text: string) => new Set(text.match(/startline_[a-z_]+/g))
/** Returns the name with which the code creates a metric. One histogram appears under several names. */
const madeAs = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

const source = globSync('{db,server,features}/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')

test('every metric of an alert is a metric of the server', () => {
  const named = [...namesIn(section('Alerts'))].map(madeAs)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !source.includes(`'${name}'`))).toEqual([])
})

test('every metric of the page is made, and every made metric is on the page', () => {
  const made = new Set([...source.matchAll(/name: '(startline_[a-z_]+)'/g)].map(([, name]) => name!))
  const exposed = new Set([...namesIn(section('Metrics'))].map(madeAs))
  // The page shortens the second name of a pair to its end (`…_bytes`), so the test leaves out this name.
  expect([...made].filter((name) => !exposed.has(name) && name !== 'startline_replication_lag_bytes')).toEqual([])
  expect([...exposed].filter((name) => !made.has(name))).toEqual([])
})

test('every alert says how to react', () => {
  const rows = section('Alerts')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| alert'))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const [, name, expression, todo] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect([name, expression?.startsWith('`'), (todo ?? '').length > 20], row).toEqual([name, true, true])
  }
})
