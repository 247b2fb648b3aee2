import { zoneFamily } from '#features/imports/families.rules.ts'
import {
  bibOrOtherTitles,
  bibTitles,
  birthTitles,
  chipTitles,
  eventTitles,
  genderTitles,
  hasMeaning,
  isBestTitle,
  nameTitles,
} from '#features/imports/titles.rules.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { birthIn } from '#features/results/ranking/births.rules.ts'
import { type GenderLetter, ageFor } from '#features/results/rules.ts'

import type { CoursePoint } from '../course/course.contract.ts'

type Table = { header: string[]; rows: string[][]; lines: number[] }
const teamTitles = /^(team|队名|隊名|团队|團隊)$/i
/** Titles of the columns of start lists and lists of chips. */
export const listTitles = {
  bib: new RegExp(`${bibTitles.source}|^(no|id|team ?no|编号|編號)$`, 'i'),
  chip: chipTitles,
  event: eventTitles,
  name: new RegExp(`${nameTitles.source}|${teamTitles.source}`, 'i'),
  gender: genderTitles,
  age: /^(age( ?on ?race ?day)?|race ?age|(比赛日|参赛|实足|选手)?(年龄|周岁)|年齢|나이|alter|edad|eta|età|âge)$/i,
  birth: new RegExp(
    `${birthTitles.source}|^(year ?of ?birth|birth ?year|yob|jahrgang|jg|出生年份|出生年|année|annee ?de ?naissance|año ?de ?nacimiento)$`,
    'i',
  ),
  club: /^(club|team name|squad|company|school|affiliation|organi[sz]ation|跑团|跑團|俱乐部|俱樂部|单位|單位|团队名称|團隊名稱|代表队|代表隊|所属团队|所屬團隊|公司|学校|學校)$/i,
  zone: zoneFamily,
  field: /^(field|组|組|分组|分組)$/i,
} as const
/**
 * Titles that count only if the list has no better title for the same column. A team's name counts only if the list has
 * no runner's name.
 */
export const lesserTitles: Partial<Record<keyof typeof listTitles, RegExp>> = {
  bib: bibOrOtherTitles,
  name: teamTitles,
}
const columnsOf = (header: readonly string[]) => (meaning: keyof typeof listTitles) => {
  const titles = listTitles[meaning]
  const best = header.findIndex((title) => isBestTitle({ titles, lesser: lesserTitles[meaning] }, title))
  return best >= 0 ? best : header.findIndex((title) => hasMeaning(titles, title))
}
export const isBib = (text: string | undefined): text is string => text !== undefined && /^[\w-]{1,20}$/.test(text)
const genderOf = (text: string | undefined): GenderLetter | null =>
  /^(m|male|男|h)/i.test(text ?? '') ? 'M' : /^(f|w|female|女)/i.test(text ?? '') ? 'F' : text ? 'X' : null
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)

/** The most characters of the texts of a start list. A line with a longer text is refused. */
export const listLongest = { name: 100, club: 100, zone: 8, field: 20 } as const

export type ListedRunner = {
  bib: string
  name: string | null
  gender: GenderLetter | null
  age: number | null
  age_in_year: number | null
  club: string | null
  zone: string | null
  field: string
}
/**
 * Reads one row of a start list. Without an age in the list, the date of birth gives the age on race day. The bib is as
 * somebody wrote it.
 */
export const runnerIn = (
  cell: (title: keyof typeof listTitles) => string | undefined,
  raceDay: string = '',
): ListedRunner => {
  const given = Number(cell('age') || Number.NaN)
  const born = raceDay === '' ? null : birthIn(cell('birth') ?? '', raceDay)
  const age =
    Number.isInteger(given) && given > 0 && given < 130
      ? given
      : born?.day
        ? ageFor(born.day, raceDay, 'race_day')
        : null
  return {
    bib: writtenBib(cell('bib') ?? ''),
    name: orNull(cell('name')),
    gender: genderOf(cell('gender')),
    age,
    age_in_year: born ? Number(raceDay.slice(0, 4)) - born.year : null,
    club: orNull(cell('club')),
    zone: orNull(cell('zone')),
    field: cell('field') ?? '',
  }
}

/**
 * Reads a start list by the titles of its columns; undefined if no column is the bib. `refused` names the lines without
 * a valid bib and the lines with a text that is too long. If a bib has several lines, the last line counts.
 */
export const readStartList = (
  { header, rows, lines }: Table,
  raceDay: string,
): { runners: ListedRunner[]; refused: number[] } | undefined => {
  const column = columnsOf(header)
  if (column('bib') < 0) return undefined
  const texts = ['name', 'club', 'zone', 'field'] as const
  const runners = new Map<string, ListedRunner>()
  const refused: number[] = []
  for (const [n, row] of rows.entries()) {
    const runner = runnerIn((title) => (column(title) < 0 ? undefined : row[column(title)]), raceDay)
    const fits = texts.every((name) => (runner[name]?.length ?? 0) <= listLongest[name])
    if (isBib(runner.bib) && fits) runners.set(runner.bib, runner)
    else refused.push(lines[n]!)
  }
  return { runners: [...runners.values()], refused }
}

/**
 * Reads the runner of each chip; undefined if a column is missing. A file without titles has the bib first, then the
 * chip.
 */
export const readChips = ({
  header,
  rows,
  lines,
}: Table): { chips: { chip: string; bib: string }[]; refused: number[] } | undefined => {
  const column = columnsOf(header)
  const bare = header.length === 2 && isBib(header[0]) && /^[0-9a-f]{8,24}$/i.test(header[1] ?? '')
  const [bibAt, chipAt] = bare ? [0, 1] : [column('bib'), column('chip')]
  if (bibAt < 0 || chipAt < 0) return undefined
  const chips = new Map<string, string>()
  const refused: number[] = []
  for (const [n, row] of [...(bare ? [header] : []), ...rows].entries()) {
    const [bib, chip] = [writtenBib(row[bibAt] ?? ''), row[chipAt]?.toUpperCase()]
    if (isBib(bib) && /^[\w-]{1,40}$/.test(chip ?? '')) chips.set(chip!, bib)
    else refused.push(bare ? n + 1 : lines[n]!)
  }
  return { chips: [...chips].map(([chip, bib]) => ({ chip, bib })), refused }
}

/** Reads `6:00:00` or `6:00` (hours and minutes) as seconds. */
export const secondsIn = (text: string): number | null => {
  const found = /^(\d{1,3}):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text.trim())
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0) : null
}

const bare = { stationid: null, take: null, cutoff: null, required: false, mass_start: null }
/**
 * Lists the usual points of a road race up to its distance (docs/behaviour/timing.md, Checkpoint labels: 5, 10, 15, 20,
 * 半程, 25, 30, 35, 40, 终点). 半程 is only in races above 30 km. A race above 43 km gets no points on the way.
 */
export const standardPoints = (metres: number): CoursePoint[] => {
  const splits = [
    ...Array.from({ length: 20 }, (_, n) => ({ label: String((n + 1) * 5), metres: (n + 1) * 5000 })),
    { label: '半程', metres: 21_097.5 },
  ]
    .filter((one) => one.metres < metres && metres <= 43_000 && (one.label !== '半程' || metres > 30_000))
    .toSorted((a, b) => a.metres - b.metres)
  return [
    { ...bare, label: '起点', kind: 'start', metres: 0 },
    ...splits.map((one): CoursePoint => ({ ...bare, ...one, kind: 'split' })),
    { ...bare, label: '终点', kind: 'finish', metres },
  ]
}

/**
 * Lists the usual points of a trail race (docs/behaviour/timing.md, Checkpoint labels: CP1, CP1+, CP2 to CP9, 终点). CP1+
 * is the exit of CP1. The positions differ from race to race, so staff type them.
 */
export const trailPoints = (metres: number | null): CoursePoint[] => [
  { ...bare, label: '起点', kind: 'start', metres: 0 },
  ...['CP1', 'CP1+', ...Array.from({ length: 8 }, (_, n) => `CP${n + 2}`)].map((label, at): CoursePoint => ({
    ...bare,
    label,
    kind: at === 0 ? 'in' : at === 1 ? 'out' : 'split',
    metres: null,
  })),
  { ...bare, label: '终点', kind: 'finish', metres },
]
