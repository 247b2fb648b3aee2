import { text } from '#contract/words.ts'
import { lockAll } from '#db/locks.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { exchangeBibs } from '#features/registrations/public.store.ts'
import { type ImportRow, type RowPlan, importKind } from '#seam/server/imports.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { type PresentBib, logBibs, presentBib } from './bibLog.service.ts'
import { personColumns, listedRunnerOf } from './findRunner.service.ts'
import { printed } from './rules.ts'
import type { BibHolder } from './store.ts'
import { isKeptForAnother } from './vip/vip.rules.ts'
import { vipWords } from './vip/vip.words.ts'
import { readWrittenBib } from './written.rules.ts'
import type { KnownRunners } from './vip/list.service.ts'
import { readKnownRunners } from './vip/list.service.ts'

const labels = {
  label: text('参赛号', '參賽號', 'Bibs'),
  description: text(
    '给已支付的报名指定参赛号：用报名编号、证件号码或姓名找到报名。',
    '給已付款的報名指定參賽號：用報名編號、證件號碼或姓名找到報名。',
    'Gives paid registrations their bibs. Each is found by its number, its document or its name.',
  ),
  bib_wrong: text(
    '参赛号应为最多 6 个字母和最多 7 位数字',
    '參賽號應為最多 6 個字母和最多 7 位數字',
    'A bib is up to 6 letters and up to 7 digits',
  ),
  taken: text('这个参赛号已属于 {name}', '這個參賽號已屬於 {name}', 'This bib belongs to {name}'),
  taken_here: text(
    '这个参赛号在文件里给了两个人',
    '這個參賽號在檔案裡給了兩個人',
    'The file gives this bib to two people',
  ),
  twice: text('文件里同一位选手有两个参赛号', '檔案裡同一位選手有兩個參賽號', 'The file gives this runner two bibs'),
} as const

type Given = { id: number; prefix: string; bib: string; before: PresentBib }

type Row = { line: number; one: BibHolder; bib: { prefix: string; bib: string } }
const before = ({ prefix_bib, bib }: BibHolder): string | null => (bib === null ? null : (prefix_bib ?? '') + bib)

/**
 * Lists the rows that can't have their bib because another runner keeps it. A runner who changes to another bib in the
 * same file frees the old bib, unless the new bib is refused. The loop therefore runs until it refuses no more rows.
 */
const blocked = (rows: readonly Row[], owners: KnownRunners['owners']): ReadonlyMap<Row, BibHolder> => {
  const refused = new Map<Row, BibHolder>()
  for (let more = true; more;) {
    more = false
    const moving = new Set(rows.filter((row) => !refused.has(row)).map(({ one }) => one.id))
    for (const row of rows) {
      const owner = owners.get(printed(row.bib))
      if (refused.has(row) || !owner || owner.id === row.one.id || moving.has(owner.id)) continue
      refused.set(row, owner)
      more = true
    }
  }
  return refused
}

const plan = (rows: readonly ImportRow[], of: KnownRunners): RowPlan<Given>[] => {
  const [given, numbered] = [new Set<string>(), new Map<number, string>()]
  const fit: Row[] = []
  const plans = rows.map(({ line, cells }): RowPlan<Given> | Row => {
    const bib = readWrittenBib(cells['bib'] ?? '')
    if (!bib) return { line, state: 'refused', why: labels.bib_wrong }
    const whom = listedRunnerOf(cells, of)
    if ('why' in whom) return { line, state: 'refused', ...whom }
    const { one } = whom
    const number = printed(bib)
    if (numbered.has(one.id))
      return numbered.get(one.id) === number ? { line, state: 'same' } : { line, state: 'refused', why: labels.twice }
    if (given.has(number)) return { line, state: 'refused', why: labels.taken_here }
    const vip = of.vips.get(number)
    if (vip && isKeptForAnother(vip, one))
      return { line, state: 'refused', why: vipWords.kept_for, values: { name: vip.name } }
    given.add(number)
    numbered.set(one.id, number)
    const row = { line, one, bib }
    fit.push(row)
    return row
  })
  const refused = blocked(fit, of.owners)
  return plans.map((row): RowPlan<Given> => {
    if ('state' in row) return row
    const { line, one, bib } = row
    const owner = refused.get(row)
    if (owner) return { line, state: 'refused', why: labels.taken, values: { name: owner.name } }
    const was = before(one)
    if (was === printed(bib)) return { line, state: 'same' }
    return {
      line,
      state: was === null ? 'added' : 'changed',
      item: { id: one.id, ...bib, before: { bib: one.bib, prefix_bib: one.prefix_bib } },
    }
  })
}

export const bibList = importKind<KnownRunners, Given>({
  name: 'bibs',
  label: labels.label,
  description: labels.description,
  right: 'bibs.edit',
  logged: 'bibs imported',
  columns: [personColumns.bib, personColumns.id, personColumns.document, personColumns.name],
  prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
  hold: (tx, { raceid }) => lockAll(tx, [{ kind: 'bibs', raceid, id: 0 }]),
  known: readKnownRunners,
  plan,
  apply: async (tx, { raceid, now, who }, items) => {
    await exchangeBibs(tx, raceid, items, now)
    const ids = items.map(({ id }) => id)
    await noteRegistrations(tx, raceid, 'registration.bib_assigned', ids, now)
    await logBibs(
      tx,
      { raceid, who, now },
      items.map(({ before: held, ...item }) => ({ id: item.id, before: held, after: presentBib(item) })),
    )
  },
})
