import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

export type StatusKind = 'success' | 'warn' | 'info' | 'waiting'
const tones = { success: 'success', warn: 'warning', info: 'info', waiting: 'info' } as const

/** A large sign on a soft disc, with a ring that draws itself once. */
export const StatusIcon = ({ kind, size = 88 }: { kind: StatusKind; size?: number }) => {
  const t = useWords()
  const tone = tones[kind]
  const line = {
    fill: 'none',
    stroke: `var(--c-${tone}-solid)`,
    strokeWidth: 5,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    pathLength: 1,
  } as const
  return (
    <svg
      role="img"
      aria-label={t(words.status[kind])}
      width={size}
      height={size}
      viewBox="0 0 96 96"
      className="shrink-0"
    >
      <circle cx="48" cy="48" r="46" fill={`var(--c-${tone}-tint)`} />
      <circle cx="48" cy="48" r="33" {...line} strokeWidth={3} opacity={0.45} />
      {kind === 'success' ? (
        <path d="M33 49.5 43.5 60 64 38" {...line} strokeWidth={6.5} className="animate-draw" />
      ) : null}
      {kind === 'warn' ? (
        <>
          <path d="M48 31v20" {...line} strokeWidth={6.5} className="animate-draw" />
          <circle cx="48" cy="63" r="3.8" fill={`var(--c-${tone}-solid)`} />
        </>
      ) : null}
      {kind === 'info' ? (
        <>
          <circle cx="48" cy="34" r="3.8" fill={`var(--c-${tone}-solid)`} />
          <path d="M48 45v20" {...line} strokeWidth={6.5} className="animate-draw" />
        </>
      ) : null}
      {kind === 'waiting' ? <path d="M48 31v18l11 8" {...line} strokeWidth={6.5} className="animate-draw" /> : null}
    </svg>
  )
}
