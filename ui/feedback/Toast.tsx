import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'

/**
 * Toasts last 2000 ms, errors 600 ms (docs/behaviour/screens.md, Toasts). A sentence that people must read is on the
 * page too.
 */
type Said = { id: number; text: string; kind: 'plain' | 'error' | 'success' | 'warn'; ms: number }
let count = 0
let show: ((said: Said) => void) | undefined
/**
 * A toast that was requested before the host was mounted. If a page opens with a toast, React runs the effects of the
 * page before the effects of the shell around it.
 */
let waiting: Said | undefined

const say = (kind: Said['kind'], ms: number) => (text: string) => {
  const said: Said = { id: ++count, text, kind, ms }
  if (show) show(said)
  else waiting = said
}
export const toast = say('plain', 2000)
export const toastSuccess = say('success', 2000)
export const toastError = say('error', 600)
export const toastWarn = say('warn', 2000)

/**
 * The host of the toasts. Each shell has one host. The live region keeps the sentence for at least five seconds,
 * so that a screen reader reads the sentence to its end.
 */
export const Toasts = () => {
  const [said, setSaid] = useState<Said>()
  const [seen, setSeen] = useState(false)
  useLayoutEffect(() => {
    show = (next) => {
      setSaid(next)
      setSeen(true)
    }
    if (waiting) show(waiting)
    waiting = undefined
    return () => {
      show = undefined
    }
  }, [])
  useEffect(() => {
    if (!said) return
    const hide = setTimeout(() => setSeen(false), said.ms)
    const forget = setTimeout(() => setSaid(undefined), Math.max(5000, said.ms))
    return () => {
      clearTimeout(hide)
      clearTimeout(forget)
    }
  }, [said])
  return (
    <div
      className={
        // On a phone a toast lies above the name of a race, which stands in the lower half of the picture.
        'pointer-events-none fixed inset-x-0 top-[max(0.75rem,env(safe-area-inset-top))] z-50 flex justify-center ' +
        'px-4 md:top-20'
      }
    >
      <div role="status" aria-live={said?.kind === 'error' ? 'assertive' : 'polite'} aria-atomic="true">
        {said ? (
          <p
            key={said.id}
            className={
              seen
                ? 'flex animate-rise items-center gap-2 rounded bg-ink px-4 py-3 text-16 text-ground shadow-card'
                : 'sr-only'
            }
          >
            {said.kind === 'error' ? (
              <CircleAlert className="size-5 shrink-0" aria-hidden />
            ) : said.kind === 'warn' ? (
              <TriangleAlert className="size-5 shrink-0" aria-hidden />
            ) : said.kind === 'success' ? (
              <CircleCheck className="size-5 shrink-0" aria-hidden />
            ) : null}
            {said.text}
          </p>
        ) : null}
      </div>
    </div>
  )
}
