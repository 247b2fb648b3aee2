import type { RaceClass } from '#contract/personal.ts'
import type { Lang } from '#contract/words.ts'
import type { Question } from './question.contract.ts'
import vocabulary from './personalWords.json' with { type: 'json' }

export const personalReasons = ['health', 'document', 'contact'] as const
export type PersonalReason = (typeof personalReasons)[number]
type Said = Partial<Record<Lang, string>>

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/**
 * Returns the words of a reason. A Latin word counts only if no letter or digit touches it. A Chinese word counts
 * anywhere in a label, because Chinese has no spaces between words.
 */
const wordsOf = (reason: PersonalReason) => {
  const { zh, en } = vocabulary[reason]
  return { zh, en: new RegExp(`(?<![\\p{L}\\p{N}])(?:${en.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'u') }
}
const found = { health: wordsOf('health'), document: wordsOf('document'), contact: wordsOf('contact') }

/**
 * Finds the kind of personal data that a question asks for, by the words of its labels in all languages. Returns
 * undefined if no label has a word of personalWords.json.
 */
export const personalReason = (says: Said): PersonalReason | undefined => {
  const labels = Object.values(says).map((label) => (label ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' '))
  return personalReasons.find((reason) =>
    labels.some((label) => found[reason].zh.some((word) => label.includes(word)) || found[reason].en.test(label)),
  )
}

const classes: Record<PersonalReason, RaceClass> = { health: 'health', document: 'identity', contact: 'contact' }
/** Returns the class of retention of a sealed field's answers; undefined if the field is not sealed. */
export const sealedClass = ({
  kind,
  says,
  personal,
}: Pick<Question, 'kind' | 'says' | 'personal'>): RaceClass | undefined => {
  if (kind === 'file') return 'proofs'
  const reason = personalReason(says)
  return personal ? (reason ? classes[reason] : 'health') : undefined
}
