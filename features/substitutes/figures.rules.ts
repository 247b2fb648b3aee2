import { fill, type Lang } from '#contract/words.ts'
import { clockText } from '#features/results/rules.ts'
import type { Suspicion } from './contract.ts'
import { words } from './words.ts'

type Evidence = Pick<Suspicion, 'kind' | 'points' | 'gap' | 'ratio' | 'predicted' | 'earlier'>

/** Returns the sentence with the figures of the rule that found a case. */
export const figuresOf = ({ kind, points, gap, ratio, predicted, earlier }: Evidence, lang: Lang): string => {
  if (kind === 'together') return fill(words.gap[lang], { points: points ?? 0, s: ((gap ?? 0) / 1000).toFixed(1) })
  if (!earlier) return ''
  return fill(words.ratio[lang], {
    race: earlier.race,
    km: (earlier.metres / 1000).toFixed(1),
    time: clockText(Math.round(earlier.seconds)),
    predicted: clockText(predicted ?? 0),
    percent: Math.round((ratio ?? 0) * 100),
  })
}
