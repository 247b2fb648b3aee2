import { useEffect, useEffectEvent, useState } from 'react'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { signUpWords as words } from '../signUp.words.ts'

const shownAfter = 1200

/** Shows the wait during a popular opening, and says that the page continues by itself. */
export const HotWait = ({
  sending,
  refused,
  onRetry,
}: {
  sending: boolean
  refused: Refused | undefined
  onRetry: () => void
}) => {
  const t = useWords()
  const wait = refused?.code === '429' ? Math.max(1, Math.ceil(refused.retry_after ?? 3)) : undefined
  const busy = sending || wait !== undefined
  const [seconds, setSeconds] = useState(0)
  const [shown, setShown] = useState(false)
  useFollow(busy, () => {
    if (busy) return
    setShown(false)
    setSeconds(0)
  })
  const delay = useEffectEvent(() => (wait === undefined ? shownAfter : 0))
  useEffect(() => {
    if (!busy) return undefined
    const show = setTimeout(() => setShown(true), delay())
    const tick = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => {
      clearTimeout(show)
      clearInterval(tick)
    }
  }, [busy])
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (wait === undefined) return undefined
    const again = setTimeout(() => retry(), wait * 1000)
    return () => clearTimeout(again)
  }, [refused, wait])
  if (!busy || !shown) return null
  return (
    <div
      role="status"
      className={
        'fixed inset-0 z-40 flex animate-fade flex-col items-center ' +
        'justify-center gap-4 bg-surface px-8 text-center'
      }
    >
      <StatusIcon kind="waiting" />
      <p className="text-28 font-bold">{t(words.hotTitle)}</p>
      <p className="max-w-[32ch] text-soft">{wait === undefined ? t(words.hotBody) : t(words.hotBusy, { n: wait })}</p>
      <div className="mt-2 w-56">
        <Progress label={t(words.hotTitle)} />
      </div>
      <p aria-hidden className="figures text-14 text-soft">
        {t(words.hotWaited, { n: seconds })}
      </p>
    </div>
  )
}
