import type { Text } from '#contract/words.ts'
import { countText } from '#ui/language/clock.ts'
import type { ReportRow } from '../../contract.ts'
import { resultListWords as words } from '../report/score.words.ts'

/**
 * Writes the rank in the age group. Men and women of an age are ranked apart, so a group of bare figures gets the gender
 * before it. A group that the organiser named stays as it is, because its name may hold the gender.
 */
export const groupRankOf = (
  { agegroup: group, agegroup_place: place, gender }: Pick<ReportRow, 'agegroup' | 'agegroup_place' | 'gender'>,
  t: (said: Text, values: Record<string, string>) => string,
): string | null => {
  if (group === null || place === null) return null
  const ofGender = (gender === 'M' || gender === 'F') && /^\d+(-\d+|\+)$/.test(group)
  return t(ofGender ? words.groupRanks[gender] : words.groupRank, { group, n: countText(place) })
}
