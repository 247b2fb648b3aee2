import * as z from 'zod/mini'
import { upload } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'

/**
 * The reasons why a list (text or workbook) cannot be read as a table. `several_sheets` names the sheets to choose
 * from.
 */
export const tableRefusals = [
  'file_not_text',
  'quote_unclear',
  'table_too_wide',
  'workbook_old',
  'workbook_locked',
  'workbook_broken',
  'workbook_too_large',
  'workbook_uncomputed',
  'several_sheets',
  'sheet_unknown',
] as const
/** The wanted sheet, for a workbook with several sheets. */
export const SheetName = z.optional(z.string().check(z.maxLength(200)))

/** A kept picture. `path` is its address on our origin. With the resize suffix it is the address of a smaller copy. */
export const KeptFile = z.object({ path: z.string(), width: z.number(), height: z.number(), bytes: z.number() })
export type KeptFile = z.output<typeof KeptFile>

export const consoleFilesSave = upload('/console/files/save', {
  access: 'staff',
  input: z.object({ raceid: RaceId }),
  output: KeptFile,
  refusals: ['file_missing', 'not_a_picture', 'picture_too_large', 'race_not_found'],
  description:
    'Keeps one uploaded picture, and answers its path. Its content must be gif, jpg, jpeg, png or bmp, with at most ' +
    '50 million pixels. The server encodes it again without metadata.',
})

export const uploadPurposes = ['cover', 'proof', 'signature'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
export const storUpload = upload('/stor/upload', {
  access: 'runner',
  input: z.object({ raceid: RaceId, purpose: z.enum(uploadPurposes) }),
  output: KeptFile,
  refusals: ['file_missing', 'not_a_picture', 'picture_too_large', 'race_not_found', 'same_file'],
  description:
    "Keeps a runner's picture. Its content must be gif, jpg, jpeg, png or bmp. The server encodes it again without " +
    'metadata. Everybody may see the cover of a team. A proof or a signature is sealed under `/private/…`, and only ' +
    'its account and staff who handle registrations see it. The number is limited for each account. The server ' +
    'refuses the same file within a day, and names the `path` of the first.',
})
