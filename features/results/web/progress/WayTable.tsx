import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { Card } from '#ui/layout/Card.tsx'
import { countText, shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { ProgressPoint } from '../../progress/progress.contract.ts'
import { runnerWords as words } from '../report/runner.words.ts'
import { usePointName } from '../report/SplitTable.tsx'
import { wonOverall } from './segments.ts'

const Won = ({ won }: { won: number | null }) => {
  const t = useWords()
  if (won === null) return <span className="text-soft">–</span>
  const [Icon, tone, says] =
    won > 0
      ? [ArrowUp, 'text-success-ink', words.won]
      : won < 0
        ? [ArrowDown, 'text-warning-ink', words.lost]
        : [Minus, 'text-soft', words.even]
  return (
    <span className={`inline-flex items-center justify-end gap-1 font-medium ${tone}`}>
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{t(says as typeof words.won, { n: countText(Math.abs(won)) })}</span>
      {won === 0 ? null : <span aria-hidden>{countText(Math.abs(won))}</span>}
    </span>
  )
}

/** The runner's rank in the field at each checkpoint, and the ranks gained or lost. */
export const WayTable = ({ points, clock }: { points: readonly ProgressPoint[]; clock: 'gun' | 'net' }) => {
  const t = useWords()
  const nameOf = usePointName()
  const overall = wonOverall(points)
  const cell = 'figures px-2 py-3 text-right whitespace-nowrap'
  return (
    <Card title={t(words.way)}>
      {overall && overall.won !== 0 ? (
        <p className="-mt-1 mb-2 font-medium">
          {t(overall.won > 0 ? words.wonAll : words.lostAll, {
            point: nameOf(overall.label),
            n: countText(Math.abs(overall.won)),
          })}
        </p>
      ) : null}
      <div role="region" aria-label={t(words.way)} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="sr-only">{t(words.way)}</caption>
          <thead>
            <tr className="border-b border-line text-14 text-soft">
              <th scope="col" className="py-2.5 pr-2 text-left font-medium">
                {t(words.point)}
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-medium">
                {t(words.time)}
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-medium">
                {t(words.place)}
              </th>
              <th scope="col" className="py-2.5 pl-2 text-right font-medium">
                {t(words.gained)}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, ms, place, of, won }) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="py-3 pr-2 text-left font-medium">
                  {nameOf(label)}
                </th>
                <td className={cell}>{ms === null ? '–' : shortDuration(Math.ceil(ms / 1000))}</td>
                <td className={cell}>
                  {place === null ? (
                    '–'
                  ) : (
                    <>
                      <span className="display text-20">{countText(place)}</span>
                      <span className="text-12 text-soft"> / {countText(of)}</span>
                    </>
                  )}
                </td>
                <td className="figures py-3 pl-2 text-right">
                  <Won won={won} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-14 text-soft">{t(clock === 'gun' ? words.wayGun : words.wayNet)}</p>
    </Card>
  )
}
