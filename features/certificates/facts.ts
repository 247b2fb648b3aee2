import { type Totals, clockText, rankingOf, recorded, visible } from '#features/results/rules.ts'
import type { EntryRow, ResultRow } from './store.ts'

type Points = { label: string }[]
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A result in the report's own field names (specification 2 section 3), as a certificate prints them. `own`: the runner's own eyes, which hidden names are not hidden from. */
export const reportOf = (row: ResultRow, own: boolean): Record<string, string> => {
  const seen = visible(row, own)
  const { rounding } = rankingOf(row.ranking)
  const time = (ms: number | null | undefined) => (ms === null || ms === undefined ? '' : clockText(recorded(ms, rounding)))
  const official = row.basis === 'net' ? 'net' : 'gun'
  const totals = (row.totals as Partial<Record<'gun' | 'net', Totals>> | null)?.[official]?.[row.field]
  const place = (basis: 'gun' | 'net', published: number | null, computed: number | null) => text((basis === official ? published : null) ?? computed)
  const fields: Record<string, string> = {
    name: text(seen.name),
    bib: row.bib,
    gender: row.gender === 'M' ? '男' : row.gender === 'F' ? '女' : '',
    time: time(row.gun_ms),
    nettime: time(row.net_ms),
    position: text(row.place),
    枪成绩: time(row.gun_ms),
    净成绩: time(row.net_ms),
    全部枪成绩: time(row.gun_ms),
    全部净成绩: time(row.net_ms),
    全部枪排名: place('gun', row.place, row.gun_overall),
    全部净排名: place('net', row.place, row.net_overall),
    性别枪排名: place('gun', row.published_gender, row.gun_gender),
    性别净排名: place('net', row.published_gender, row.net_gender),
    年龄段: text(seen.agegroup),
    年龄段排名: seen.agegroup === null ? '' : place(official, row.published_agegroup, official === 'gun' ? row.gun_agegroup : row.net_agegroup),
    年龄段总人数: seen.agegroup === null ? '' : text(totals?.agegroup[`${row.gender ?? 'X'} ${row.agegroup}`]),
    全部总人数: text(totals?.all),
    性别总人数: text(totals?.gender[row.gender ?? 'X']),
    国籍: text(row.country),
    俱乐部: text(row.club),
  }
  ;((row.points ?? []) as Points).forEach(({ label }, at) => {
    fields[label] ??= time(row.splits[at])
  })
  return fields
}

/** Everything official that a result's certificate states, in one form: when any of it changes, the certificate was corrected. */
export const factsOfResult = (row: ResultRow): string | null =>
  row.outcome === 'finished'
    ? JSON.stringify([row.eventid, row.bib, row.name, row.outcome, row.gun_ms, row.net_ms, row.place, row.published_gender ?? row.gun_gender, row.published_agegroup ?? row.gun_agegroup, row.net_overall, row.net_gender, row.net_agegroup, row.agegroup])
    : null

/** Whether a registration stands: neither deleted, closed nor given back, past draw and review, and paid where there is a price. */
export const stands = (row: EntryRow): boolean => row.deleted_at === null && row.closed_at === null && row.refundid === 0 && row.state === 'normal' && (row.price === 0 || row.pay_at !== null)

export const entryFields = (row: EntryRow, own: boolean): Record<string, string> => ({
  name: row.hide_name && !own ? '' : row.name,
  enname: row.hide_name && !own ? '' : text(row.enname),
  bib: `${row.prefix_bib ?? ''}${row.bib ?? ''}`,
  gender: row.gender === 'male' ? '男' : row.gender === 'female' ? '女' : '',
  clothes: text(row.clothes),
  runnerzone: text(row.runnerzone),
})
export const factsOfEntry = (row: EntryRow): string | null => (stands(row) ? JSON.stringify([row.eventid, row.name, row.bib]) : null)
