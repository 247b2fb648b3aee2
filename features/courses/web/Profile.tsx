import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { Course } from '../contract.ts'
import { heightAt } from '../rules.ts'
import { words } from '../words.ts'
import { courseKm } from './figures.ts'

const width = 1000
const height = 240

/**
 * The elevation profile, which is a slider along the course. Pointer, finger or arrow keys move the slider, and the map
 * follows.
 */
export const Profile = ({
  course,
  at,
  onWalk,
}: {
  course: Pick<Course, 'heights' | 'step' | 'metres' | 'colour' | 'spots'>
  at: number | null
  onWalk: (metres: number | null) => void
}) => {
  const t = useWords()
  const fade = useId()
  const { heights, step, metres } = course
  const { line, top, bottom } = useMemo(() => {
    const [low, high] = [Math.min(...heights), Math.max(...heights)]
    // The scale covers at least 40 m, so that a flat course does not look like a mountain.
    const room = Math.max(high - low, 40)
    const middle = (high + low) / 2
    const [base, peak] = [middle - room * 0.6, middle + room * 0.55]
    const drawn = heights.map(
      (value, n) => `${((n * step) / metres) * width} ${height - ((value - base) / (peak - base)) * height}`,
    )
    return { line: drawn.join('L'), top: Math.round(high), bottom: Math.round(low) }
  }, [heights, step, metres])
  const walk = (event: PointerEvent<HTMLElement>) => {
    const rect = event.currentTarget.getBoundingClientRect()
    onWalk(Math.min(metres, Math.max(0, ((event.clientX - rect.left) / rect.width) * metres)))
  }
  const keys = (event: KeyboardEvent) => {
    const stride = metres / 100
    const ways: Record<string, number> = {
      ArrowRight: (at ?? 0) + stride,
      ArrowUp: (at ?? 0) + stride,
      ArrowLeft: (at ?? 0) - stride,
      ArrowDown: (at ?? 0) - stride,
      PageUp: (at ?? 0) + 1000,
      PageDown: (at ?? 0) - 1000,
      Home: 0,
      End: metres,
    }
    const to = ways[event.key]
    if (to === undefined) return
    event.preventDefault()
    onWalk(Math.min(metres, Math.max(0, to)))
  }
  const here = at === null ? null : heightAt(course, at)
  const said =
    at === null
      ? t(words.profile_text)
      : here === null
        ? t(words.here, { km: courseKm(at) })
        : t(words.here_high, { km: courseKm(at), ele: Math.round(here) })
  const share = at === null ? null : at / metres
  return (
    <div>
      <p className="figures mb-2 flex min-h-6 items-baseline justify-between gap-3 text-14 text-soft" aria-hidden>
        <span className={at === null ? 'pointer-coarse:hidden' : 'font-medium text-ink'}>{said}</span>
        {at === null ? <span className="hidden pointer-coarse:inline">{t(words.profile_touch)}</span> : null}
        <span className="shrink-0 whitespace-nowrap">{t(words.metres, { n: `${bottom}–${top}` })}</span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t(words.profile)}
        aria-valuemin={0}
        aria-valuemax={Math.round(metres)}
        aria-valuenow={Math.round(at ?? 0)}
        aria-valuetext={said}
        className="relative h-32 w-full touch-pan-y cursor-crosshair md:h-40"
        onPointerMove={(event) => (event.pointerType === 'mouse' || event.buttons > 0) && walk(event)}
        onPointerDown={walk}
        onPointerLeave={(event) =>
          event.pointerType === 'mouse' && document.activeElement !== event.currentTarget && onWalk(null)
        }
        onKeyDown={keys}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="size-full" aria-hidden>
          <defs>
            <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={course.colour} stopOpacity="0.45" />
              <stop offset="1" stopColor={course.colour} stopOpacity="0.06" />
            </linearGradient>
          </defs>
          <path d={`M0 ${height}L${line}L${width} ${height}Z`} fill={`url(#${fade})`} />
          <path
            d={`M${line}`}
            fill="none"
            stroke={course.colour}
            strokeWidth="2.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        </svg>
        {course.spots
          .filter(({ at: spot, kind }) => spot !== null && kind === 'aid')
          .map((spot, n) => (
            <span
              key={n}
              aria-hidden
              title={spot.name}
              className="absolute bottom-0 h-3 w-0.5 bg-strong"
              style={{ left: `${(spot.at! / metres) * 100}%` }}
            />
          ))}
        {share === null ? null : (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 w-0.5 bg-ink"
            style={{ left: `${share * 100}%` }}
          />
        )}
      </div>
      <div aria-hidden className="figures mt-1 flex justify-between text-12 text-soft">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{part === 1 ? t(words.km, { n: courseKm(metres) }) : courseKm(metres * part)}</span>
        ))}
      </div>
    </div>
  )
}
