import { raceScope } from '#db/sealing/seal.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { handle } from '#seam/server/handle.ts'
import { isInvoicePdf, issueInvoice } from '../issuing.service.ts'
import { listOrderInvoices } from '../store.ts'
import { type IssueReport, consoleInvoicesMany } from './many.contract.ts'
import { type PlannedInvoice, numberedInLines, planInvoices } from './matching.rules.ts'
import { withoutZips } from './zip.service.ts'

const outcomes = { done: 'issued', invoice_is_issued: 'is_issued', invoice_nothing_left: 'nothing_left' } as const

export const manyRoutes = [
  handle(consoleInvoicesMany, async ({ input, files, db, seal, integrations, now, who, refuse }) => {
    const { raceid, issued, lines } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const named = files.map(({ filename, bytes }) => ({ name: filename, bytes }))
    const pdfs = (await withoutZips(named)) ?? refuse('invoice_archive_wrong')
    const planned = planInvoices(pdfs, numberedInLines(lines))
    if (planned.length === 0) return refuse('invoice_nothing_sent')
    const asked = await listOrderInvoices(
      db,
      raceid,
      planned.flatMap(({ tradeno }) => (tradeno === null ? [] : [tradeno])),
    )
    await Promise.all([seal.prepare(raceScope(raceid)), seal.prepare('accounts')])
    /** Issues one invoice in a transaction of its own, so that a wrong invoice does not stop the other invoices. */
    const issueOne = async ({ fault, tradeno, number, file, issued: day }: PlannedInvoice) => {
      if (fault !== undefined) return fault
      const found = tradeno === null ? undefined : asked.get(tradeno)
      if (!found) return 'no_request'
      if (found.state === 'issued') return 'is_issued'
      const pdf = file && Buffer.from(file.bytes)
      if (pdf && !isInvoicePdf(pdf)) return 'file_wrong'
      const issuing = { race, who, number: number!, issued: day ?? issued, link: null, pdf, now }
      return outcomes[await db.transaction().execute((tx) => issueInvoice(tx, { seal, integrations }, issuing, found))]
    }
    const items: IssueReport[] = []
    for (const one of planned) {
      const { name, tradeno, number } = one
      items.push({ name, tradeno, number, outcome: await issueOne(one) })
    }
    return { items, issued: items.filter(({ outcome }) => outcome === 'issued').length }
  }),
]
