import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag } from '#contract/scalars.ts'
import { consoleRegistrationsList } from '../changes/changes.contract.ts'

export const consoleRegistrationsExport = post('/console/registrations/export', {
  access: { right: 'registrations.read' },
  input: z.extend(z.omit(consoleRegistrationsList.input, { limit: true, columns: true, counts: true }), {
    /** True if the file includes sealed fields. The caller needs the right to open them, and a reason. */
    open: z._default(Flag, false),
    why: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: z.object({
    filename: z.string(),
    /** The rows as text. The first part begins with the titles of the columns. */
    csv: z.string(),
    rows: z.number(),
    after: z.nullable(z.string()),
  }),
  description:
    "A race's registrations as CSV, one part at a time, with the filters of the list. Every field that an event may ask is a column. Sealed fields are masked or empty. With `open` they are unmasked, and the log keeps the reason for each exported registration.",
})
