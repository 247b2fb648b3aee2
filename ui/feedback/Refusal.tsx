import { useEffect, useRef } from 'react'
import type { Refused } from '../network/call.ts'

/**
 * The reason why a call was refused, unless a field shows it already. The page scrolls to the reason when it appears,
 * because a person may press the button of a dialog while the end of the dialog is out of sight. The margins keep bars
 * at the top and the bottom from covering the reason.
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
