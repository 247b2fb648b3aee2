import { courseKm } from '#features/courses/web/figures.ts'
import { shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { LiveEvent } from '../positions/spectators.contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { hasArrived } from '../pacers/pacers.rules.ts'
import { liveWords as words } from './live.words.ts'

/** The most seconds by which a pacer who is on time differs from the target. */
const EVEN_S = 5

export const PacersCard = ({ pacers, length }: { pacers: LiveEvent['pacers']; length: number | null }) => {
  const t = useWords()
  if (pacers.length === 0) return null
  const deviation = (seconds: number): string =>
    Math.abs(seconds) <= EVEN_S
      ? t(words.pacer_even)
      : t(seconds > 0 ? words.pacer_behind : words.pacer_ahead, { time: shortDuration(Math.abs(seconds)) })
  return (
    <Card title={t(words.pacers)}>
      <ul className="divide-y divide-line">
        {pacers.map(({ track, name, wave, target_s, metres, deviation_s }) => (
          <li key={track} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 break-words">
              <span className="font-medium">{name ?? t(words.pacer_target, { time: shortDuration(target_s) })}</span>
              <span className="figures block text-14 text-soft">
                <Dotted
                  text={[
                    name === null ? null : t(words.pacer_target, { time: shortDuration(target_s) }),
                    wave,
                    metres === null ? null : t(words.km, { n: courseKm(metres) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
            </span>
            <span className="figures font-medium">
              {hasArrived(metres, length) ? t(words.pacer_in) : deviation_s === null ? '–' : deviation(deviation_s)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
