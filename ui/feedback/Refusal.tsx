import { useEffect, useRef } from 'react'
import type { Refused } from '../network/call.ts'

/**
 * The reason why a call was refused, unless a field shows it already. It comes into view when it appears, because the
 * button may stay at the foot of a dialog whose end is out of sight. The margins keep it clear of the head and the foot.
 */
export const Refusal = ({ refused, className = '' }: { refused: Refused | undefined; className?: string }) => {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refused) box.current?.scrollIntoView({ block: 'nearest' })
  }, [refused])
  return refused && Object.keys(refused.fields).length === 0 ? (
    <p
      ref={box}
      role="alert"
      className={`scroll-mb-36 scroll-mt-20 rounded bg-danger-tint px-4 py-3 text-danger-ink ${className}`}
    >
      {refused.msg}
    </p>
  ) : null
}
