import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkBrowsers, entryScripts } from './browsers.ts'
import { checkFileNames } from './fileNames.ts'
import { checkFolders } from './folders.ts'
import { checkFunctionLength } from './functionLength.ts'
import {
  checkApostrophes,
  checkClocks,
  checkLanguages,
  checkMigrations,
  checkMoneyBack,
  checkOrderOfRooms,
  checkQueries,
} from './house.ts'
import { checkNamedFiles } from './namedFiles.ts'
import { checkOwners } from './owners.ts'
import { checkPlurals } from './plurals.ts'
import { checkSiblingKeys } from './siblingKeys.ts'
import { checkSentences } from './sentences.ts'
import { fixtureSources, fixtures, root } from './sources.ts'
import { checkTerms } from './terms.ts'
import { checkTimeLimits } from './timeLimits.ts'
import { checkWidth } from './width.ts'

/** Puts a fixture into a folder of its own, as a project with one of our settings and with our packages. */
const asProject = (name: string, settings: string, packages = true): string => {
  const folder = mkdtempSync(join(tmpdir(), `startline-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, fixtures, name), folder, { recursive: true })
  cpSync(join(root, settings), join(folder, settings))
  if (packages) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
const run = (folder: string, command: string, ...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin', command),
      args,
      { cwd: folder, maxBuffer: 50_000_000 },
      (error, out, wrong) => resolve({ code: error ? 1 : 0, out: out + wrong }),
    )
  })

test('width: lines are counted in characters, and too many wide ones or a wide mean are reported', () => {
  expect(checkWidth(fixtureSources('width'))).toEqual([
    expect.stringContaining('1 of 24 lines have more than 120 characters'),
    'wide.ts: 1 lines over 120 characters',
  ])
  expect(checkWidth(fixtureSources('mean'))).toEqual(['the mean line has 82.5 characters: at most 45 may be'])
})

test('folders: more than 25 files beside each other are reported, and so is an exception that nothing needs', () => {
  const crowded = fixtureSources('folders')
  expect(checkFolders({})(crowded)).toEqual(['crowded: 26 files, at most 25 may be: give each subject a folder'])
  expect(checkFolders({ crowded: 'a list of trees' })(crowded)).toEqual([])
  expect(checkFolders({ crowded: 'a list of trees' })(crowded.slice(1))).toEqual([
    'crowded: the exception is no longer needed, take it out of tools/checks/folders.ts',
  ])
})

test('file names: a number and words that name no subject are reported', () => {
  expect(checkFileNames({})(fixtureSources('fileNames')).sort()).toEqual([
    'impl.service.ts: "impl" names no subject',
    'innerTable.ts: "inner" names no subject',
    'moreRules.ts: "more" names no subject',
    'page2.ts: "2" names no subject',
    'restOfPage.ts: "rest" names no subject',
    'rowsPart.ts: "part" names no subject',
  ])
})

test('sibling keys: two parts of a page may not get one key, because the browser would keep a part that is gone', () => {
  expect(checkSiblingKeys(fixtureSources('siblingKeys'))).toEqual([
    'Page.tsx: {shown.id} and {raceid} may be one key, begin each with a word of its own',
    'Page.tsx: {`row ${raceid}`} and {`row ${shown.id}`} may be one key, begin each with a word of its own',
  ])
})

test('time limits: a test that may take longer than a minute and does not say why is reported', () => {
  expect(checkTimeLimits(fixtureSources('timeLimits'))).toEqual(
    [3, 5, 7].map((line) => `slow.test.ts:${line}: a limit over a minute without a reason above it`),
  )
})

test('sentences: a sentence that begins with a clause or without a subject is reported, a question is not', () => {
  expect(checkSentences(fixtureSources('sentences')).sort()).toEqual([
    'docs/rules.md:3: begins with "Of": Of two at once one wins.',
    'docs/rules.md:4: begins with "What": What was paid comes back.',
    'notices.contract.ts:3: begins with "Who": Who may not see it gets a refusal.',
    'rules.ts:1: begins with "What": What leaving brings a runner.',
    'rules.ts:4: begins with "Of": Of one fee a part stays.',
    'rules.ts:8: begins with "Whoever": Whoever pays late pays more.',
  ])
})

test('length of functions: a line too many is reported, and an exception that nothing needs', () => {
  const long = fixtureSources('functionLength')
  const found = [
    'LongPage.tsx LongPage: 151 lines, at most 150 may be',
    'long.service.ts settle: 61 lines, at most 60 may be',
    'useLong.ts useLong: 151 lines, at most 150 may be',
  ]
  expect(checkFunctionLength({})(long).sort()).toEqual(found)
  expect(checkFunctionLength({ 'useLong.ts useLong': 'waits', 'useLong.ts useShort': 'waits' })(long).sort()).toEqual([
    ...found.slice(0, 2),
    'useLong.ts useShort: the exception is no longer needed, take it out of tools/checks/longFunctions.json',
  ])
})

test('architecture: each rule of the house is broken once and reported, however it is written', () => {
  const house = fixtureSources('house')
  const service = 'features/notices/service.ts'
  expect(checkOrderOfRooms(['notices', 'teams'])(house)).toEqual([`${service} leans on teams`])
  expect(checkOrderOfRooms(['teams', 'notices'])(house)).toEqual([])
  expect(checkClocks(house)).toEqual([`${service} reads a clock of its own`])
  expect(checkLanguages(house)).toEqual(['features/notices/words.ts makes words by hand'])
  expect(checkPlurals(house)).toEqual([
    'features/notices/words.ts: “{n} rows” has no form for 1',
    'features/notices/words.ts: “{n} are” has no form for 1',
  ])
  expect(checkQueries(house)).toEqual([`${service} holds a query`])
  expect(checkApostrophes(house)).toEqual([`${service} has a curved apostrophe`])
  expect(checkMoneyBack(house)).toEqual([
    `${service} decides by an error of the language`,
    `${service} gives money back by itself`,
  ])
  expect(checkMigrations(house)).toEqual([
    'db/migrations/0001.sql has a trigger',
    'db/migrations/0001.sql: the primary key of notices does not begin with raceid',
  ])
})

test('owners: a statement that names a table of another room is reported, however it is written', () => {
  const notices = 'features/notices/store.ts'
  expect(checkOwners(fixtureSources('owners')).sort()).toEqual([
    `${notices} names a table only as it runs`,
    `${notices} reads log of results`,
    `${notices} reads teams of teams`,
    `${notices} reads teams_open of teams`,
    `${notices} writes log of results`,
    `${notices} writes results of results`,
    'features/teams/public.store.ts reads results of results',
  ])
})

test('named files: a worker that is not where the code says is reported', () => {
  expect(checkNamedFiles(fixtureSources('namedFiles'))).toEqual(['pool.service.ts: there is no moved.worker.ts'])
})

test('browsers: everything that screens can fetch is read; types and first requests are not', () => {
  const folder = join(root, fixtures, 'browsers')
  const found = checkBrowsers(folder, entryScripts(folder, ['web/index.html']))
  expect([...new Set(found.map((fault) => fault.replace(' is missing in the oldest browsers', '')))].sort()).toEqual([
    'web/ResultsPage.tsx:1: Set.union',
    'web/ResultsPage.tsx:2: URLSearchParams.size',
    'web/count.worker.ts:1: Array.fromAsync',
    'web/days.rules.ts:3: Now.plainDateISO',
    'web/days.rules.ts:3: PlainDate.toString',
    'web/days.rules.ts:3: Temporal',
    'web/days.rules.ts:3: Temporal.Now',
    'web/days.rules.ts:4: Map.groupBy',
  ])
})

test('floors, layers and imports: each rule is broken once and reported', async () => {
  const folder = asProject('floors', '.dependency-cruiser.json')
  const { out } = await run(folder, 'depcruise', '.', '--config', '.dependency-cruiser.json', '--output-type', 'json')
  const { summary } = JSON.parse(out) as { summary: { violations: { rule: { name: string } }[] } }
  const rules = JSON.parse(readFileSync(join(root, '.dependency-cruiser.json'), 'utf8')) as {
    forbidden: { name: string }[]
  }
  expect([...new Set(summary.violations.map(({ rule }) => rule.name))].sort()).toEqual(
    rules.forbidden.map(({ name }) => name).sort(),
  )
})

test('lint: code that the rules refuse is reported', async () => {
  const { code, out } = await run(asProject('lint', '.oxlintrc.json', false), 'oxlint', '--deny-warnings', '-f', 'unix')
  expect(code).toBe(1)
  for (const rule of [
    'no-explicit-any',
    'ban-ts-comment',
    'no-var',
    'eqeqeq',
    'no-console',
    'no-debugger',
    'no-default-export',
    'no-restricted-imports',
    'consistent-type-imports',
    'alt-text',
    'max-lines',
  ])
    expect(out).toContain(rule)
})

test('routes: the compiler refuses an address without a page and a page without an address', async () => {
  const folder = join(root, fixtures, 'routes')
  const { code, out } = await run(folder, '../typescript-native/bin/tsc', '--noEmit', '-p', '.')
  expect(code).toBe(1)
  expect(out).toMatch(/withoutPage\.ts\(\d+,\d+\): error TS2741: Property 'edit' is missing/)
  expect(out).toMatch(/withoutAddress\.ts\(\d+,\d+\): error TS2353: .*'lost' does not exist/)
})

test('dead code: an export and a file that nobody imports are reported', async () => {
  const { code, out } = await run(asProject('knip', 'knip.jsonc'), 'knip', '--no-progress', '--no-config-hints')
  expect(code).toBe(1)
  expect(out).toMatch(/^dead +rules\.ts/m)
  expect(out).toMatch(/^forgotten\.ts/m)
  expect(out).not.toMatch(/^used /m)
})

test("terms: another word than the glossary's is reported in each language, and a quoted sentence is left alone", () => {
  expect(checkTerms(fixtureSources('terms'))).toEqual([
    'pay.words.ts: “缴费” in “请先缴费”: say 支付',
    'pay.words.ts: “繳費” in “請先繳費”: say 付款',
    'pay.words.ts: “in line” in “You are in line”: say queue',
    'pay.words.ts: “查看” in “查看結果”: say 檢視',
  ])
})
