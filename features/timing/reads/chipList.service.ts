import { bibOrOtherTitles, bibTitles, chipTitles } from '#features/imports/titles.rules.ts'
import { text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { bibsAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { deriveIn, holdTiming } from '../derive/derive.service.ts'
import { type ChipLine, linesOfChips, saveChips } from './chips.store.ts'

const words = {
  label: text('芯片对应表', '晶片對應表', 'Chips'),
  description: text(
    '哪个芯片属于哪个参赛号；同一芯片再次导入时以新的为准。',
    '哪個晶片屬於哪個參賽號；同一晶片再次匯入時以新的為準。',
    'Whose chip is whose. A chip that comes again belongs to the bib named last.',
  ),
  chip: text('芯片', '晶片', 'Chip'),
  bib: text('参赛号', '參賽號', 'Bib'),
  wrong_chip: text(
    '芯片号只能有字母、数字和 - _，最多 40 位',
    '晶片號只能有字母、數字和 - _，最多 40 位',
    'A chip has letters, digits, - and _, 40 at most',
  ),
  wrong_bib: text('缺少参赛号，或不是参赛号', '缺少參賽號，或不是參賽號', 'The bib is missing, or is none'),
  twice: text('文件里这个芯片对应两个参赛号', '檔案裡這個晶片對應兩個參賽號', 'The file gives this chip to two bibs'),
} as const

type Known = { printed: ReadonlyMap<string, string>; there: ReadonlyMap<string, string> }
const chipIn = ({ cells }: ImportRow): string => (cells['chip'] ?? '').normalize('NFKC').toUpperCase()
const bibIn = ({ cells }: ImportRow): string => writtenBib(cells['bib'] ?? '')

const known = async (on: Db | Tx, { raceid }: ImportWork, rows: readonly ImportRow[]): Promise<Known> => ({
  printed: await bibsAsPrinted(on, raceid, [...new Set(rows.map(bibIn))]),
  there: new Map((await linesOfChips(on, raceid, rows.map(chipIn))).map(({ chip, bib }) => [chip, bib])),
})

const plan = (rows: readonly ImportRow[], { printed, there }: Known): RowPlan<ChipLine>[] => {
  const seen = new Map<string, string>()
  return rows.map((row): RowPlan<ChipLine> => {
    const { line } = row
    const [chip, written] = [chipIn(row), bibIn(row)]
    if (!/^[\w-]{1,40}$/.test(chip)) return { line, state: 'refused', why: words.wrong_chip }
    if (!/^[\w-]{1,20}$/.test(written)) return { line, state: 'refused', why: words.wrong_bib }
    const bib = printed.get(written) ?? written
    if (seen.has(chip))
      return seen.get(chip) === bib ? { line, state: 'same' } : { line, state: 'refused', why: words.twice }
    seen.set(chip, bib)
    const was = there.get(chip)
    if (was === bib) return { line, state: 'same' }
    return { line, state: was === undefined ? 'added' : 'changed', item: { chip, bib } }
  })
}

export const chipList = importKind<Known, ChipLine>({
  name: 'chips',
  label: words.label,
  description: words.description,
  right: 'results.import',
  logged: 'chips imported',
  columns: [
    {
      name: 'bib',
      label: words.bib,
      titles: new RegExp(`${bibTitles.source}|^(no\\.?|编号|編號)$`, 'i'),
      lesser: bibOrOtherTitles,
      needed: true,
      example: text('A0001', 'A0001', 'A0001'),
    },
    {
      name: 'chip',
      label: words.chip,
      titles: chipTitles,
      needed: true,
      example: text('0580123456', '0580123456', '0580123456'),
    },
  ],
  hold: (tx, { raceid }) => holdTiming(tx, raceid).then(() => undefined),
  known,
  plan,
  // The reads of these chips belong to another runner from this moment on. The results change in the same transaction.
  apply: async (tx, { raceid, now }, items) => {
    await saveChips(tx, raceid, items)
    await deriveIn(tx, raceid, { chips: items.map(({ chip }) => chip) }, now)
  },
})
