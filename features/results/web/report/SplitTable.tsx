import type { Split } from '../../contract.ts'
import { Card } from '#ui/layout/Card.tsx'
import { shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { scoreWords as words } from './score.words.ts'

const secondsOf = (pace: string): number => {
  const [minutes = 0, seconds = 0] = pace.split(':').map(Number)
  return minutes * 60 + seconds
}
const clockOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
const plain = (time: string): string => time.replace(/^00:/, '').replace(/^0(\d)/, '$1')

/** Names a checkpoint: kilometres, miles, half, or finish. CP1+, 2nd lap and similar labels stay as they are. */
export const usePointName = () => {
  const t = useWords()
  return (label: string): string => {
    if (label === '半程') return t(words.half)
    if (label === '终点') return t(words.finish)
    const [, distance, miles] = /^0?(\d+(?:\.\d+)?)(mi)?$/.exec(label) ?? []
    return distance === undefined ? label : t(miles ? words.miles : words.km, { n: distance })
  }
}

/**
 * Returns the seconds by which the first segment is shorter than the time at the end of the segment. The segment begins
 * at the start line, while the time counts from the gun.
 */
const startGap = (splits: readonly Split[]): number => {
  const first = splits.find(({ ms }) => ms !== null)
  return first?.time && first.segment_time ? clockOf(first.time) - clockOf(first.segment_time) : 0
}

/** `swapped` means the titles 比赛用时 and 分段用时. `second` and `third` are an event's own titles of the columns 2 and 3. */
type Titles = { swapped: boolean; second: string | null; third: string | null }

/** Shows 分段计时: each segment with its time, its pace, and a bar. A longer bar means a faster segment. */
export const SplitTable = ({ splits, titles: { swapped, ...own } }: { splits: readonly Split[]; titles: Titles }) => {
  const t = useWords()
  const nameOf = usePointName()
  const known = splits.flatMap(({ segment_pace }) => (segment_pace ? [secondsOf(segment_pace)] : []))
  const [fastest, slowest] = [Math.min(...known), Math.max(...known)]
  // Returns the length of a bar as a share of the column. The bars compare the segments of one runner, so even the
  // slowest segment has a bar of visible length.
  const share = (pace: string) =>
    slowest === fastest ? 0.7 : 0.3 + (0.7 * (slowest - secondsOf(pace))) / (slowest - fastest)
  // Points without distances (CP1+) give no pace. The third column then shows the time since the start, unless the
  // titles are swapped.
  const [second, third] =
    swapped || known.length === 0
      ? swapped
        ? [words.raceTime, words.splitTime]
        : [words.splitTime, words.raceTime]
      : [words.splitTime, words.splitPace]
  const shown = (title: typeof second, { time, segment_time, segment_pace }: Split) =>
    title === words.raceTime
      ? plain(time ?? '–')
      : title === words.splitTime
        ? plain(segment_time ?? '–')
        : (segment_pace ?? '–')
  const gap = startGap(splits)
  const cell = 'figures px-2 py-3 text-right whitespace-nowrap'
  return (
    <Card title={t(words.splits)}>
      <div role="region" aria-label={t(words.splits)} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="sr-only">{t(words.splits)}</caption>
          <thead>
            <tr className="border-b border-line text-14 text-soft">
              <th scope="col" className="py-2.5 pr-2 text-left font-medium">
                {t(words.milestone)}
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-medium">
                {own.second ?? t(second)}
              </th>
              <th scope="col" className="py-2.5 pl-2 text-right font-medium">
                {own.third ?? t(third)}
              </th>
            </tr>
          </thead>
          <tbody>
            {splits.map((split) => (
              <tr key={split.label} className="border-b border-line last:border-0">
                <th scope="row" className="w-2/5 py-3 pr-2 text-left font-medium">
                  {nameOf(split.label)}
                  {third === words.splitPace && split.time ? (
                    <span className="figures block text-14 font-normal text-soft">{plain(split.time)}</span>
                  ) : null}
                </th>
                <td className={cell}>{shown(second, split)}</td>
                <td className="py-3 pl-2">
                  <span className="display block whitespace-nowrap text-right text-20">{shown(third, split)}</span>
                  {split.segment_pace ? (
                    <span
                      aria-hidden
                      className="ml-auto mt-1 block h-1.5 w-full max-w-44 overflow-hidden rounded-full bg-sunk"
                    >
                      <span
                        className={
                          'ml-auto block h-full rounded-full ' +
                          (secondsOf(split.segment_pace) === fastest ? 'bg-strong' : 'bg-accent')
                        }
                        style={{ width: `${share(split.segment_pace) * 100}%` }}
                      />
                    </span>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {gap > 0 ? (
        <p className="figures mt-3 text-14 text-soft">{t(words.firstSegment, { gap: shortDuration(gap) })}</p>
      ) : null}
    </Card>
  )
}
