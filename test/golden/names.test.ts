import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rights, roles } from '#contract/rights.ts'
import { loggedActions } from '#features/staff/actions.words.ts'
import { refusalWords } from '#server/calls/answers.ts'
import { settings } from '#server/config/settings.ts'
import { linesOfEndpoints, namesThatLeave, rawRoutes } from './outward.ts'

/**
 * Names that other programs, devices, databases and people know. A new name for an old thing breaks them. A commit that
 * changes a page of test/golden therefore gives the reason and changes docs/api.md too. `npx vitest run test/golden -u`
 * writes the pages again.
 */
const page = (lines: readonly string[]): string => `${[...new Set(lines)].toSorted().join('\n')}\n`

test('every call keeps its path, access, refusals, input and output', async () => {
  const lines = (await linesOfEndpoints()).map((line) => {
    const [path, kind, , , ...rest] = line.split('\t')
    return [path, kind, ...rest].join('\t')
  })
  await expect(page(lines)).toMatchFileSnapshot('endpoints.txt')
  await expect(page(rawRoutes().map((line) => line.split('\t')[0]!))).toMatchFileSnapshot('raw.txt')
})

test('every refusal keeps its word and its code', async () => {
  const lines = [...refusalWords()].map(([word, { code }]) => `${word}\t${code}`)
  await expect(page(lines)).toMatchFileSnapshot('refusals.txt')
})

test('rights, roles and logged actions keep their names', async () => {
  await expect(
    page([
      ...Object.keys(rights).map((right) => `right\t${right}`),
      ...Object.entries(roles).map(([role, held]) => `role\t${role}\t${held.rights.join(' ')}`),
      ...Object.keys(loggedActions).map((what) => `log\t${what}`),
    ]),
  ).toMatchFileSnapshot('rights.txt')
})

test('settings and commands keep their names', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  await expect(
    page([
      ...Object.keys(settings).map((name) => `setting\t${name}`),
      ...Object.keys(scripts).map((name) => `command\t${name}`),
    ]),
  ).toMatchFileSnapshot('settings.txt')
})

test('jobs, cookies, storage keys, channels and locks keep their names', async () => {
  await expect(page(namesThatLeave())).toMatchFileSnapshot('names.txt')
})
