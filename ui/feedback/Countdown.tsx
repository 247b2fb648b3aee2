import { useEffect, useEffectEvent, useState } from 'react'
import { two } from '#contract/written.ts'
import { timeLeft } from '../language/clock.ts'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'
import { serverNow } from '../network/serverClock.ts'

/**
 * Returns the present time by the server's clock. The hook renews the time every `every` milliseconds while the page is
 * visible.
 */
export const useNow = (every = 1000): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(serverNow())
    }, every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/**
 * The remaining time until `to` (ISO), in display numerals. `clock` shows minutes and seconds, and hours if there are
 * any.
 */
export const Countdown = ({
  to,
  form = 'days',
  onOver,
}: {
  to: string
  form?: 'days' | 'clock'
  onOver?: () => void
}) => {
  const t = useWords()
  const now = useNow()
  const { days, hours, minutes, seconds, over } = timeLeft(Date.parse(to), now)
  const end = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (over) end()
  }, [over])
  if (form === 'clock') {
    const whole = days * 24 + hours
    return (
      <span role="timer" className="display">
        {whole > 0 ? `${whole}:` : ''}
        {two(minutes)}:{two(seconds)}
      </span>
    )
  }
  const units = [
    [String(days), t(words.days, { n: days })],
    [two(hours), t(words.hours, { n: hours })],
    [two(minutes), t(words.minutes)],
    [two(seconds), t(words.seconds)],
  ] as const
  return (
    <div
      role="timer"
      aria-label={t(words.left_spoken, { days, hours, minutes })}
      className="flex flex-wrap gap-x-4 gap-y-2 md:gap-x-6"
    >
      {units.map(([n, unit]) => (
        <span key={unit} aria-hidden className="flex min-w-10 flex-col">
          <span className="display text-40 leading-none md:text-64">{n}</span>
          <span className="mt-1 text-14">{unit}</span>
        </span>
      ))}
    </div>
  )
}
