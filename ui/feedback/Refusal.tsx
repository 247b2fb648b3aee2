import type { Refused } from '../network/call.ts'

/** The reason why a call was refused, unless a field shows it already. */
export const Refusal = ({ refused, className = '' }: { refused: Refused | undefined; className?: string }) =>
  refused && Object.keys(refused.fields).length === 0 ? (
    <p role="alert" className={`rounded bg-danger-tint px-4 py-3 text-danger-ink ${className}`}>
      {refused.msg}
    </p>
  ) : null
