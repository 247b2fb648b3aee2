import { bibOrOtherTitles, bibTitles, documentTitles, nameTitles } from '#features/imports/titles.rules.ts'
import { sameText, text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { lookupsOf, normalIdnum } from '#features/people/rules.ts'
import { type ImportColumn, type ImportRow, type ImportWork } from '#seam/server/imports.ts'
import { printed } from './rules.ts'
import { type BibHolder, listForBibs } from './store.ts'
import { nameKey } from './vip/vip.rules.ts'
import { words } from './words.ts'
import { readWrittenBib } from './written.rules.ts'

const labels = {
  id: text('报名编号', '報名編號', 'Registration number'),
  document: text('证件号码', '證件號碼', 'Document number'),
  bib: text('参赛号', '參賽號', 'Bib'),
  nobody: text('没有找到这位已支付的选手', '找不到這位已付款的選手', 'No paid registration was found'),
  several: text(
    '有 {n} 位选手叫这个名字，请加上证件号码或报名编号',
    '有 {n} 位選手叫這個名字，請加上證件號碼或報名編號',
    '{n} {n|runner has|runners have} this name: add the document or the registration number',
  ),
  another: text(
    '这个报名编号属于 {name}，与这一行的姓名或证件不符。如果这一列不是报名编号，请取消这一列',
    '這個報名編號屬於 {name}，與這一列的姓名或證件不符。如果這一欄不是報名編號，請取消這一欄',
    'This registration number belongs to {name}, which does not fit the name or document of the row. If the column holds other numbers, do not use it',
  ),
} as const

/** The paid registrations that rows of a list may mean, and the registrations that wear a bib from the list. */
export type ListedRunners = {
  byId: ReadonlyMap<number, BibHolder>
  byNumber: ReadonlyMap<string, BibHolder>
  byName: ReadonlyMap<string, readonly BibHolder[]>
  numberOf: (document: string) => string
  owners: ReadonlyMap<string, BibHolder>
  /** The bibs of the rows as they are printed. */
  printed: readonly string[]
}

/** Loads the runners whom the rows of a list may mean, and the runners who wear a bib from the list. */
export const readListedRunners = async (
  on: Db | Tx,
  { seal, raceid }: ImportWork,
  rows: readonly ImportRow[],
): Promise<ListedRunners> => {
  const numberOf = (document: string) =>
    seal.blind(raceScope(raceid), 'idnum', lookupsOf(normalIdnum(document)).at(-1)!).toString('hex')
  const cells = (name: string) => [...new Set(rows.flatMap((row) => row.cells[name] || []))]
  const bibs = cells('bib').flatMap((given) => {
    const bib = readWrittenBib(given)
    return bib ? [printed(bib)] : []
  })
  const listed = await listForBibs(on, raceid, {
    ids: cells('id').flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id)] : [])),
    numbers: cells('document').map((document) => Buffer.from(numberOf(document), 'hex')),
    names: cells('name').map(nameKey),
    printed: bibs,
  })
  const due = listed.filter((one) => one.due)
  return {
    byId: new Map(due.map((one) => [one.id, one])),
    byNumber: new Map(due.map((one) => [one.idnum_ix.toString('hex'), one])),
    byName: Map.groupBy(due, ({ name }) => nameKey(name)),
    numberOf,
    owners: new Map(listed.flatMap((one) => (one.bib === null ? [] : [[(one.prefix_bib ?? '') + one.bib, one]]))),
    printed: bibs,
  }
}

type Whom =
  | { one: BibHolder }
  | { why: (typeof labels)['nobody' | 'several' | 'another']; values?: Record<string, string> }
const isHan = (name: string): boolean => /\p{Script=Han}/u.test(name)
/**
 * Tells whether a row means somebody other than the registrant. The document decides. Without a document the names
 * decide, unless only one of the two is in Chinese characters.
 */
const isAnother = (one: BibHolder, { document = '', name = '' }: ImportRow['cells'], of: ListedRunners): boolean =>
  document !== ''
    ? of.numberOf(document) !== one.idnum_ix.toString('hex')
    : name !== '' && isHan(name) === isHan(one.name) && nameKey(name) !== nameKey(one.name)

/**
 * Finds the registration that a row means: by the registration's number, else by the document, else by the name. The
 * number may be a timing firm's own number for the row, so a document or a name in the row must fit the registration.
 */
export const listedRunnerOf = (cells: ImportRow['cells'], of: ListedRunners): Whom => {
  const [id, document, name] = [cells['id'] ?? '', cells['document'] ?? '', cells['name'] ?? '']
  const found =
    id !== '' ? of.byId.get(Number(id)) : document !== '' ? of.byNumber.get(of.numberOf(document)) : undefined
  if (found && id !== '' && isAnother(found, cells, of)) return { why: labels.another, values: { name: found.name } }
  if (found) return { one: found }
  if (id !== '' || document !== '') return { why: labels.nobody }
  const named = of.byName.get(nameKey(name)) ?? []
  if (named.length === 1) return { one: named[0]! }
  return named.length === 0 ? { why: labels.nobody } : { why: labels.several, values: { n: String(named.length) } }
}

/** The columns by which a list names runners. */
export const personColumns = {
  bib: {
    name: 'bib',
    label: labels.bib,
    titles: bibTitles,
    lesser: bibOrOtherTitles,
    needed: true,
    example: sameText('A0001'),
  },
  id: {
    name: 'id',
    label: labels.id,
    titles: /^(id|(registration|entry)|(registration|entry) ?(id|no|number)|报名(编号|号|序号|id)|報名編號|编号)$/i,
    example: sameText('12345'),
  },
  document: {
    name: 'document',
    label: labels.document,
    titles: documentTitles,
    example: sameText('11010519491231002X'),
  },
  name: {
    name: 'name',
    label: words.name,
    titles: nameTitles,
    example: text('王小明', '王小明', 'Wang Xiaoming'),
  },
} as const satisfies Record<string, ImportColumn>
