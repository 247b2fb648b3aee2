import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { isQuietPdf } from '#features/courses/rules.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { invoiceable, invoiceFile } from './rules.ts'
import { type InvoiceRow, lockInvoice, updateInvoice } from './store.ts'

const MOST_PDF = 5 * 2 ** 20
/**
 * Tells whether a file may be kept as an invoice: a PDF of at most 5 MB that starts no action when somebody opens it.
 */
export const isInvoicePdf = (bytes: Buffer): boolean => bytes.length <= MOST_PDF && isQuietPdf(bytes)

export type Issuing = {
  race: RaceGiven
  who: Who
  number: string
  /** The day of the invoice, such as 2026-03-02. */
  issued: string
  link: string | null
  pdf: Buffer | undefined
  now: Date
}
/**
 * Records that an invoice was issued, and notifies the payer. The caller has prepared the keys of the race and of the
 * accounts.
 */
export const issueInvoice = async (
  tx: Tx,
  { seal, integrations }: Pick<Parts, 'seal' | 'integrations'>,
  { race, who, number, issued, link, pdf, now }: Issuing,
  found: Pick<InvoiceRow, 'id' | 'orderid' | '_key'>,
): Promise<'done' | 'invoice_is_issued' | 'invoice_nothing_left'> => {
  const raceid = race.id
  const order = (await lockOrder(tx, raceid, found.orderid))!
  const before = (await lockInvoice(tx, raceid, found.id))!
  if (before.state === 'issued') return 'invoice_is_issued'
  const amount = invoiceable(order)
  if (amount === 0) return 'invoice_nothing_left'
  // Only the caller who may issue the invoice writes the bytes of its PDF. The bytes are written before the row that
  // names them. When two callers come at once, the second caller is refused.
  if (pdf)
    await integrations.files.write(
      invoiceFile(raceid, found._key),
      seal.seal(raceScope(raceid), 'invoice file', pdf.toString('base64')),
    )
  const after = await updateInvoice(tx, raceid, found.id, {
    state: 'issued',
    reason: null,
    number,
    issued_at: new Date(Temporal.PlainDate.from(issued).toZonedDateTime(race.zone).epochMilliseconds),
    link,
    file: pdf !== undefined,
    amount,
    updated_at: now,
  })
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'invoice issued',
    target: `invoice ${found.id}`,
    before: { state: before.state, number: before.number },
    after: { state: after.state, number, amount, link: after.link, file: after.file },
  })
  await sendMessage(tx, {
    seal,
    now,
    uid: after.uid,
    path: `/invoice?_key=${order._key}`,
    lang: 'zh-cn',
    template: 'invoice_issued',
    values: { race: eachLang((lang) => nameIn(lang, race.name, race.names)), number },
    key: `invoice_issued ${raceid}/${found.id}`,
    raceid,
  })
  return 'done'
}
