import * as z from 'zod/mini'
import { fields } from './fields.rules.ts'
import type { TypedField } from './lists.rules.ts'

/** A text of one line that may be absent. */
const short = (longest: number) => z.optional(z.string().check(z.trim(), z.maxLength(longest), z.regex(/^\P{Cc}*$/u)))
const held = z.nullable(z.string())

/** These fields in the input of a call, each no longer than the list says. */
export const sentTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, short(fields[name].longest)])) as Record<Name, ReturnType<typeof short>>

/** These fields in the answer of a call; null where there is no value or the caller may not see it. */
export const heldTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, held])) as Record<Name, typeof held>
