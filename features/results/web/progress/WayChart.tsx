import { courses } from '#features/courses/contract.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { kmText, paceText } from '#contract/written.ts'
import type { ProgressPoint } from '../../progress/progress.contract.ts'
import { runnerWords as words } from '../report/runner.words.ts'
import { type Segment, segmentsOf } from './segments.ts'

const [width, height] = [1000, 300]

/**
 * Draws the heights of the course as an area over the whole width. The scale has a minimum, so that a flat course does
 * not look like a mountain.
 */
const areaOf = ({
  heights,
  step,
  metres,
}: {
  heights: readonly number[]
  step: number
  metres: number
}): { path: string; low: number; high: number } => {
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const room = Math.max(high - low, 60)
  const base = (low + high) / 2 - room * 0.6
  const line = heights
    .map((value, at) => {
      const [x, y] = [((at * step) / metres) * width, height - ((value - base) / (room * 1.2)) * height * 0.55]
      return `${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('L')
  return { path: `M0 ${height}L${line}L${width} ${height}Z`, low: Math.round(low), high: Math.round(high) }
}

/**
 * Shows the pace of each segment as a bar over the course's profile; a higher bar is faster. It also shows the median
 * pace of the field.
 */
export const WayChart = ({
  raceid,
  eventid,
  points,
  waited,
}: {
  raceid: number
  eventid: number
  points: readonly ProgressPoint[]
  /** The time between the gun and the runner's own start, if times count from the gun. */ waited: number
}) => {
  const t = useWords()
  const { data } = useAsk(courses, { raceid, eventid }, { quiet: true, staleTime: 300_000 })
  const segments = segmentsOf(points, waited)
  if (segments.length < 2) return null
  const whole = segments.at(-1)!.to
  const course = data?.course?.eventid === eventid && data.course.heights.length > 1 ? data.course : undefined
  const area = course && areaOf(course)
  const paces = segments.flatMap(({ pace, middle }) => (middle === null ? [pace] : [pace, middle]))
  const [fastest, slowest] = [Math.min(...paces), Math.max(...paces)]
  const heightOf = (pace: number) =>
    (slowest === fastest ? 0.6 : 0.25 + (0.65 * (slowest - pace)) / (slowest - fastest)) * height
  const x = (metres: number) => (metres / whole) * width
  const best = Math.min(...segments.map(({ pace }) => pace))
  const middle = segments.filter((one): one is Segment & { middle: number } => one.middle !== null)
  const spoken = segments.map(({ from, to, pace }) =>
    t(words.paceOf, { from: kmText(from), to: kmText(to), pace: paceText(pace) }),
  )
  return (
    <Card title={t(words.course)}>
      <div className="relative" role="img" aria-label={`${t(words.chartText)}：${spoken.join('；')}`}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="block h-48 w-full md:h-56"
          aria-hidden
        >
          {area ? <path d={area.path} fill="var(--c-line)" /> : null}
          {segments.map(({ from, to, pace }) => (
            <rect
              key={from}
              x={x(from) + 3}
              width={Math.max(2, x(to) - x(from) - 6)}
              y={height - heightOf(pace)}
              height={heightOf(pace)}
              rx="4"
              fill="var(--c-accent)"
              fillOpacity={pace === best ? 0.95 : 0.6}
            />
          ))}
          {middle.map(({ from, to, middle: pace }) => (
            <path
              key={from}
              d={`M${x(from) + 3} ${height - heightOf(pace)}H${x(to) - 3}`}
              stroke="var(--c-ink)"
              strokeWidth="2.5"
              strokeDasharray="5 4"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <div aria-hidden className="pointer-events-none absolute inset-0">
          {segments.map(({ from, to, pace }) =>
            // A bar that is too narrow for its figures shows no figures, for example the bar from 20 km to half way.
            (to - from) / whole < (paceText(pace).length > 4 ? 0.09 : 0.07) ? null : (
              <span
                key={from}
                className="figures absolute -translate-x-1/2 whitespace-nowrap text-12 font-medium text-ink"
                style={{
                  left: `${((from + to) / 2 / whole) * 100}%`,
                  bottom: `calc(${(heightOf(pace) / height) * 100}% + 2px)`,
                }}
              >
                {paceText(pace)}
              </span>
            ),
          )}
        </div>
      </div>
      <div aria-hidden className="figures mt-1 flex justify-between text-12 text-soft">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{part === 1 ? t(words.kilometres, { n: kmText(whole) }) : kmText(whole * part)}</span>
        ))}
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-14 text-soft">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-4 rounded-[3px] bg-accent opacity-70" />
          {t(words.you)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t-2 border-dashed border-ink" />
          {t(words.middle)}
        </span>
        {area ? (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="h-3 w-4 rounded-[3px] bg-line" />
            {`${t(words.elevation)} ${t(words.metres, { n: `${area.low}–${area.high}` })}`}
          </span>
        ) : null}
      </p>
    </Card>
  )
}
