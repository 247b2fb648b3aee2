import type { Gender } from '#features/results/rules.ts'

type Table = { header: string[]; rows: string[][]; lines: number[] }
const titles = {
  bib: /^(bib|no|number|start ?(no|number)|team ?no|参赛号|參賽號|号码|號碼|号码布|號碼布)$/i,
  chip: /^(chip|tag|epc|transponder|芯片|晶片)$/i,
  name: /^(name|runner|team|姓名|队名|隊名|团队|團隊)$/i,
  gender: /^(gender|sex|性别|性別)$/i,
  age: /^(age|年龄|年齡)$/i,
  club: /^(club|team name|俱乐部|俱樂部|单位|單位)$/i,
  zone: /^(zone|wave|corral|起跑区|起跑區|出发区|出發區|分枪|分槍)$/i,
  field: /^(field|组|組|分组|分組)$/i,
} as const
const columnsOf = (header: readonly string[]) => (title: keyof typeof titles) => header.findIndex((one) => titles[title].test(one.trim()))
const isBib = (text: string | undefined): text is string => text !== undefined && /^[\w-]{1,20}$/.test(text)
const genderOf = (text: string | undefined): Gender | null => (/^(m|male|男|h)/i.test(text ?? '') ? 'M' : /^(f|w|female|女)/i.test(text ?? '') ? 'F' : text ? 'X' : null)
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text.slice(0, 100))

export type ListedRunner = { bib: string; name: string | null; gender: Gender | null; age: number | null; club: string | null; zone: string | null; field: string }
/** A start list by its titles; undefined where no column is the bib. Lines without a bib are named, a bib that comes again counts last. */
export const readStartList = ({ header, rows, lines }: Table): { runners: ListedRunner[]; refused: number[] } | undefined => {
  const column = columnsOf(header)
  const at = column('bib')
  if (at < 0) return undefined
  const runners = new Map<string, ListedRunner>()
  const refused: number[] = []
  for (const [n, row] of rows.entries()) {
    const cell = (title: keyof typeof titles) => (column(title) < 0 ? undefined : row[column(title)])
    const bib = row[at]?.toUpperCase()
    const age = Number(cell('age') || Number.NaN)
    if (!isBib(bib)) refused.push(lines[n]!)
    else runners.set(bib, { bib, name: orNull(cell('name')), gender: genderOf(cell('gender')), age: Number.isInteger(age) && age > 0 && age < 130 ? age : null, club: orNull(cell('club')), zone: orNull(cell('zone'))?.slice(0, 8) ?? null, field: cell('field')?.slice(0, 20) ?? '' })
  }
  return { runners: [...runners.values()], refused }
}

/** Whose chip is whose; undefined where the columns are not there. A file without titles has bib, then chip. */
export const readChips = ({ header, rows, lines }: Table): { chips: { chip: string; bib: string }[]; refused: number[] } | undefined => {
  const column = columnsOf(header)
  const bare = header.length === 2 && isBib(header[0]) && /^[0-9a-f]{8,24}$/i.test(header[1] ?? '')
  const [bibAt, chipAt] = bare ? [0, 1] : [column('bib'), column('chip')]
  if (bibAt < 0 || chipAt < 0) return undefined
  const chips = new Map<string, string>()
  const refused: number[] = []
  for (const [n, row] of [...(bare ? [header] : []), ...rows].entries()) {
    const [bib, chip] = [row[bibAt]?.toUpperCase(), row[chipAt]?.toUpperCase()]
    if (isBib(bib) && /^[\w-]{1,40}$/.test(chip ?? '')) chips.set(chip!, bib)
    else refused.push(bare ? n + 1 : lines[n]!)
  }
  return { chips: [...chips].map(([chip, bib]) => ({ chip, bib })), refused }
}
