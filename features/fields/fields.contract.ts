import * as z from 'zod/mini'
import { fields } from './fields.rules.ts'
import type { TypedField } from './lists.rules.ts'

/** A text of one line that may be left out. */
const short = (longest: number) => z.optional(z.string().check(z.trim(), z.maxLength(longest), z.regex(/^\P{Cc}*$/u)))
const held = z.nullable(z.string())

/** These fields as a call takes them, each no longer than the list says. */
export const sentTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, short(fields[name].longest)])) as Record<Name, ReturnType<typeof short>>

/** These fields as a call answers them; null where nothing is held or it may not be seen. */
export const heldTexts = <Name extends TypedField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, held])) as Record<Name, typeof held>
