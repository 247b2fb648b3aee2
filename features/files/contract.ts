import * as z from 'zod/mini'
import { upload } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'

/**
 * The reasons why a list, text or workbook, cannot be read as a table; `several_sheets` names the sheets to choose
 * from.
 */
export const tableRefusals = [
  'file_not_text',
  'quote_unclear',
  'workbook_old',
  'workbook_locked',
  'workbook_broken',
  'workbook_too_large',
  'workbook_uncomputed',
  'several_sheets',
  'sheet_unknown',
] as const
/** The wanted sheet of a workbook, where it has several. */
export const SheetName = z.optional(z.string().check(z.maxLength(200)))

/**
 * A kept picture. `path` is its address on our origin; with the resize suffix behind it, the address of a smaller copy.
 */
export const KeptFile = z.object({ path: z.string(), width: z.number(), height: z.number(), bytes: z.number() })
export type KeptFile = z.output<typeof KeptFile>

export const consoleFilesSave = upload('/console/files/save', {
  access: 'staff',
  input: z.object({ raceid: RaceId }),
  output: KeptFile,
  refusals: ['file_missing', 'not_a_picture', 'picture_too_large', 'race_not_found'],
  description:
    'Keeps one uploaded picture (gif, jpg, jpeg, png or bmp by its content, at most 50 million pixels), re-encoded and without metadata, and answers its path.',
})

export const uploadPurposes = ['cover', 'proof', 'signature'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
export const storUpload = upload('/stor/upload', {
  access: 'runner',
  input: z.object({ raceid: RaceId, purpose: z.enum(uploadPurposes) }),
  output: KeptFile,
  refusals: ['file_missing', 'not_a_picture', 'picture_too_large', 'race_not_found', 'same_file'],
  description:
    "A runner's picture (gif, jpg, jpeg, png or bmp by its content), re-encoded and without metadata: the cover of a team, which everybody may see, or a proof or signature, which lies sealed under `/private/…` and is shown to its account and to staff who handle registrations. Limited per account. The same file again within a day is refused with the `path` of the first.",
})
