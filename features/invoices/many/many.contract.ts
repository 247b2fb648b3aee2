import * as z from 'zod/mini'
import { upload } from '#contract/endpoint.ts'
import { Day, RaceId } from '#contract/scalars.ts'

export const issueOutcomes = [
  'issued',
  'is_issued',
  'nothing_left',
  'no_request',
  'no_order',
  'no_number',
  'twice',
  'differs',
  'file_wrong',
] as const
export const IssueReport = z.object({
  /** The name of the file. A line without a file has the number of its order here, or its text if it names no order. */
  name: z.string(),
  tradeno: z.nullable(z.string()),
  number: z.nullable(z.string()),
  outcome: z.enum(issueOutcomes),
})
export type IssueReport = z.output<typeof IssueReport>

export const consoleInvoicesMany = upload('/console/invoices/many', {
  access: { right: 'invoices.edit' },
  input: z.object({
    raceid: RaceId,
    /** The day of each invoice for which neither the line nor the file name gives a day. */
    issued: Day,
    /**
     * Lines of a spreadsheet. A line has the number of an order and the number of its invoice. It also has the day of
     * the invoice if this day differs from `issued`.
     */
    lines: z._default(z.string().check(z.maxLength(500_000)), ''),
  }),
  output: z.object({ items: z.array(IssueReport), issued: z.number() }),
  refusals: ['race_not_found', 'invoice_archive_wrong', 'invoice_nothing_sent'],
  largest: 64 * 2 ** 20,
  files: 200,
  description:
    'Issues many invoices at once: numbers as lines, and PDFs as files or as a ZIP. A file or a line belongs to the ' +
    'request whose order it names. The answer reports each of them, and a second upload of the same files changes ' +
    'nothing. A file and a line that give different numbers or days for one order issue nothing (`differs`).',
})
