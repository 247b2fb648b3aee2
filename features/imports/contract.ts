import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, RaceId } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'

const Kind = z.string().check(z.maxLength(40))
export const ImportKindShown = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  columns: z.array(z.object({ name: z.string(), label: z.string(), needed: z.boolean(), example: z.string() })),
  /** The targets from which staff choose one, if the kind has several targets. */
  into: z.nullable(
    z.object({ label: z.string(), choices: z.array(z.object({ value: z.string(), label: z.string() })) }),
  ),
})
export type ImportKindShown = z.output<typeof ImportKindShown>

export const consoleImportsShow = post('/console/imports/show', {
  access: 'staff',
  input: z.object({ raceid: RaceId }),
  output: z.object({ kinds: z.array(ImportKindShown) }),
  refusals: ['race_not_found'],
  description: 'Lists the kinds of lists that a race can import, with their columns.',
})

export const consoleImportsRead = upload('/console/imports/read', {
  access: 'staff',
  input: z.object({
    raceid: RaceId,
    kind: Kind,
    /** The target of the import, if the kind asks for one. */
    into: z._default(z.string().check(z.maxLength(40)), ''),
    /**
     * Columns by meaning if the guess is wrong: meaning → title, or `#4` for a column without a title. '' means that
     * the file has no such column.
     */
    mapping: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))), {}),
    sheet: SheetName,
    dry: z._default(Flag, true),
  }),
  output: z.object({
    filename: z.string(),
    /** Every column of the file, with its name in a mapping and the value of one cell as an example. */
    listed: z.array(z.object({ column: z.string(), title: z.string(), sample: z.string() })),
    /** Columns by meaning, as the server read them. */
    columns: z.record(z.string(), z.string()),
    /** Required columns that the file lacks. If a column is missing, the server plans nothing. */
    missing: z.array(z.string()),
    /** True if the columns have the meanings that staff chose for an earlier file with these titles. */
    remembered: z.boolean(),
    counts: z.object({
      rows: z.number(),
      added: z.number(),
      changed: z.number(),
      same: z.number(),
      refused: z.number(),
    }),
    faults: z.array(z.object({ line: z.number(), row: z.string(), says: z.string() })),
    /** The number of refused rows that `faults` leaves out. */
    more: z.number(),
    /**
     * The refused rows unchanged, with their errors in words. Staff correct the rows and import them again. '' if no
     * row was refused.
     */
    report: z.string(),
    dry: z.boolean(),
  }),
  refusals: [
    'race_not_found',
    'import_unknown',
    'import_into_missing',
    'import_file_missing',
    'list_empty',
    'import_too_long',
    'import_columns_missing',
    ...tableRefusals,
  ],
  description:
    'Imports a list (CSV in any encoding, or .xlsx) into a race. With `dry` the call only tells the effect of each ' +
    'row. The answer names rows that cannot be imported. Rows that were imported before change nothing.',
})
