import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameOf } from '#contract/endpoint.ts'
import { everywhere, langs } from '#contract/words.ts'
import { listMigrations } from '#db/migrate.ts'
import { rooms } from '#server/features.ts'
import { declaredEndpoints, roomFolders, root } from './contracts.ts'
import { shared, testShared } from './beside.ts'

const filesUnder = (folder: string): string[] =>
  existsSync(root + folder)
    ? readdirSync(root + folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => `${entry.parentPath.slice(root.length)}/${entry.name}`.replaceAll('//', '/'))
    : []
const read = (path: string) => readFileSync(root + path, 'utf8')
const pathsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').at(-1)!)
const paths = (file: string) => pathsIn(root + file)

/** Where docs/endpoints.txt calls an abbreviation doubtful, the reading that it does not list is answered too. */
const secondReadings = ['/appointment']
/**
 * Calls of ours for what the specifications describe without naming a call: the draw and its proof, the waitlist, the
 * waiting room, the course, log-ins as a list, a runner's way through the field, one's own data, the message box, the
 * poster template file (docs/behaviour/certificates.md, Poster templates).
 */
const beyond =
  /^\/(ballot|waitlist|waiting|invoice|receipt|postage|results|user\/sessions|mydata|message|photo\/(favourite|report|faces?))(\/|$)|^\/(city-codes|courses|posters\/c_\{raceid\})$/

const declared = await declaredEndpoints()
const answered = rooms.flatMap((room) =>
  (room.routes ?? []).map((route) => ({ room: room.name, path: route.endpoint.path })),
)

test('every contract endpoint has exactly one answer, in its own room, and the reverse', () => {
  const key = ({ room, path }: { room: string; path: string }) => `${room} ${path}`
  expect(answered.map(key).sort()).toEqual(
    declared.map(({ room, endpoint }) => key({ room, path: endpoint.path })).sort(),
  )
  expect(new Set(answered.map(({ path }) => path)).size).toBe(answered.length)
})

test('an endpoint is named by its path in camelCase', () => {
  for (const { name, endpoint } of declared) expect(name).toBe(nameOf(endpoint.path))
})

test('every path of the specifications is answered or stands on the list of those still to come, which only shrinks', () => {
  const wanted = paths('docs/endpoints.txt')
  const coming = paths('docs/still-to-come.txt')
  const here = new Set(answered.map(({ path }) => path))
  expect(
    wanted.filter((path) => !here.has(path) && !coming.includes(path)),
    'neither answered nor on the list',
  ).toEqual([])
  expect(
    coming.filter((path) => here.has(path)),
    'answered: take it off docs/still-to-come.txt',
  ).toEqual([])
  expect(
    coming.filter((path) => !wanted.includes(path)),
    'no path of the specifications',
  ).toEqual([])
  const ours = answered.filter(
    ({ path }) =>
      !wanted.includes(path) && !path.startsWith('/console/') && !beyond.test(path) && !secondReadings.includes(path),
  )
  expect(ours, 'a path of ours begins with /console/ or is in the specifications').toEqual([])
})

testShared('spec/endpoints.txt', "the list of paths is the specification's", () => {
  expect(paths('docs/endpoints.txt')).toEqual(pathsIn(shared('spec/endpoints.txt')))
})

test('every endpoint has a test that names it', () => {
  const tests = ['features', 'integrations', 'seam', 'server', 'test']
    .flatMap(filesUnder)
    .filter((path) => /\.test\.tsx?$|^test\/scenes\//.test(path))
    .map(read)
    .join('\n')
  expect(declared.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(tests)).map(({ name }) => name)).toEqual([])
})

test('every declared refusal has words, in three languages, once', () => {
  const words = rooms.flatMap((room) => Object.entries(room.refusals ?? {}))
  const names = words.map(([word]) => word)
  expect(
    names.filter((word, at) => names.indexOf(word) !== at || word in everywhere),
    'a word has one sentence',
  ).toEqual([])
  const known = new Set([...names, ...Object.keys(everywhere)])
  expect(declared.flatMap(({ endpoint }) => endpoint.refusals.filter((word) => !known.has(word)))).toEqual([])
  for (const [word, { says }] of words) for (const lang of langs) expect(says[lang], `${word} in ${lang}`).not.toBe('')
  const used = new Set(declared.flatMap(({ endpoint }) => endpoint.refusals))
  expect(
    names.filter((word) => !used.has(word)),
    'a word that no endpoint declares',
  ).toEqual([])
})

test('a room is listed once, and its server files lean only on rooms above it', () => {
  expect(rooms.map(({ name }) => name).sort()).toEqual(roomFolders())
  const order = rooms.map(({ name }) => name)
  const wrong: string[] = []
  for (const [at, room] of order.entries())
    for (const file of filesUnder(`features/${room}`)) {
      if (/\/(web|console)\/|\.test\.tsx?$/.test(file)) continue
      for (const [, other] of read(file).matchAll(/from '#features\/([^/']+)\//g))
        if (other !== room && !(order.indexOf(other!) < at)) wrong.push(`${file} leans on ${other}`)
    }
  expect(wrong).toEqual([])
})

test('no room reads a clock of its own', () => {
  const wrong = filesUnder('features').filter(
    (file) =>
      !/\.test\.tsx?$|\/(web|console)\//.test(file) && /new Date\(\)|Date\.now\(\)|Temporal\.Now/.test(read(file)),
  )
  expect(wrong).toEqual([])
})

test('migrations have no triggers, and every table of a race begins its key with raceid', async () => {
  const sql = (await listMigrations()).map(({ text }) => text).join('\n')
  expect(sql).not.toMatch(/create\s+(or replace\s+)?(constraint\s+)?trigger/i)
  for (const [, table, body] of sql.matchAll(/create table (?:if not exists )?(\w+) \(([\s\S]*?)\n\);/g)) {
    if (
      !/^\s*raceid\b.*not null/m.test(body!) ||
      table === 'ids' ||
      /raceid integer,|raceid integer references/.test(body!)
    )
      continue
    const key = /primary key \(([^)]*)\)/.exec(body!)
    if (key) expect(key[1]!.split(',')[0]!.trim(), `primary key of ${table}`).toBe('raceid')
  }
})

test('a language is never left out: words are made by text() and refusal() only', () => {
  const wrong = filesUnder('features').filter((file) => file.endsWith('/words.ts') && /'zh-cn':/.test(read(file)))
  expect(wrong).toEqual([])
})

test('an apostrophe is straight: fonts for Chinese draw the curved one as wide as a character', () => {
  const wrong = ['features', 'ui', 'web', 'console', 'server', 'contract']
    .flatMap(filesUnder)
    .filter((file) => /[a-z]’/i.test(read(file)))
  expect(wrong).toEqual([])
})

test('money of an order goes back through giveBack alone, and nothing is decided by an error of the language', () => {
  const files = ['features', 'ui', 'web', 'console', 'server', 'contract', 'db']
    .flatMap(filesUnder)
    .filter((file) => !/\.test\.tsx?$/.test(file))
  const holding = (sign: RegExp) => files.filter((file) => sign.test(read(file)))
  expect(holding(/instanceof (RangeError|TypeError|ReferenceError)/)).toEqual([])
  expect(
    holding(/insertRefund\(|askBackSales\(|countRefund\(/).filter((file) => !file.startsWith('features/payments/')),
  ).toEqual([])
})
