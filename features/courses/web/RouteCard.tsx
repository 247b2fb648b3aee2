import { ChevronRight } from 'lucide-react'
import { unitText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import type { CourseSketch } from '../contract.ts'
import { words } from '../words.ts'
import { courseKm } from './figures.ts'

export const RouteCard = ({ sketch }: { sketch: CourseSketch }) => {
  const t = useWords()
  const { lang } = useLang()
  const { heights } = sketch
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const room = Math.max(high - low, 40)
  const line = heights
    .map((height, n) => `${(n / Math.max(heights.length - 1, 1)) * 100} ${30 - ((height - low) / room) * 26}`)
    .join('L')
  return (
    <Link
      href={path.route({ eventid: sketch.eventid })}
      className="block overflow-hidden rounded bg-surface shadow-card hover:bg-tint"
    >
      <span className="flex items-center justify-between gap-3 px-4 pt-4 md:px-6">
        <span className="text-20 font-bold">{t(words.home_route)}</span>
        <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
      </span>
      <span className="flex flex-wrap items-center gap-4 px-4 py-3 md:px-6">
        <svg aria-hidden viewBox="-6 -6 112 112" className="h-32 w-32 shrink-0 rounded bg-sunk">
          <path
            d={sketch.line}
            fill="none"
            stroke="var(--c-surface)"
            strokeWidth="7"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <path
            d={sketch.line}
            fill="none"
            stroke="var(--c-strong)"
            strokeWidth="3"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
        <span className="min-w-0 flex-[1_1_7rem]">
          <span className="block text-soft">{sketch.event}</span>
          <span className="block">
            <span className="display text-40 leading-none">{courseKm(sketch.metres)}</span>{' '}
            <span className="text-14 text-soft">{unitText('km', lang)}</span>
          </span>
          {sketch.ascent === null ? null : (
            <span className="figures mt-1 block text-14 text-soft">
              {t(words.ascent)} {t(words.metres, { n: sketch.ascent })}
            </span>
          )}
        </span>
      </span>
      {heights.length > 1 ? (
        <svg aria-hidden viewBox="0 0 100 32" preserveAspectRatio="none" className="block h-14 w-full text-strong">
          <path d={`M0 32L${line}L100 32Z`} fill="currentColor" opacity="0.16" />
          <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
    </Link>
  )
}
