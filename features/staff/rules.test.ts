import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Right, type Role, rights, roles } from '#contract/rights.ts'
import { hasRight, nobody } from '#seam/server/handle.ts'
import { hashPassword, isPassword } from './password.service.ts'
import { loggedActions } from './actions.words.ts'
import { targetText } from './targets.words.ts'
import { changeOf, hasOwnerOfRace, roleLinesOf, normalHeld, racesOf, rightsOf, whyWeakPassword } from './rules.ts'

/**
 * The roles that give each right. A change of contract/rights.ts needs a change of this list too, so that somebody
 * notices it.
 */
const matrix: Record<Right, readonly Role[]> = {
  'staff.manage': ['owner'],
  'log.read': ['owner', 'director'],
  'outbox.read': ['owner'],
  'accounts.merge': ['owner'],
  'platform.edit': ['owner'],
  'maps.edit': ['owner'],
  'race.disrupt': ['owner', 'director'],
  'safety.broadcast': ['owner', 'director'],
  'race.edit': ['owner', 'director', 'editor'],
  'events.edit': ['owner', 'director', 'editor'],
  'notices.edit': ['owner', 'director', 'editor'],
  'registrations.read': ['owner', 'director', 'registrar', 'cashier', 'timer', 'gate', 'viewer'],
  'bulk.undo': ['owner', 'director'],
  'registrations.edit': ['owner', 'director', 'registrar'],
  'registrations.overrule': ['owner', 'director'],
  'registrations.enter': ['owner', 'director', 'registrar', 'gate'],
  'invitations.edit': ['owner', 'director', 'registrar'],
  'clubs.manage': ['owner', 'director', 'registrar'],
  'bans.edit': ['owner', 'director'],
  'names.decide': ['owner', 'director', 'registrar'],
  'substitutes.decide': ['owner', 'director', 'timer'],
  'teams.edit': ['owner', 'director', 'registrar'],
  'bibs.edit': ['owner', 'director', 'registrar'],
  'checkin.edit': ['owner', 'director', 'registrar', 'gate'],
  'desk.work': ['owner', 'director', 'registrar', 'gate'],
  'desk.manage': ['owner', 'director', 'registrar'],
  'medical.open': ['owner', 'director', 'medic'],
  'medical.register': ['owner', 'director', 'medic'],
  'tracking.devices': ['owner', 'director', 'timer', 'gate'],
  'tracking.control': ['owner', 'director', 'timer'],
  'sealed.open': ['owner', 'director', 'registrar'],
  'money.read': ['owner', 'director', 'cashier', 'viewer'],
  'channels.prove': ['owner'],
  'money.refund': ['owner', 'director', 'cashier'],
  'money.reconcile': ['owner', 'director', 'cashier'],
  'invoices.edit': ['owner', 'director', 'cashier'],
  'results.import': ['owner', 'director', 'timer'],
  'results.edit': ['owner', 'director', 'timer'],
  'certificates.edit': ['owner', 'director', 'editor'],
  'hall.manage': ['owner', 'director', 'timer', 'editor'],
  'feed.manage': ['owner', 'director', 'editor'],
  'photos.edit': ['owner', 'director', 'editor', 'photographer'],
  'integrations.manage': ['owner', 'director'],
  'hotels.manage': ['owner', 'director'],
  'hotels.work': ['owner', 'director', 'hotel'],
}
const roleNames = Object.keys(roles) as Role[]

test.each(Object.keys(rights) as Right[])('%s belongs to its roles and to no other', (right) => {
  for (const role of roleNames) {
    const may = matrix[right].includes(role)
    const everywhere = { ...nobody, roles: [{ raceid: null, role }] }
    const atSeven = { ...nobody, roles: [{ raceid: 7, role }] }
    expect(hasRight(everywhere, right, 7), `${role}, all races`).toBe(may)
    expect(hasRight(everywhere, right, null)).toBe(may)
    expect(hasRight(atSeven, right, 7), `${role} of race 7`).toBe(may)
    expect(hasRight(atSeven, right, 8), `${role} of race 7 in race 8`).toBe(false)
    expect(hasRight(atSeven, right, null), `${role} of race 7 without a race`).toBe(false)
    expect(rightsOf([{ raceid: 7, role }], 7).includes(right), 'the console greys out by the same').toBe(may)
    expect(rightsOf([{ raceid: 7, role }], 8)).toEqual([])
  }
  expect(hasRight(nobody, right, 7)).toBe(false)
})

test('several roles add up; an owner is one for all races', () => {
  const held = [
    { raceid: 7, role: 'timer' },
    { raceid: 7, role: 'cashier' },
    { raceid: 9, role: 'editor' },
  ] as const
  expect(rightsOf(held, 7)).toEqual([
    'registrations.read',
    'substitutes.decide',
    'tracking.control',
    'tracking.devices',
    'money.read',
    'money.refund',
    'money.reconcile',
    'invoices.edit',
    'results.import',
    'results.edit',
    'hall.manage',
  ])
  expect(racesOf(held)).toEqual([7, 9])
  expect(racesOf([...held, { raceid: null, role: 'cashier' }])).toBe('all')
  expect(normalHeld([...held, held[0]])).toEqual(held)
  expect(hasOwnerOfRace([...held, { raceid: 7, role: 'owner' }])).toBe(true)
  expect(hasOwnerOfRace([...held, { raceid: null, role: 'owner' }])).toBe(false)
})

test('a password is stored as argon2id, each time another text, and only the right password opens it', async () => {
  const [one, two] = [await hashPassword('eight horses run past'), await hashPassword('eight horses run past')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(two).not.toBe(one)
  expect(await isPassword('eight horses run past', one)).toBe(true)
  expect(await isPassword('eight horses run pasT', one)).toBe(false)
  expect(await isPassword('eight horses run past', null)).toBe(false)
  expect(await isPassword('eight horses run past', 'plain')).toBe(false)
})

test('a sentence is accepted as a password; a repeated or counted text is not', () => {
  for (const good of ['eight horses run past', '今天跑了四十二公里一百九十五米', 'kT9!x2#pQ8wz'])
    expect(whyWeakPassword(good, 'chen'), good).toBeUndefined()
  for (const plain of [
    'Password2026!',
    'Startline-Marathon-1',
    'qwertyuiop[]',
    '1q2w3e4r5t6y',
    'iloveyou123456',
    'woaini5201314520',
    'Admin@2026admin',
    'aaaaaaaaaaaa',
    '123456789012',
    'abcdefghijklm',
    'xyzxyzxyzxyz',
    'abababababab',
  ])
    expect(whyWeakPassword(plain, 'chen'), plain).toBe('too_plain')
  expect(whyWeakPassword('My name is Chen, hello', 'chen')).toBe('has_login')
})

test('the log keeps the differences of a change, and of bytes only that they differ', () => {
  const sealed = (text: string) => Buffer.from(text)
  expect(
    changeOf({ a: 1, b: [1], c: sealed('x'), d: sealed('y') }, { a: 2, b: [1], c: sealed('z'), d: sealed('y') }),
  ).toEqual({ before: { a: 1, c: 'changed' }, after: { a: 2, c: 'changed' } })
  expect(changeOf(undefined, { a: 1, c: sealed('x') })).toEqual({ before: null, after: { a: 1, c: 'sealed' } })
  expect(changeOf({ a: 1 }, undefined)).toEqual({ before: { a: 1 }, after: null })
  expect(changeOf({ a: new Date(0) }, { a: new Date(0) })).toEqual({ before: {}, after: {} })
})

test('every action that a room logs has its words', () => {
  const sources = globSync('features/*/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const logged = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/logChange\(tx, \{[^}]*?\bwhat: ([^}]*?), target:/g)].flatMap(([, what]) =>
      [...what!.replaceAll(/=== '[^']*'/g, '').matchAll(/'([^']+)'/g)].map(([, action]) => action!),
    ),
  )
  expect(logged.length).toBeGreaterThan(5)
  expect(
    [...new Set(logged)].filter((action) => !Object.hasOwn(loggedActions, action)),
    'give them words in features/staff/words.ts',
  ).toEqual([])
})

test('the target of an action has its words', () => {
  const sources = globSync('features/*/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const nouns = new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\btarget: [`']([a-z]+) /g)].map(([, noun]) => noun!),
    ),
  )
  expect(nouns.size).toBeGreaterThan(10)
  expect(
    [...nouns].filter((noun) => targetText(`${noun} 1`) === undefined),
    'give them words in features/staff/words.ts',
  ).toEqual([])
  expect(targetText('slots pickup')).toMatchObject({ label: { en: 'slots {which}' }, which: 'pickup' })
  expect(targetText('/guidebooks/1/a.pdf')).toBeUndefined()
})

test('a change is shown down to the single different values', () => {
  const said = (before: unknown, after: unknown) =>
    roleLinesOf(before, after).map(({ at, before: was, after: is }) => [at.join('.'), was, is])
  expect(said({ name: 'a', updated_at: 1 }, { name: 'b', updated_at: 2 })).toEqual([['name', 'a', 'b']])
  expect(
    said(
      { settings: { teams: false, delay: { until: 'x' } } },
      { settings: { teams: true, delay: { until: 'x' }, consents: {} } },
    ),
  ).toEqual([['settings.teams', false, true]])
  expect(
    said(
      { menu: [{ key: 'query', page: '/query' }] },
      { menu: [{ key: 'query', page: '/query', names: {}, hidden: false }, { key: 'my' }] },
    ),
  ).toEqual([['menu.1.key', undefined, 'my']])
  expect(said({ delay: null }, { delay: { until: 'x' } })).toEqual([['delay.until', undefined, 'x']])
  expect(said({ rule: 'none' }, { rule: { most: 3 } })).toEqual([
    ['rule', 'none', undefined],
    ['rule.most', undefined, 3],
  ])
  expect(said({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([['tags', ['a'], ['a', 'b']]])
  expect(said({}, { n: 0 })).toEqual([['n', undefined, 0]])
})
