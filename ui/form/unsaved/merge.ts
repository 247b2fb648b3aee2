/**
 * Takes a form apart into fields. A field of `deep` becomes one field for each of its parts, so that two people may
 * change different parts at the same time.
 */
export const fieldValuesOf = (form: object, deep: readonly string[]): Map<string, unknown> => {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(form)) {
    if (deep.includes(name) && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [part, inner] of Object.entries(value)) fields.set(`${name}.${part}`, inner)
    else fields.set(name, value)
  }
  return fields
}

const stable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return Number.isNaN(value) ? 'NaN' : value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, stable(inner)]),
  )
}
/** Tells whether two values are equal. The order of names does not count, and a missing value equals undefined. */
export const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(stable(one)) === JSON.stringify(stable(other))

export const changedFields = (from: object, to: object, deep: readonly string[]): string[] => {
  const [before, after] = [fieldValuesOf(from, deep), fieldValuesOf(to, deep)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(before.get(name), after.get(name)))
}

/** Returns the same form with another value for a field of `fieldValuesOf`. */
export const withField = <Form extends object>(
  form: Form,
  name: string,
  value: unknown,
  deep: readonly string[],
): Form => {
  const [outer, part] = name.split(/\.(.*)/s) as [string, string?]
  if (part === undefined || !deep.includes(outer)) return { ...form, [name]: value }
  const inner = (form as Record<string, unknown>)[outer]
  return { ...form, [outer]: { ...(inner as object), [part]: value } }
}

export type Conflict = { name: string; mine: unknown; theirs: unknown }

/**
 * Applies my changes to the version that somebody else saved meanwhile. A field that one of us changed takes that
 * change. If both changed a field to different values, my value stands and the field is a conflict that a person
 * decides.
 */
export const merged = <Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
  deep: readonly string[],
): { form: Form; conflicts: Conflict[] } => {
  const [was, own, other] = [base, mine, theirs].map((form) => fieldValuesOf(form, deep)) as [
    Map<string, unknown>,
    Map<string, unknown>,
    Map<string, unknown>,
  ]
  let form = theirs
  const conflicts: Conflict[] = []
  for (const name of changedFields(base, mine, deep)) {
    form = withField(form, name, own.get(name), deep)
    if (!isSame(was.get(name), other.get(name)) && !isSame(own.get(name), other.get(name)))
      conflicts.push({ name, mine: own.get(name), theirs: other.get(name) })
  }
  return { form, conflicts }
}
