import * as z from 'zod/mini'
import { type Lang, langs } from '#contract/words.ts'

const Words = z.partialRecord(z.enum(langs), z.string().check(z.maxLength(20)))
/**
 * The titles of an event's split table (docs/behaviour/results.md, Split table): 分段用时 and 分段配速, or swapped 比赛用时 and
 * 分段用时, or the event's own words. If `swapped` is null, the race decides. The titles are stored in
 * `events.settings.split_titles`.
 */
export const SplitTitles = z.object({
  swapped: z._default(z.nullable(z.boolean()), null),
  second: z._default(Words, {}),
  third: z._default(Words, {}),
})
export type SplitTitles = z.output<typeof SplitTitles>

/** Reads the titles from an event's settings. Returns the usual titles if the settings have none that can be read. */
export const splitTitlesOf = (settings: unknown): SplitTitles => {
  const read = z.object({ split_titles: SplitTitles }).safeParse(settings)
  return read.success ? read.data.split_titles : SplitTitles.parse({})
}

/** Returns the titles in one language. A title is null if the usual title counts. */
export const splitTitlesIn = (
  lang: Lang,
  { swapped, second, third }: SplitTitles,
  raceSwaps: boolean,
): { swapped: boolean; second: string | null; third: string | null } => {
  const own = (words: SplitTitles['second']) => words[lang] || words['zh-cn'] || null
  return { swapped: swapped ?? raceSwaps, second: own(second), third: own(third) }
}

/**
 * Distances of checkpoints whose label names no distance (CP1+), from the event's settings: `{"points": [{"label":
 * "CP1", "metres": 9800}]}`.
 */
export const PointDistances = z
  .array(
    z.object({
      label: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
      metres: z.number().check(z.positive(), z.maximum(2_000_000)),
    }),
  )
  .check(z.maxLength(80))
export const distancesOf = (settings: unknown): Map<string, number> => {
  const read = z.object({ points: PointDistances }).safeParse(settings)
  return new Map((read.success ? read.data.points : []).map(({ label, metres }) => [label, metres]))
}
/** Adds the distances in the event's settings to the points that a file names. */
export const withDistances = <Point extends { label: string; metres: number | null }, Read extends { points: Point[] }>(
  settings: unknown,
  read: Read,
): Read => {
  const metres = distancesOf(settings)
  return {
    ...read,
    points: read.points.map((point) => ({ ...point, metres: point.metres ?? metres.get(point.label) ?? null })),
  }
}
