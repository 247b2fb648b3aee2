import { text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { lookupsOf, normalIdnum } from '#features/people/rules.ts'
import { writeOneBib } from '#features/registrations/public.store.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { type Listed, listForBibs } from './store.ts'
import { words } from './words.ts'

const labels = {
  label: text('参赛号', '參賽號', 'Bibs'),
  description: text(
    '给已付款的报名指定参赛号：用报名编号、证件号码或姓名找到报名。',
    '給已付款的報名指定參賽號：用報名編號、證件號碼或姓名找到報名。',
    'Gives paid registrations their bibs. Each is found by its number, its document or its name.',
  ),
  id: text('报名编号', '報名編號', 'Registration number'),
  document: text('证件号码', '證件號碼', 'Document number'),
  bib: text('参赛号', '參賽號', 'Bib'),
  nobody: text('没有找到这位已付款的选手', '找不到這位已付款的選手', 'No paid registration was found'),
  several: text(
    '有 {n} 位选手叫这个名字，请加上证件号码或报名编号',
    '有 {n} 位選手叫這個名字，請加上證件號碼或報名編號',
    '{n} runners have this name: add the document or the registration number',
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

type Given = { id: number; prefix: string; bib: string }
type Known = {
  byId: ReadonlyMap<number, Listed>
  byNumber: ReadonlyMap<string, Listed>
  byName: ReadonlyMap<string, readonly Listed[]>
  numberOf: (document: string) => string
  owners: ReadonlyMap<string, Listed>
}
const bibOf = (given: string): { prefix: string; bib: string } | undefined => {
  const written = given
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .toUpperCase()
  const found = /^([A-Z-]{0,6})(\d{1,7})$/.exec(written)
  return found ? { prefix: found[1]!, bib: found[2]! } : undefined
}
const printedOf = ({ prefix, bib }: { prefix: string; bib: string }) => prefix + bib
const nameKey = (name: string) => name.toLowerCase().replaceAll(/\s+/g, '')

const known = async (on: Db | Tx, { seal, raceid }: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const numberOf = (document: string) =>
    seal.blind(raceScope(raceid), 'idnum', lookupsOf(normalIdnum(document)).at(-1)!).toString('hex')
  const cells = (name: string) => [...new Set(rows.flatMap((row) => row.cells[name] || []))]
  const printed = cells('bib').flatMap((given) => {
    const bib = bibOf(given)
    return bib ? [printedOf(bib)] : []
  })
  const listed = await listForBibs(on, raceid, {
    ids: cells('id').flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id)] : [])),
    numbers: cells('document').map((document) => Buffer.from(numberOf(document), 'hex')),
    names: cells('name').map(nameKey),
    printed,
  })
  const due = listed.filter((one) => one.due)
  return {
    byId: new Map(due.map((one) => [one.id, one])),
    byNumber: new Map(due.map((one) => [one.idnum_ix.toString('hex'), one])),
    byName: Map.groupBy(due, ({ name }) => nameKey(name)),
    numberOf,
    owners: new Map(listed.flatMap((one) => (one.bib === null ? [] : [[(one.prefix_bib ?? '') + one.bib, one]]))),
  }
}

type Whom = { one: Listed } | { why: (typeof labels)['nobody' | 'several']; values?: Record<string, string> }
/**
 * Finds the registration that a row names. The registration's number counts before the document, and the document
 * before the name.
 */
const whomOf = (cells: ImportRow['cells'], of: Known): Whom => {
  const [id, document, name] = [cells['id'] ?? '', cells['document'] ?? '', cells['name'] ?? '']
  const found =
    id !== '' ? of.byId.get(Number(id)) : document !== '' ? of.byNumber.get(of.numberOf(document)) : undefined
  if (found) return { one: found }
  if (id !== '' || document !== '') return { why: labels.nobody }
  const named = of.byName.get(nameKey(name)) ?? []
  if (named.length === 1) return { one: named[0]! }
  return named.length === 0 ? { why: labels.nobody } : { why: labels.several, values: { n: String(named.length) } }
}

type Row = { line: number; one: Listed; bib: { prefix: string; bib: string } }
const before = ({ prefix_bib, bib }: Listed): string | null => (bib === null ? null : (prefix_bib ?? '') + bib)

/**
 * Lists the rows that can't have their bib because another runner keeps it. A runner who changes to another bib in the
 * same file frees the old bib, unless the new bib is refused. The loop therefore runs until it refuses no more rows.
 */
const blocked = (rows: readonly Row[], owners: Known['owners']): ReadonlyMap<Row, Listed> => {
  const refused = new Map<Row, Listed>()
  for (let more = true; more;) {
    more = false
    const moving = new Set(rows.filter((row) => !refused.has(row)).map(({ one }) => one.id))
    for (const row of rows) {
      const owner = owners.get(printedOf(row.bib))
      if (refused.has(row) || !owner || owner.id === row.one.id || moving.has(owner.id)) continue
      refused.set(row, owner)
      more = true
    }
  }
  return refused
}

const plan = (rows: readonly ImportRow[], of: Known): RowPlan<Given>[] => {
  const [given, numbered] = [new Set<string>(), new Map<number, string>()]
  const fit: Row[] = []
  const plans = rows.map(({ line, cells }): RowPlan<Given> | Row => {
    const bib = bibOf(cells['bib'] ?? '')
    if (!bib) return { line, state: 'refused', why: labels.bib_wrong }
    const whom = whomOf(cells, of)
    if ('why' in whom) return { line, state: 'refused', ...whom }
    const { one } = whom
    const printed = printedOf(bib)
    if (numbered.has(one.id))
      return numbered.get(one.id) === printed ? { line, state: 'same' } : { line, state: 'refused', why: labels.twice }
    if (given.has(printed)) return { line, state: 'refused', why: labels.taken_here }
    given.add(printed)
    numbered.set(one.id, printed)
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
    if (was === printedOf(bib)) return { line, state: 'same' }
    return { line, state: was === null ? 'added' : 'changed', item: { id: one.id, ...bib } }
  })
}

const example = (said: string) => text(said, said, said)
export const bibList = importKind<Known, Given>({
  name: 'bibs',
  label: labels.label,
  description: labels.description,
  right: 'bibs.edit',
  logged: 'bibs imported',
  columns: [
    {
      name: 'bib',
      label: labels.bib,
      titles: /^(bib|bibs?|number|参赛号|參賽號|号码|號碼|号码布)$/i,
      needed: true,
      example: example('A0001'),
    },
    {
      name: 'id',
      label: labels.id,
      titles: /^(id|registration|registration (id|number)|报名编号|報名編號|编号)$/i,
      example: example('12345'),
    },
    {
      name: 'document',
      label: labels.document,
      titles: /^(document|document number|idnum|id number|证件号|证件号码|證件號碼|身份证号)$/i,
      example: example('11010519491231002X'),
    },
    {
      name: 'name',
      label: words.name,
      titles: /^(name|runner|姓名|选手|選手)$/i,
      example: text('王小明', '王小明', 'Wang Xiaoming'),
    },
  ],
  prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
  hold: (tx, { raceid }) => lockAll(tx, [{ kind: 'bibs', raceid, id: 0 }]),
  known,
  plan,
  apply: async (tx, { raceid, now }, items) => {
    // Two runners may exchange their bibs. Each would find the other's bib taken, so all old bibs go first.
    for (const { id } of items) await writeOneBib(tx, raceid, id, null, null, now)
    for (const { id, prefix, bib } of items) await writeOneBib(tx, raceid, id, bib, prefix, now)
  },
})
