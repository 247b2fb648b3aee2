import type { ReactNode } from 'react'

export type Tone = 'plain' | 'race' | 'success' | 'warning' | 'danger' | 'info'
const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-soft',
  race: 'bg-tint text-strong',
  success: 'bg-success-tint text-success-ink',
  warning: 'bg-warning-tint text-warning-ink',
  danger: 'bg-danger-tint text-danger-ink',
  info: 'bg-info-tint text-info-ink',
}
/** A short state in words. Its colour only repeats the meaning of the words. */
export const Chip = ({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span
    className={
      'inline-flex w-fit max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 ' +
      'break-keep [overflow-wrap:normal] max-[30rem]:whitespace-normal ' +
      `text-14 font-medium ${tones[tone]}`
    }
  >
    {icon}
    {children}
  </span>
)

/** A chip that a person can choose. The area that takes a press is at least 44 px high. */
export const ChoiceChip = ({
  chosen,
  onClick,
  disabledReason,
  children,
}: {
  chosen: boolean
  onClick: () => void
  /** The reason why the chip cannot be chosen. The chip shows the reason after its text. */
  disabledReason?: string | undefined
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={chosen}
    aria-disabled={disabledReason ? true : undefined}
    onClick={disabledReason ? undefined : onClick}
    className="group -my-1 flex min-h-11 shrink-0 items-center"
  >
    <span
      className={
        'whitespace-nowrap rounded-full border px-3.5 py-1.5 text-14 transition ' +
        (disabledReason
          ? 'border-line bg-sunk text-soft'
          : chosen
            ? 'border-strong bg-fill font-medium text-on-fill'
            : 'border-line bg-surface text-ink group-hover:bg-sunk')
      }
    >
      {children}
      {disabledReason ? ` · ${disabledReason}` : ''}
    </span>
  </button>
)
