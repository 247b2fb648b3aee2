import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

export type StatusKind = 'success' | 'warn' | 'info' | 'waiting'
/** The tone of each kind of status, for chips and cards. */
export const statusTones = { success: 'success', warn: 'warning', info: 'info', waiting: 'info' } as const
/** The stroke of each sign, and the height of its dot. */
const signs: Record<StatusKind, [stroke: string, dot?: number]> = {
  success: ['M33 49.5 43.5 60 64 38'],
  warn: ['M48 31v20', 63],
  info: ['M48 45v20', 34],
  waiting: ['M48 31v18l11 8'],
}

/** A large sign on a soft disc, with a ring that draws itself once. */
export const StatusIcon = ({ kind, size = 88 }: { kind: StatusKind; size?: number }) => {
  const t = useWords()
  const tone = statusTones[kind]
  const [stroke, dot] = signs[kind]
  const solid = `var(--c-${tone}-solid)`
  return (
    <svg
      role="img"
      aria-label={t(words.status[kind])}
      width={size}
      height={size}
      viewBox="0 0 96 96"
      fill="none"
      stroke={solid}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <circle cx="48" cy="48" r="46" fill={`var(--c-${tone}-tint)`} stroke="none" />
      <circle cx="48" cy="48" r="33" strokeWidth="3" opacity=".45" />
      <path d={stroke} pathLength={1} strokeWidth="6.5" className="animate-draw" />
      {dot ? <circle cx="48" cy={dot} r="3.8" fill={solid} stroke="none" /> : null}
    </svg>
  )
}
