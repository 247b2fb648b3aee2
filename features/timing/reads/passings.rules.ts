import type { Unreadable } from '#features/files/quoted.rules.ts'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import type { LineProblem } from './lines.rules.ts'

/**
 * A passing in a file. It has a moment, a time after the gun, or a time of day in `clock`, as people at an aid station
 * write it. `point`, and the `way` into or out of the point, are set if the file names them.
 */
export type FilePassing = {
  line: number
  raw: string
  chip: string
  at: number | null
  elapsed: number | null
  clock?: string
  point: string | null
  way?: 'in' | 'out'
  kind: 'FS' | 'LS' | null
}
export type ReadFile = {
  format: 'ipico' | 'raceresult' | 'csv' | null
  passings: FilePassing[]
  problems: LineProblem[]
  /** The reason why the file cannot be cut into lines and cells. */
  broken?: Unreadable
}

const clip = (text: string) => text.trim().slice(0, 60)
/** Finds the moment of a date with a time, in the race's time zone; null if the text is no date with a time. */
const wallTime = (text: string, zone: string): number | null => {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}

const ipicoLine = /^aa[0-9a-f]{34}(?:FS|LS)?$/i
/**
 * Reads an IPICO line. Its parts are `aa`, reader (2 characters), tag (12), counters (4), YYMMDDhhmmss, hundredths in
 * hexadecimal (2) and a checksum over the part from reader to hundredths (2). The line ends with `FS` or `LS` for first
 * or last seen.
 */
const ipico = (line: number, text: string, zone: string): FilePassing | LineProblem => {
  if (!ipicoLine.test(text)) return { line, word: 'line_too_short', given: clip(text) }
  let sum = 0
  for (let at = 2; at < 34; at++) sum += text.charCodeAt(at)
  if ((sum & 255) !== Number.parseInt(text.slice(34, 36), 16))
    return { line, word: 'checksum_wrong', given: clip(text) }
  const [, yy, mo, dd, hh, mi, ss] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text.slice(20, 32)) ?? []
  const hundredths = Number.parseInt(text.slice(32, 34), 16)
  const at =
    yy === undefined || hundredths > 99
      ? null
      : wallTime(`20${yy}-${mo}-${dd}T${hh}:${mi}:${ss}.${String(hundredths).padStart(2, '0')}`, zone)
  if (at === null) return { line, word: 'no_time', given: clip(text) }
  const kind = text.length > 36 ? (text.slice(36).toUpperCase() as 'FS' | 'LS') : null
  return { line, raw: text.toLowerCase(), chip: text.slice(4, 16).toUpperCase(), at, elapsed: null, point: null, kind }
}

/** Finds the first moment after the gun with this time of day, because a sheet of paper names no day. */
export const firstAfter = (gun: number, clock: string, zone: string): number => {
  const began = Temporal.Instant.fromEpochMilliseconds(gun).toZonedDateTimeISO(zone)
  const on = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone, plainTime: clock })
  const [shown, after] = [on(began.toPlainDate()), on(began.toPlainDate().add({ days: 1 }))]
  return (Temporal.ZonedDateTime.compare(shown, began) < 0 ? after : shown).epochMilliseconds
}

/** Reads `1:02:03.45`, `62:03`, `3723.45` and `1.02.03` as milliseconds. */
export const durationIn = (text: string): number | null => {
  const plain = text.trim()
  if (/^\d+(\.\d+)?$/.test(plain)) return Math.round(Number(plain) * 1000)
  const parts = plain.includes(':') ? plain.split(':') : plain.split('.')
  const fits =
    parts.length <= 3 &&
    parts.length > 1 &&
    parts.every((part, at) =>
      (at === parts.length - 1 && plain.includes(':') ? /^\d*(\.\d+)?$/ : /^\d*$/).test(part),
    ) &&
    parts.some((part) => part !== '')
  return fits ? Math.round(parts.reduce((sum, part) => sum * 60 + Number(part || 0), 0) * 1000) : null
}

/**
 * Reads RACE RESULT's list, in which fields have labels and runners are in groups. Some fields hold the durations of
 * single segments, so the time at a point is the sum of the durations up to the point.
 */
const raceResult = (text: string): ReadFile => {
  const file = JSON.parse(text) as {
    list: { Fields: { Expression: string; Label: string }[] }
    data: Record<string, string[][]>
  }
  const fields = file.list.Fields
  const passings: FilePassing[] = []
  const problems: LineProblem[] = []
  let line = 0
  for (const row of Object.values(file.data).flat()) {
    line++
    // The list may put a rank of its own before the fields.
    const cells = row.slice(row.length - fields.length)
    const cell = (label: RegExp) =>
      cells[fields.findIndex((field) => label.test(field.Label) || label.test(field.Expression))] ?? ''
    const chip = cell(/^bib$/i)
    if (chip === '') {
      problems.push({ line, word: 'no_chip', given: clip(row.join(' ')) })
      continue
    }
    const status = cell(/^time$/i)
    let sum: number | null = 0
    const raw = JSON.stringify(row)
    for (const [at, field] of fields.entries()) {
      if (!/^Section\d+Split$/.test(field.Expression)) continue
      const took = durationIn(cells[at] ?? '')
      sum = took === null || sum === null ? null : sum + took
      if (sum !== null && !/finish/i.test(field.Label))
        passings.push({
          line,
          raw: `${raw} ${field.Label}`,
          chip,
          at: null,
          elapsed: sum,
          point: field.Label,
          kind: null,
        })
    }
    const finish = durationIn(status)
    if (finish === null) problems.push({ line, word: 'runner_out', given: `${chip} ${status}` })
    else passings.push({ line, raw: `${raw} finish`, chip, at: null, elapsed: finish, point: 'finish', kind: null })
  }
  return { format: 'raceresult', passings, problems }
}

const titles = {
  chip: /^(chip|tag|epc|transponder|芯片|晶片|runner_?id|bib(_?number)?|no|number|参赛号|參賽號|号码|號碼)$/i,
  at: /^(time|timestamp|datetime|read_?time|passing|at|时间|時間)$/i,
  elapsed: /^(seconds_after_gun|elapsed|gun_?time|枪成绩|槍成績)$/i,
  clock: /^(entered_time|clock|time_?of_?day|clock_time|时刻|時刻|钟点|鐘點)$/i,
  way: /^(in_?out|in\/out|sub_?split|进出|進出)$/i,
  point: /^(point|location|station|split(_?name)?|checkpoint|reader|计时点|計時點)$/i,
}

const momentIn = (cell: string, zone: string): number | null => {
  if (/^\d{13}$/.test(cell)) return Number(cell)
  if (/^\d{10}(\.\d+)?$/.test(cell)) return Math.round(Number(cell) * 1000)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(cell)) {
    const at = Date.parse(cell.replace(' ', 'T'))
    return Number.isNaN(at) ? null : at
  }
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(cell) ? wallTime(cell.replace(' ', 'T'), zone) : null
}

/** Reads `9:05` or `21:30:00` as a time of day. */
const clockIn = (cell: string): string | null => {
  const found = /^([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：]([0-5]\d))?$/.exec(cell.trim())
  return found ? `${found[1]!.padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}` : null
}

const cutReads = (text: string): FileTable | Unreadable => {
  // A list may have two columns without titles: a bib and a time. A person typed such a list at the finish line.
  const bare = /^\s*[\w?-]+[\t,;]\s*[\d:.]+\s*$/.test(
    text.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '',
  )
  if (!bare) return readTable(text)
  const rows: string[][] = []
  const lines: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    rows.push(line.split(/[\t,;]/).map((cell) => cell.trim()))
    lines.push(at + 1)
  }
  return { delimiter: ',', comments: [], header: ['bib', 'elapsed'], rows, lines }
}

export const passingsIn = (table: FileTable, zone: string): ReadFile => {
  const { header, rows, lines } = table
  const column = (title: RegExp) => header.findIndex((one) => title.test(one.trim()))
  const [chip, at, elapsed, clock, point, way] = [
    column(titles.chip),
    column(titles.at),
    column(titles.elapsed),
    column(titles.clock),
    column(titles.point),
    column(titles.way),
  ]
  if (chip < 0 || (at < 0 && elapsed < 0 && clock < 0)) return { format: null, passings: [], problems: [] }
  const read: ReadFile = { format: 'csv', passings: [], problems: [] }
  for (const [n, row] of rows.entries()) {
    const line = lines[n]!
    const given = clip(row.join(' '))
    const moment = at < 0 ? null : momentIn(row[at] ?? '', zone)
    const after =
      moment !== null || (at < 0 && elapsed < 0) ? null : durationIn((elapsed < 0 ? row[at] : row[elapsed]) ?? '')
    const shown = clockIn(clock < 0 ? '' : (row[clock] ?? ''))
    const through = /^(in|进|進|进站|進站)$/i.test(row[way] ?? '')
      ? ('in' as const)
      : /^(out|出|出站)$/i.test(row[way] ?? '')
        ? ('out' as const)
        : undefined
    const name = (row[chip] ?? '').normalize('NFKC').trim().toUpperCase()
    if (!/^[\w-]{1,40}$/.test(name)) read.problems.push({ line, word: 'no_chip', given })
    else if (moment === null && after === null && shown === null) read.problems.push({ line, word: 'no_time', given })
    else
      read.passings.push({
        line,
        raw: row.join('\t'),
        chip: name,
        at: moment,
        elapsed: after,
        ...(moment === null && after === null ? { clock: shown! } : {}),
        point: point < 0 ? null : (row[point] ?? null),
        ...(through ? { way: through } : {}),
        kind: null,
      })
  }
  return read
}

/**
 * Reads a file of passings of any kind: IPICO lines, a RACE RESULT list, or a table. It names lines that cannot be
 * read.
 */
export const readPassings = (text: string, zone: string): ReadFile => {
  const begin = text.trimStart()
  if (begin.startsWith('{')) {
    try {
      return raceResult(begin)
    } catch {
      return { format: null, passings: [], problems: [] }
    }
  }
  const lines = text.split(/\r?\n/)
  if (!lines.some((line) => ipicoLine.test(line.trim()))) {
    const table = cutReads(text)
    return 'unreadable' in table ? { format: null, passings: [], problems: [], broken: table } : passingsIn(table, zone)
  }
  const read: ReadFile = { format: 'ipico', passings: [], problems: [] }
  for (const [at, line] of lines.entries()) {
    const one = line.trim()
    if (one === '' || one.startsWith('#')) continue
    const passing = ipico(at + 1, one, zone)
    if ('word' in passing) read.problems.push(passing)
    else read.passings.push(passing)
  }
  return read
}
