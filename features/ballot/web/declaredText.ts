import { type Lang, type Text, fill } from '#contract/words.ts'
import type { Ballot, Criterion } from '../contract.ts'
import { words } from '../words.ts'

type Say = (said: Text, values?: Record<string, string | number>) => string

/** Whom something is for, in words. */
export const whoText = (who: Criterion, t: Say): string => {
  switch (who.is) {
    case 'everybody':
      return t(words.who_everybody)
    case 'qualified':
      return t(words.who_qualified)
    case 'local':
      return t(words.who_local, { places: who.places.join(t({ 'zh-cn': '、', 'zh-tw': '、', en: ', ' })) })
    case 'first_timer':
      return t(words.who_first_timer)
    case 'gender':
      return t(who.gender === 'male' ? words.who_male : words.who_female)
    case 'age':
      return t(words.who_age, { from: who.from, to: who.to })
    case 'tag':
      return t(words.who_tag, { tag: who.tag })
  }
}

/** A segment as its organiser calls it; else by whom it is for. */
export const segmentText = (ballot: Ballot, name: string, lang: Lang): string => {
  const segment = ballot.declared.segments.find((one) => one.name === name)
  if (!segment) return name
  return segment.says[lang] ?? segment.says['zh-cn'] ?? whoText(segment.who, (said, values) => fill(said[lang], values))
}
