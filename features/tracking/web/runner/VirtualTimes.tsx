import { courseKm } from '#features/courses/web/figures.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { VirtualTime } from '../../virtual/virtual.contract.ts'
import { liveWords as words } from '../live.words.ts'

/**
 * The times of a runner's device at places without a mat. They have a card of their own, because they are never
 * official.
 */
export const VirtualTimes = ({ times }: { times: readonly VirtualTime[] }) => {
  const t = useWords()
  if (times.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="text-16 font-bold">{t(words.virtual)}</h3>
      <p className="text-14 text-soft">{t(words.virtual_text)}</p>
      <dl className="figures mt-2">
        {times.map(({ label, metres, time }) => (
          <div key={metres} className="flex items-baseline justify-between gap-4 border-b border-line py-2.5">
            <dt className="min-w-0 break-words">
              {label} <span className="text-12 text-soft">{t(words.km, { n: courseKm(metres) })}</span>
            </dt>
            <dd className={time === null ? 'text-soft' : 'italic'}>{time ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
