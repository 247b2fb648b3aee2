import { cleanHtml } from './cleanHtml.rules.ts'
import type { CertificateRow } from '../store.ts'

const done = new Map<string, string>()

/**
 * Cleans a definition's HTML for an answer, because older rules may have admitted parts that the present rules forbid.
 * A cache keeps cleaned texts. Its key is the text before the cleaning, because another database may use the same id
 * and time for another definition.
 */
export const cleanedHtml = (row: Pick<CertificateRow, 'html'>): string => {
  const known = done.get(row.html)
  if (known !== undefined) return known
  if (done.size > 500) done.clear()
  const { html } = cleanHtml(row.html)
  done.set(row.html, html)
  return html
}
