import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type Line = { label: string; values: readonly number[]; tone: 'accent' | 'warning' }

const HEIGHT = 224
const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Bars by day, drawn by uPlot in the page's own colours; the table beside it says the same in words. */
export const DaysChart = ({
  label,
  days,
  lines,
  said,
}: {
  label: string
  days: readonly string[]
  lines: readonly Line[]
  said: (value: number) => string
}) => {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const [soft, grid] = [colourOf('--c-soft'), colourOf('--c-line')]
    const axis = { stroke: soft, grid: { stroke: grid, width: 1 }, ticks: { show: false } }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        // A day is a day wherever the browser stands.
        tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { live: true },
        scales: { x: { time: true }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
        axes: [
          { ...axis, grid: { show: false } },
          { ...axis, size: 72, values: (_, ticks) => ticks.map(said) },
        ],
        series: [
          { value: (_, at) => (at === null ? '–' : new Date(at * 1000).toISOString().slice(0, 10)) },
          ...lines.map(({ label, tone }) => {
            const colour = colourOf(tone === 'accent' ? '--c-strong' : '--c-warning-solid')
            return {
              label: label,
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
      [days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000), ...lines.map(({ values }) => [...values])],
      element,
    )
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [days, lines, said])
  return <div ref={host} role="img" aria-label={label} className="figures min-h-56 overflow-hidden text-12" />
}
