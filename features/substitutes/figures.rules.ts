import { fill, type Lang } from '#contract/words.ts'
import { clockText } from '#features/results/rules.ts'
import type { Suspicion } from './contract.ts'
import { words } from './words.ts'

type Evidence = Pick<
  Suspicion,
  'kind' | 'points' | 'gap' | 'mean' | 'ratio' | 'predicted' | 'earlier' | 'point' | 'late' | 'shots' | 'note'
>
const secondsOf = (ms: number | null): string => ((ms ?? 0) / 1000).toFixed(1)

/** Writes the label of a point of the course. A label that is only a number gets the unit kilometre. */
const pointText = (label: string, lang: Lang): string =>
  /^\d/.test(label) && !/[^\d.]/.test(label) ? `${label} ${lang === 'en' ? 'km' : '公里'}` : label

/** Returns the sentence with the figures of the rule that found a case, or the note of the person who reported it. */
export const evidenceText = (one: Evidence, lang: Lang): string => {
  const { kind, earlier, late } = one
  if (kind === 'gender' || kind === 'person') return one.note ?? ''
  if (kind === 'together')
    return fill(words.gap[lang], { points: one.points ?? 0, mean: secondsOf(one.mean), s: secondsOf(one.gap) })
  if (kind === 'photo')
    return fill(words[(late ?? 0) > 0 ? 'photo_late' : 'photo_early'][lang], {
      n: one.shots ?? 0,
      point: pointText(one.point ?? '', lang),
      time: clockText(Math.round(Math.abs(late ?? 0) / 1000)),
    })
  if (!earlier) return ''
  return fill(words.ratio[lang], {
    race: earlier.race,
    km: (earlier.metres / 1000).toFixed(1),
    time: clockText(Math.round(earlier.seconds)),
    predicted: clockText(one.predicted ?? 0),
    percent: Math.round((one.ratio ?? 0) * 100),
  })
}
