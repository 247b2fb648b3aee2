import type { Text } from '#contract/words.ts'
import { kmText } from '#contract/written.ts'
import type { Challenge } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'

type Say = (text: Text, values?: Record<string, string | number>) => string
export const goalText = ({ goal, target }: Pick<Challenge, 'goal' | 'target'>, t: Say): string =>
  goal === 'days' ? t(words.goal_days, { n: target }) : t(words.goal_km, { n: kmText(target) })
/** Writes the rules of a challenge in short parts. */
export const ruleTexts = (challenge: Challenge, t: Say): string[] => [
  challenge.proofs.map((proof) => t(proof === 'track' ? words.by_track : words.by_photo)).join(' / '),
  ...(challenge.least_metres > 0 ? [t(words.least, { n: kmText(challenge.least_metres) })] : []),
  ...(challenge.makeups > 0 ? [t(words.makeups, { n: challenge.makeups })] : []),
  ...(challenge.review && challenge.proofs.includes('photo') ? [t(words.review)] : []),
]
