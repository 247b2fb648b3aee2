import type { OfficialResult } from '#features/results/report/official.service.ts'
import type { CertificateEntryRow } from '../store.ts'

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Fields of a report that no certificate prints. */
const inner = new Set([
  'id',
  '_key',
  'field',
  'basis',
  'outcome',
  'status',
  'reason',
  'gun_ms',
  'net_ms',
  'provisional',
  'official',
  'handed_in',
])
/**
 * Returns a result in the report's own field names (docs/behaviour/results.md, Report fields), as a certificate prints
 * them. `own` is true if the caller is the runner, who also sees a hidden name.
 */
export const fieldsOfResult = ({ row, report }: OfficialResult, own: boolean): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(report(own)).flatMap(([name, value]) =>
      inner.has(name) || (typeof value === 'object' && value !== null) ? [] : [[name, text(value)]],
    ),
  ),
  gender: row.gender === 'M' ? '男' : row.gender === 'F' ? '女' : '',
  国籍: text(row.country),
  俱乐部: text(row.club),
})

/**
 * Returns all official facts on a result's certificate as one text, or null if the runner has not finished. When one of
 * these facts changes, the certificate counts as corrected.
 */
export const factsOfResult = ({ row, report }: OfficialResult): string | null => {
  if (row.outcome !== 'finished') return null
  const said = report(true)
  const places = ['全部枪排名', '全部净排名', '性别枪排名', '性别净排名', '年龄段排名'].map(
    (name) => said[name] ?? null,
  )
  return JSON.stringify([row.eventid, row.bib, row.name, row.gun_ms, row.net_ms, row.rank, row.agegroup, ...places])
}

/** Tells whether a registration is valid. A free registration needs no payment. */
export const stands = (row: CertificateEntryRow): boolean =>
  row.deleted_at === null &&
  row.closed_at === null &&
  row.refundid === 0 &&
  row.state === 'normal' &&
  (row.price === 0 || row.pay_at !== null)

export const fieldsOfEntry = (row: CertificateEntryRow, own: boolean): Record<string, string> => ({
  name: row.hide_name && !own ? '' : row.name,
  enname: row.hide_name && !own ? '' : text(row.enname),
  bib: `${row.prefix_bib ?? ''}${row.bib ?? ''}`,
  gender: row.gender === 'male' ? '男' : row.gender === 'female' ? '女' : '',
  clothes: text(row.clothes),
  runnerzone: text(row.runnerzone),
})
export const factsOfEntry = (row: CertificateEntryRow): string | null =>
  stands(row) ? JSON.stringify([row.eventid, row.name, row.bib]) : null
