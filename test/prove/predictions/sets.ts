import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { shared } from '#test/beside.ts'

/** A field with its times at the points of the course, in seconds. NaN means that the set has no time there. */
export type SplitSet = { name: string; course: string; metres: number[]; times: Float64Array[]; left: number }

const HALF = 21_097.5
const FULL = 42_195
const kilometres = (...km: number[]) => [...km.map((one) => (one === 21.0975 ? HALF : one * 1000)), FULL]
const every = kilometres(5, 10, 15, 20, 21.0975, 25, 30, 35, 40)

const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((found) => found[1]!.replaceAll(/^"|"$/g, '')),
    )
const clock = (text: string): number => {
  const parts = text.split(':').map(Number)
  if (parts.length < 2) return Number.NaN
  return parts.reduce((sum, part) => sum * 60 + part, 0) || Number.NaN
}
/** Converts a split of Honolulu to seconds. Some early splits of this set have the form minutes:seconds:00. */
const shifted = (text: string, metres: number): number => {
  const seconds = clock(text)
  return seconds / metres > 2 ? seconds / 60 : seconds
}
const decimal = (text: string): number => Number(text || 'none') * 60

type Reading = {
  course: string
  columns: readonly string[]
  metres: number[]
  read: (text: string, metres: number) => number
  kept?: (row: Readonly<Record<string, string>>) => boolean
}
const bostonColumns = ['5K', '10K', '15K', '20K', 'Half', '25K', '30K', '35K', '40K', 'Official Time']
const boston: Reading = { course: 'boston', columns: bostonColumns, metres: every, read: clock }
const named = (...km: string[]) => km.map((one) => (one === 'half' || one === 'full' ? `time_${one}` : `split_${one}`))
const readings: Readonly<Record<string, Reading>> = {
  boston_2015: boston,
  boston_2013: boston,
  boston_2014_decimal_minutes: {
    course: 'boston',
    columns: ['5k', '10k', '20k', 'half', '25k', '30k', '35k', '40k', 'official'],
    metres: kilometres(5, 10, 20, 21.0975, 25, 30, 35, 40),
    read: decimal,
    // Wheelchairs are much faster downhill. They are another field, so the set leaves them out.
    kept: (row) => !row.bib!.startsWith('W'),
  },
  berlin_2000: {
    course: 'berlin',
    columns: named('5k', '10k', '15k', '20k', 'half', '25k', '30k', '35k', '40k', 'full'),
    metres: every,
    read: clock,
  },
  honolulu_2016: {
    course: 'honolulu',
    columns: named('5k', '10k', '15k', 'half', '25k', '30k', '35k', '40k', 'full'),
    metres: kilometres(5, 10, 15, 21.0975, 25, 30, 35, 40),
    read: shifted,
  },
}

/** Leaves out rows without a finish, with fewer than three times, or with a pace that nobody runs or walks. */
const soundOf = (name: string, course: string, metres: number[], all: readonly number[][]): SplitSet => {
  const times = all.filter((row) => {
    let [before, from, seen] = [0, 0, 0]
    for (const [at, time] of row.entries()) {
      if (!(time > 0)) continue
      const pace = ((time - before) / (metres[at]! - from)) * 1000
      if (!(pace > 140 && pace < 3_600)) return false
      ;[before, from, seen] = [time, metres[at]!, seen + 1]
    }
    return seen >= 3 && row.at(-1)! > 0
  })
  const rows = times.map((row) => Float64Array.from(row, (time) => (time > 0 ? time : Number.NaN)))
  return { name, course, metres, times: rows, left: all.length - times.length }
}
const tableOf = (name: string): Record<string, string>[] => {
  const [head = [], ...rows] = rowsOf(gunzipSync(readFileSync(shared(`data/results/${name}.csv.gz`))).toString())
  return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])))
}
/** Reads a set that holds the times of segments. The time at a point is the sum of the segments before it. */
const twinCities = (): SplitSet => {
  const metres = [5_000, 10_000, HALF, 30_000, 21 * 1609.344, 24 * 1609.344, FULL]
  const all = tableOf('tcm_2013').map((row) => {
    let sum = 0
    return metres.map((_, at) => (sum += Number(row[`split_${at + 1}_segment_time`] || 'none')))
  })
  return soundOf('tcm_2013', 'tcm', metres, all)
}
export const splitSets = (): SplitSet[] => [
  ...Object.entries(readings).map(([name, { course, columns, metres, read, kept }]) =>
    soundOf(
      name.slice(0, name.indexOf('_') + 5),
      course,
      metres,
      tableOf(name)
        .filter((row) => kept?.(row) ?? true)
        .map((row) => columns.map((column, at) => read(row[column]!, metres[at]!))),
    ),
  ),
  twinCities(),
]
