import * as z from 'zod/mini'
import { OptionalTyped } from '#contract/scalars.ts'
import { fields } from './fields.rules.ts'
import type { TypedField } from './lists.rules.ts'

const held = z.nullable(z.string())

/** Makes the schemas of these fields for the input of a call. The list of fields limits the length of each value. */
export const sentTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, OptionalTyped(fields[name].longest)])) as Record<
    Name,
    ReturnType<typeof OptionalTyped>
  >

/**
 * Makes the schemas of these fields for the answer of a call. A field is null if it has no value or the caller may
 * not see it.
 */
export const heldTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, held])) as Record<Name, typeof held>
