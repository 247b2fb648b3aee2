import { hoursText, two } from '#contract/written.ts'

/** The kinds of cells. A workbook has the same kinds (integrations/archives/workbook.ts). */
export const cellKinds = ['text', 'number', 'money', 'day', 'moment', 'span'] as const
type Kind = (typeof cellKinds)[number]

/** The time for which a file's address is valid, in milliseconds. */
export const EXPORT_MS = 10 * 60_000
/** The largest number of layouts of a table in a race. */
export const MOST_LAYOUTS = 50

/** The least width of a workbook's column for each kind of cell, in Latin characters. */
const widths: Record<Kind, number> = { text: 18, number: 10, money: 12, day: 12, moment: 20, span: 12 }
export const widthOf = (kind: Kind, label: string): number =>
  Math.max(widths[kind], [...label].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0) + 2)

const SLOT_MS = 15 * 60_000
const offsets = new Map<string, number>()
const MOST_OFFSETS = 20_000
/**
 * Returns the offset of a zone from UTC. All moments within a quarter of an hour share one result, because a zone
 * changes its offset only at the end of such a quarter.
 */
export const offsetAt = (zone: string, at: number): number => {
  const key = `${zone} ${Math.floor(at / SLOT_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  const offset = there - Math.floor(at / 1000) * 1000
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}
/** Formats date and time of day in a zone: `2026-11-21 09:30:15`. */
export const localMoment = (zone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 19).replace('T', ' ')

/** Formats a moment on the race's clock, and returns any other value unchanged. */
export const localCell = (value: string | number | Date | null, zone: string): string | number | null =>
  value instanceof Date ? localMoment(zone, value) : value

/** Formats a cell for files that hold only texts: `180.00`, `3:05:00`. */
export const csvCell = (kind: Kind, value: string | number | Date | null, zone: string): string | number | null => {
  if (typeof value !== 'number') return localCell(value, zone)
  if (kind === 'money') {
    const fen = Math.abs(value)
    return `${value < 0 ? '-' : ''}${Math.floor(fen / 100)}.${two(fen % 100)}`
  }
  return kind === 'span' ? hoursText(Math.floor(value / 1000)) : value
}

/** Returns the chosen columns in the chosen order; undefined if a column is unknown or named twice. */
export const chosenColumns = <Column extends { name: string }>(
  columns: readonly Column[],
  names: readonly string[],
): Column[] | undefined => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const chosen = names.map((name) => byName.get(name))
  return new Set(names).size === names.length && chosen.every((one): one is Column => one !== undefined)
    ? chosen
    : undefined
}

/** Reads the race, the id and the format from the address of a file (`{id}.xlsx`); undefined for another address. */
export const fileIn = (address: {
  raceid: string
  file: string
}): { raceid: number; id: number; format: string } | undefined => {
  const [, id, format] = /^(\d{1,15})\.(xlsx|csv|pdf)$/.exec(address.file) ?? []
  const raceid = Number(address.raceid)
  if (!id || !format || !/^[1-9]\d{0,9}$/.test(address.raceid) || raceid > 2_147_483_647) return undefined
  return { raceid, id: Number(id), format }
}
