import { cleanHtml } from './cleanHtml.rules.ts'
import type { CertificateRow } from '../store.ts'

const done = new Map<string, string>()

/**
 * A definition's HTML, cleaned again for every answer, once per version: what was kept under older rules leaves under
 * today's.
 */
export const cleanedHtml = (row: CertificateRow): string => {
  const key = `${row.raceid}-${row.id}-${row.version}-${row.updated_at.getTime()}`
  const known = done.get(key)
  if (known !== undefined) return known
  if (done.size > 500) done.clear()
  const { html } = cleanHtml(row.html)
  done.set(key, html)
  return html
}
