import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type FlowLine = { says: string; values: readonly number[]; tone: 'accent' | 'warning' }

const HEIGHT = 224
/** The width of one name of a day or an hour on the axis, in CSS pixels. */
const LABEL_WIDTH = 64
const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/**
 * Bars by day or by hour. uPlot draws them in the page's own colours. The table beside the chart has the same figures.
 */
export const FlowChart = ({
  label,
  periodTitle,
  periods,
  lines,
  said,
}: {
  label: string
  periodTitle: string
  /** Each day or hour in words, in full and in a short form for the axis. */
  periods: readonly { full: string; short: string }[]
  lines: readonly FlowLine[]
  said: (value: number) => string
}) => {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const [soft, grid] = [colourOf('--c-soft'), colourOf('--c-line')]
    const font = `12px ${getComputedStyle(document.body).fontFamily}`
    const axis = { font, stroke: soft, grid: { stroke: grid, width: 1 }, ticks: { show: false } }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { live: true },
        // Without a pointer over the chart, the legend below the chart shows the figures of the last day or hour.
        hooks: {
          setCursor: [
            (chart) => {
              if (typeof chart.cursor.idx !== 'number') chart.setLegend({ idx: periods.length - 1 }, false)
            },
          ],
        },
        // Each day or hour has a column. There is half a column of space before the first column and after the last
        // column.
        scales: {
          x: { time: false, range: () => [-0.5, periods.length - 0.5] },
          y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: (chart) => {
              const every = Math.max(
                1,
                Math.ceil((periods.length * LABEL_WIDTH) / (chart.bbox.width / devicePixelRatio)),
              )
              return [...periods.keys()].filter((at) => at % every === 0)
            },
            values: (_, ticks) => ticks.map((at) => periods[at]?.short ?? ''),
          },
          { ...axis, size: 72, values: (_, ticks) => ticks.map(said) },
        ],
        series: [
          { label: periodTitle, value: (_, at) => (at === null ? '–' : (periods[at]?.full ?? '–')) },
          ...lines.map(({ says, tone }) => {
            const colour = colourOf(tone === 'accent' ? '--c-strong' : '--c-warning-solid')
            return {
              label: says,
              stroke: colour,
              fill: colour,
              width: 0,
              paths: uPlot.paths.bars!({ size: [0.7, 40], align: 0 as const }),
              points: { show: false },
              value: (_: uPlot, value: number | null) => (value === null ? '–' : said(value)),
            }
          }),
        ],
      },
      [[...periods.keys()], ...lines.map(({ values }) => [...values])],
      element,
    )
    chart.setLegend({ idx: periods.length - 1 }, false)
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [periodTitle, periods, lines, said])
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="figures min-h-56 overflow-hidden text-12 [&_.uplot]:[font-family:inherit] [&_th]:font-normal!"
    />
  )
}
