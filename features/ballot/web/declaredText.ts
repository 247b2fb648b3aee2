import { type Lang, nameIn } from '#contract/words.ts'
import type { Ballot } from '../contract.ts'
import { criterionText } from '../declared.rules.ts'

/** Returns the organiser's name for a segment, or a sentence about its entrants. */
export const segmentText = (ballot: Ballot, name: string, lang: Lang): string => {
  const segment = ballot.declared.segments.find((one) => one.name === name)
  if (!segment) return name
  return nameIn(lang, segment.says['zh-cn'] ?? criterionText(segment.who, lang), segment.says)
}
