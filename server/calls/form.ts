/** The limits of form bodies (application/x-www-form-urlencoded): docs/behaviour/screens.md, Calls. */

const most = { fields: 1000, depth: 5 }
type Nested = { [name: string]: unknown }

/**
 * Splits the name of a field: `friends[0][name]` gives ['friends', '0', 'name']. An unclosed bracket is part of the
 * name.
 */
const partsOf = (name: string): string[] => {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const put = (into: Nested, parts: string[], value: string) => {
  let at = into
  for (let depth = 0; depth < parts.length - 1; depth++) {
    const part = parts[depth]!
    const next = at[part]
    if (typeof next === 'object' && next !== null) at = next as Nested
    else {
      const made: Nested = Object.create(null) as Nested
      at[part] = made
      at = made
    }
  }
  const last = parts.at(-1)!
  at[last === '' ? String(Object.keys(at).length) : last] = value
}

/** Turns each object whose names count 0, 1, 2 … into a list, at every depth. */
const listed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const)
  return entries.every(([name], at) => name === String(at)) && entries.length > 0
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}

/** The error for a body that no form of ours sends. */
export class FormUnreadable extends Error {}

/**
 * Parses a form body into an object. Brackets nest values, and a repeated name keeps its last value. Throws
 * FormUnreadable on a body that no form of ours sends.
 */
export const parseForm = (body: string): Record<string, unknown> => {
  const result = Object.create(null) as Nested
  let nested = false
  let count = 0
  for (const [name, value] of new URLSearchParams(body)) {
    if (++count > most.fields) throw new FormUnreadable('too many fields')
    // Most names have no brackets. They need no list of parts.
    if (name !== '' && !name.includes('[') && !forbidden.has(name)) {
      result[name] = value
      continue
    }
    const parts = partsOf(name)
    if (parts.length > most.depth || parts.some((part) => forbidden.has(part)))
      throw new FormUnreadable('a field name cannot be read')
    if (parts.length > 1) nested = true
    put(result, parts, value)
  }
  if (!nested) return { ...result }
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, listed(value)]))
}
