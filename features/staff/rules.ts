import { type Right, type RoleHeld, isBuiltIn, rights, rightsOfHeld } from '#contract/rights.ts'

/** Finds the rights of a person for a race. Null as `raceid` means the whole installation. */
export const rightsOf = (held: readonly RoleHeld[], raceid: number | null): Right[] => {
  const given = new Set(held.filter((one) => one.raceid === null || one.raceid === raceid).flatMap(rightsOfHeld))
  return (Object.keys(rights) as Right[]).filter((right) => given.has(right))
}

/** Finds the races that a person works for; 'all' if one of the roles counts for all races. */
export const racesOf = (held: readonly RoleHeld[]): number[] | 'all' => {
  const races = [...new Set(held.map(({ raceid }) => raceid))]
  return races.includes(null) ? 'all' : races.filter((raceid) => raceid !== null).sort((one, other) => one - other)
}

/** Brings a login into the form in which it is stored and looked up: lower case, without blanks around it. */
export const normalLogin = (given: string): string => given.normalize('NFKC').trim().toLowerCase()

type Row = Readonly<Record<string, unknown>>
type LoggedValues = Record<string, unknown>

/** Replaces bytes by the word 'sealed', because bytes are sealed values, and the log must not hold them. */
const loggable = (value: unknown): unknown => (value instanceof Uint8Array ? 'sealed' : value)
const isSealed = (value: unknown) => value instanceof Uint8Array
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Finds the parts of a change for the log: only the fields that differ, with sealed values as "changed". The log gets a
 * new or removed thing as a whole.
 */
export const changeOf = (
  before: Row | undefined,
  after: Row | undefined,
): { before: LoggedValues | null; after: LoggedValues | null } => {
  if (!before || !after) {
    const whole = (row: Row | undefined) =>
      row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, loggable(value)]))
    return { before: whole(before) ?? null, after: whole(after) ?? null }
  }
  const changed: { before: LoggedValues; after: LoggedValues } = { before: {}, after: {} }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    if (isSame(was, is)) continue
    const sealed = isSealed(was) || isSealed(is)
    changed.before[name] = sealed ? 'changed' : (was ?? null)
    changed.after[name] = sealed ? 'changed' : (is ?? null)
  }
  return changed
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing))
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
/**
 * Lists the single values that differ before and after a change, such as `settings.delay.until`. A missing value equals
 * an empty value. The field `updated_at` is left out, because the entry of the log has its own time.
 */
export const roleLinesOf = (
  before: unknown,
  after: unknown,
  at: readonly string[] = [],
): { at: readonly string[]; before: unknown; after: unknown }[] => {
  if (isSame(before, after) || (isNothing(before) && isNothing(after)) || at[0] === 'updated_at') return []
  if (isPlain(before) && isPlain(after)) return [{ at, before, after }]
  const parts = (value: unknown): Record<string, unknown> => (isPlain(value) ? {} : (value as Record<string, unknown>))
  const bare = [before, after].map((value) => (isPlain(value) && !isNothing(value) ? value : undefined))
  const whole = bare.some((value) => value !== undefined) ? [{ at, before: bare[0], after: bare[1] }] : []
  return [
    ...whole,
    ...[...new Set([...Object.keys(parts(before)), ...Object.keys(parts(after))])].flatMap((name) =>
      roleLinesOf(parts(before)[name], parts(after)[name], [...at, name]),
    ),
  ]
}

export const passwordLength = { least: 12, most: 128 }

/**
 * Parts of common passwords, and the product's own words. Attackers first try these words with figures and signs before
 * and after them.
 */
const guessedFirst = [
  'password',
  'passwort',
  'passw0rd',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'asdfgh',
  'zxcvbnm',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  '1qaz2wsx',
  'qazwsxedc',
  'iloveyou',
  'letmein',
  'welcome',
  'admin',
  'administrator',
  'login',
  'master',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'trustno',
  'whatever',
  'changeme',
  'secret',
  'woaini',
  'mima',
  'wodemima',
  'aini',
  'startline',
  'marathon',
  'malasong',
  'running',
  'runner',
  'race',
  'console',
  'organiser',
  'organizer',
  'director',
  'timer',
  'registrar',
  'cashier',
  'owner',
  'staff',
  'test',
  'hello',
  'abc',
  'the',
  'my',
  'is',
  '密码',
  '马拉松',
  '管理员',
]
const rest = new RegExp(guessedFirst.toSorted((one, other) => other.length - one.length).join('|'), 'g')

/** Finds the reason why a password is too weak. The schema `Password` checks the length. */
export const whyWeakPassword = (password: string, login: string): 'has_login' | 'too_plain' | undefined => {
  const plain = password.toLowerCase()
  if (login.length >= 3 && plain.includes(login)) return 'has_login'
  // The password consists almost only of common words, figures and signs.
  if (plain.replaceAll(rest, '').replaceAll(/[\d\p{P}\p{S}\s]/gu, '').length < 4) return 'too_plain'
  let steps = 0
  for (let at = 1; at < plain.length; at++) if (Math.abs(plain.charCodeAt(at) - plain.charCodeAt(at - 1)) <= 1) steps++
  const kinds = new Set(plain).size
  return kinds < 5 || steps > plain.length * 0.6 || /^(.{1,6})\1+$/.test(plain) ? 'too_plain' : undefined
}

export const isOwner = (held: readonly RoleHeld[]): boolean => held.some(({ role }) => role === 'owner')

/**
 * Tells whether the given roles contain an owner of one race. Such a role is not allowed, because owners have rights
 * for all races.
 */
export const hasOwnerOfRace = (held: readonly RoleHeld[]): boolean =>
  held.some(({ raceid, role }) => role === 'owner' && raceid !== null)

/** Removes repeated roles. */
export const normalHeld = (held: readonly RoleHeld[]): RoleHeld[] => [
  ...new Map(held.map(({ raceid, role }) => [`${role}/${raceid}`, { raceid, role }])).values(),
]

/** Lists the given roles that are neither built in nor made by their race. */
export const unknownOwn = (held: readonly RoleHeld[], own: readonly { raceid: number; id: number }[]): RoleHeld[] =>
  held.filter(
    ({ raceid, role }) => !isBuiltIn(role) && !own.some((one) => one.raceid === raceid && role === `own:${one.id}`),
  )
