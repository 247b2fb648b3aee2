import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import { roles } from '#contract/rights.ts'
import { everywhere, langs } from '#contract/words.ts'
import { rooms } from '#server/features.ts'
import {
  checkApostrophes,
  checkClocks,
  checkLanguages,
  checkMigrations,
  checkMoneyBack,
  checkOrderOfRooms,
  checkQueries,
} from '#tools/checks/house.ts'
import { checkPlurals } from '#tools/checks/plurals.ts'
import { checkSiblingKeys } from '#tools/checks/siblingKeys.ts'
import { checkTerms } from '#tools/checks/terms.ts'
import { checkOwners, ownersIn } from '#tools/checks/owners.ts'
import { noStory, tablesOfRegistrations } from '#tools/checks/storyTables.ts'
import {
  catalogIn,
  endElsewhere,
  needNone,
  notMerged,
  tablesOfAccounts,
  tablesOfPeople,
  tablesOfStaff,
  tablesWithoutEnd,
} from '#tools/checks/personalTables.ts'
import { noConfiguration } from '#tools/checks/raceTables.ts'
import { projectSources } from '#tools/checks/sources.ts'
import { declaredEndpoints, roomFolders, root } from './contracts.ts'
import { shared, testShared } from './beside.ts'
import { roleStories } from './roles/roleStories.ts'

const sources = projectSources()
const pathsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').at(-1)!)
const paths = (file: string) => pathsIn(root + file)

/**
 * Second readings of doubtful abbreviations in docs/endpoints.txt, which lists only one reading of each. The server
 * answers both readings.
 */
const secondReadings = [
  '/appointment',
  '/live/saveroute',
  '/runner/savePos',
  '/api/helper/races/my',
  '/api/helper/menu/show/',
  '/api/helper/scene/show/',
  '/api/helper/scene/fetch',
]
/**
 * Our own calls for things that the specifications describe without naming a call. docs/behaviour/certificates.md
 * (Poster templates) describes the file of a poster template.
 */
const beyond =
  /^\/(ballot|waitlist|waiting|checkin\/proxy|invoice|receipt|postage|club|sales|ticket|shop|results|user\/sessions|mydata|message|mail|push|photo\/(favourite|report|faces?)|challenges|series|hotels|luckydraws|cards|passes|live\/feed\/(comments?|cheer|report)|registration\/(moves?|deferral|checklist)|disruption|safety|platform|places|certificates\/activity|wechatnotices|embed|oembed)(\/|$)|^\/(city-codes|courses|posters\/c_\{raceid\})$/

const declared = await declaredEndpoints()
const answered = rooms.flatMap((room) =>
  (room.routes ?? []).map((route) => ({ room: room.name, path: route.endpoint.path })),
)

test('every contract endpoint has exactly one handler, in its own room, and every handler has an endpoint', () => {
  const key = ({ room, path }: { room: string; path: string }) => `${room} ${path}`
  expect(answered.map(key).sort()).toEqual(
    declared.map(({ room, endpoint }) => key({ room, path: endpoint.path })).sort(),
  )
  expect(new Set(answered.map(({ path }) => path)).size).toBe(answered.length)
})

test('a call whose input has no race is never checked for a race that its body names', () => {
  const fieldsOf = ({ input }: Endpoint) => (input as unknown as { def: { shape?: object } }).def.shape ?? {}
  const wrong = declared.filter(
    ({ endpoint }) =>
      typeof endpoint.access === 'object' && endpoint.access.scope !== 'platform' && !('raceid' in fieldsOf(endpoint)),
  )
  expect(wrong.map(({ endpoint }) => endpoint.path)).toEqual([])
})

test('an endpoint is named by its path in camelCase', () => {
  for (const { name, endpoint } of declared) expect(name).toBe(endpointName(endpoint.path))
})

test('every path of the specifications is answered', () => {
  const listed = paths('docs/endpoints.txt')
  const here = new Set(answered.map(({ path }) => path))
  expect(listed.filter((path) => !here.has(path))).toEqual([])
  const ours = answered.filter(
    ({ path }) =>
      !listed.includes(path) && !path.startsWith('/console/') && !beyond.test(path) && !secondReadings.includes(path),
  )
  expect(
    // A notice of the federation asks for the ledger of places, and no specification names its call.
    ours.filter(({ path }) => path !== '/places/ledger'),
    'a path of ours begins with /console/ or is in the specifications',
  ).toEqual([])
})

testShared('spec/endpoints.txt', "the list of paths is the specification's", () => {
  expect(paths('docs/endpoints.txt')).toEqual(pathsIn(shared('spec/endpoints.txt')))
})

test('every endpoint has a test that names it', () => {
  const words = new Set(
    sources
      .filter(({ path }) => /\.test\.tsx?$|^test\/scenes\//.test(path))
      .flatMap(({ text }) => text.match(/\w+/g) ?? []),
  )
  expect(declared.filter(({ name }) => !words.has(name)).map(({ name }) => name)).toEqual([])
})

test('every role of the product has its story, and each of its refusals is by right', () => {
  expect(Object.keys(roleStories).toSorted()).toEqual(Object.keys(roles).toSorted())
  for (const [role, { refused }] of Object.entries(roleStories)) {
    const held: readonly string[] = roles[role as keyof typeof roles].rights
    if (role !== 'owner') expect(refused.length, role).toBeGreaterThan(2)
    for (const [screen, { access }] of refused) {
      const byRace = typeof access === 'object' && access.scope !== 'platform' && role !== 'director'
      if (byRace) expect(held, `${role}: ${screen}`).not.toContain(access.right)
      expect(typeof access, `${role}: ${screen}`).toBe('object')
    }
  }
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
  for (const [word, { message: says }] of words)
    for (const lang of langs) expect(says[lang], `${word} in ${lang}`).not.toBe('')
  const used = new Set(declared.flatMap(({ endpoint }) => endpoint.refusals))
  expect(
    names.filter((word) => !used.has(word)),
    'a word that no endpoint declares',
  ).toEqual([])
})

test('a room is listed once, and its server files import only rooms above it', () => {
  expect(rooms.map(({ name }) => name).sort()).toEqual(roomFolders())
  expect(checkOrderOfRooms(rooms.map(({ name }) => name))(sources)).toEqual([])
})

test('no room reads a clock of its own', () => {
  expect(checkClocks(sources)).toEqual([])
})

test('migrations have no triggers, and the key of every table of a race begins with raceid', () => {
  expect(checkMigrations(sources)).toEqual([])
})

test('no language is missing: only text() and refusal() make words', () => {
  expect(checkLanguages(sources)).toEqual([])
})

test('an English sentence with a number has a form for 1', () => {
  expect(checkPlurals(sources)).toEqual([])
})

test('runners read one word for one thing (docs/words.md, Words for runners)', () => {
  expect(checkTerms(sources)).toEqual([])
})

test('two parts of a page never have one key', () => {
  expect(checkSiblingKeys(sources)).toEqual([])
})

test('queries are only in stores', () => {
  expect(checkQueries(sources)).toEqual([])
})

test('an apostrophe is straight: fonts for Chinese draw the curved one as wide as a character', () => {
  expect(checkApostrophes(sources)).toEqual([])
})

test("only giveBack returns an order's money, and no code decides by a built-in error class", () => {
  expect(checkMoneyBack(sources)).toEqual([])
})

test('a table has one owner: no other room names it in a statement', () => {
  expect(checkOwners(sources)).toEqual([])
})

test('every table of the database has an owner that is a room or db/ itself', () => {
  const owners = ownersIn(sources)
  expect(Object.keys(owners).sort()).toEqual(Object.keys(catalogIn(sources)).sort())
  const known = new Set([...rooms.map(({ name }) => name), 'database'])
  expect(Object.entries(owners).filter(([, owner]) => !known.has(owner))).toEqual([])
})

test("a table with a person's id has a `personal` that describes it, or a reason why it needs none", () => {
  const catalog = catalogIn(sources)
  const owners = ownersIn(sources)
  const answered = rooms.flatMap(({ name, personal }) =>
    (personal?.tables ?? []).map((table) => ({ name, table, owner: owners[table] })),
  )
  expect(
    answered.filter(({ name, owner }) => owner !== name && owner !== 'database'),
    'a room answers for its own tables',
  ).toEqual([])
  const known = new Set([...answered.map(({ table }) => table), ...Object.keys(needNone)])
  const people = tablesOfPeople(catalog)
  expect(
    people.filter((table) => !known.has(table)),
    'give its room a `personal`',
  ).toEqual([])
  expect(
    Object.keys(needNone).filter((table) => !people.includes(table) || answered.some((one) => one.table === table)),
    'the reason is no longer needed',
  ).toEqual([])
  // No room is responsible for the personal data of staff. The log must keep the person of each action, and owners
  // remove members of staff in the console.
  expect(tablesOfStaff(catalog).filter((table) => answered.some((one) => one.table === table))).toEqual([])
})

test('a table of a `personal` is written by an erasure or a job of its room, or has a reason why not', () => {
  const found = rooms.flatMap(({ name, personal }) => tablesWithoutEnd(sources, name, personal?.tables ?? []))
  expect(
    found.filter((table) => !(table in endElsewhere)),
    'give `personal` of its room an `erase` or a `retention`',
  ).toEqual([])
  expect(
    Object.keys(endElsewhere).filter((table) => !found.includes(table)),
    'the reason is no longer needed',
  ).toEqual([])
  const room = (text: string) => [{ path: 'features/queues/personal.service.ts', text }]
  const adopts = "const adopt = 'update turns set uid = 1'\nexport const personal = { merge: { adopt }, "
  expect(tablesWithoutEnd(room(`${adopts}}`), 'queues', ['turns'])).toEqual(['turns'])
  const erases = `const end = 'delete from turns'\n${adopts}erase: { account: end } }`
  expect(tablesWithoutEnd(room(erases), 'queues', ['turns'])).toEqual([])
})

test('a table that names an account is moved by a merge of two accounts, or has a reason why not', () => {
  const owners = ownersIn(sources)
  const moved = rooms.flatMap(({ name, personal }) =>
    (personal?.merge?.tables ?? []).map((table) => ({ name, table, owner: owners[table] })),
  )
  expect(
    moved.filter(({ name, owner }) => owner !== name && owner !== 'database'),
    'a room moves its own tables',
  ).toEqual([])
  const tables = tablesOfAccounts(catalogIn(sources))
  const known = new Set([...moved.map(({ table }) => table), ...Object.keys(notMerged)])
  expect(
    tables.filter((table) => !known.has(table)),
    'give `personal` of its room a `merge`',
  ).toEqual([])
  expect(
    Object.keys(notMerged).filter((table) => !tables.includes(table) || moved.some((one) => one.table === table)),
    'the reason is no longer needed',
  ).toEqual([])
})

test('a table with rows of a registration is in its timeline, or is named with the reason', () => {
  const owners = ownersIn(sources)
  const stories = rooms.flatMap(({ name, story }) => (story?.tables ?? []).map((table) => ({ name, table })))
  expect(
    stories.filter(({ name, table }) => owners[table] !== name),
    'a room tells of its own tables',
  ).toEqual([])
  const tables = tablesOfRegistrations(catalogIn(sources))
  const known = new Set([...stories.map(({ table }) => table), ...Object.keys(noStory)])
  expect(
    tables.filter((table) => !known.has(table)),
    'give its room a `story`',
  ).toEqual([])
  expect(
    Object.keys(noStory).filter((table) => !tables.includes(table) || stories.some((one) => one.table === table)),
    'the reason is no longer needed',
  ).toEqual([])
})

test('a timeline that reads a limited number of rows reads the newest', () => {
  const stores = sources.filter(({ path }) => path.endsWith('/story.store.ts'))
  expect(stores.length).toBeGreaterThan(10)
  const anyRows = stores.flatMap(({ path, text }) =>
    [...text.matchAll(/(order by [\w.]+ desc)?\s+limit \d+/g)].flatMap(([, order]) => (order ? [] : [path])),
  )
  expect(anyRows, 'add `order by … desc` before `limit`').toEqual([])
})

test('a table with a race is in the `configuration` of its room, or is named as no setting, with the reason', () => {
  const owners = ownersIn(sources)
  const ofRaces = Object.entries(catalogIn(sources)).flatMap(([table, columns]) =>
    columns.includes('raceid') ? [table] : [],
  )
  const configured = rooms.flatMap(({ name, configuration: { copied, left, kept } = {} }) =>
    Object.keys({ ...copied, ...left, ...kept }).map((table) => ({ name, table, owner: owners[table] })),
  )
  expect(
    configured.filter(({ name, owner, table }) => owner !== name || !ofRaces.includes(table)),
    'a room copies its own tables',
  ).toEqual([])
  const known = configured.map(({ table }) => table)
  expect(
    known.filter((table, at) => known.indexOf(table) !== at || table in noConfiguration),
    'named twice',
  ).toEqual([])
  expect(
    ofRaces.filter((table) => !known.includes(table) && !(table in noConfiguration)),
    'give its room a `configuration`',
  ).toEqual([])
  expect(Object.keys(noConfiguration).filter((table) => !ofRaces.includes(table))).toEqual([])
})
