import type { Text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { words } from './words.ts'

/** The lengths of texts in characters, as a person counts them. */
export const teamLengths = {
  name: { least: 2, most: 20 },
  profile: { least: 1, most: 300 },
  password: { least: 6, most: 32 },
} as const

/**
 * The name of the job that ranks teams of results again after a runner joined, left or renamed a team
 * (features/results). Its payload names the race.
 */
export const TEAMS_MOVED = 'results teams moved'

/** Brings a team's name into the form for comparisons. Names that differ only in case, width and blanks are equal. */
export const normalTeamName = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toLowerCase()

export type TeamDraft = { name: string; profile: string; cover: string; password: string }
export type TeamField = keyof TeamDraft
export type TeamWrong = { message: Text; values?: Record<string, number> }

const missing: Record<TeamField, Text> = {
  name: words.name_missing,
  profile: words.profile_missing,
  cover: words.cover_missing,
  password: words.password_missing,
}

/**
 * Finds the faults of a team's typed values, field by field. It does not check fields that the draft lacks; an empty
 * text is a fault. Screen and server share this check.
 */
export const checkTeam = (draft: Partial<TeamDraft>): Partial<Record<TeamField, TeamWrong>> => {
  const found: Partial<Record<TeamField, TeamWrong>> = {}
  for (const field of ['name', 'profile', 'cover', 'password'] as const) {
    const typed = draft[field]?.trim()
    if (typed === undefined) continue
    const count = [...typed].length
    if (count === 0) found[field] = { message: missing[field] }
    else if (field === 'cover') continue
    else if (count < teamLengths[field].least)
      found[field] = { message: wrong.too_short, values: { n: teamLengths[field].least } }
    else if (count > teamLengths[field].most)
      found[field] = { message: wrong.too_long, values: { n: teamLengths[field].most } }
    else if (field === 'profile' ? /[^\P{Cc}\n]/u.test(typed.replaceAll('\r\n', '\n')) : /\p{Cc}/u.test(typed))
      found[field] = { message: wrong.format }
  }
  return found
}
