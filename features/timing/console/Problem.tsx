import type { Refused } from '#ui/network/call.ts'

/** Shows a refusal that belongs to no field. */
export const Problem = ({ refused }: { refused: Refused | undefined }) =>
  refused && Object.keys(refused.fields).length === 0 ? (
    <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-danger-ink">
      {refused.msg}
    </p>
  ) : null
