import { cleanHtml } from './cleanHtml.rules.ts'
import type { CertificateRow } from '../store.ts'

const done = new Map<string, string>()

/**
 * A definition's HTML, cleaned again for every answer, once for each text: a text that older rules admitted leaves
 * under today's rules. The key is the text itself: another database may have the same id and time for another
 * definition.
 */
export const cleanedHtml = (row: Pick<CertificateRow, 'html'>): string => {
  const known = done.get(row.html)
  if (known !== undefined) return known
  if (done.size > 500) done.clear()
  const { html } = cleanHtml(row.html)
  done.set(row.html, html)
  return html
}
