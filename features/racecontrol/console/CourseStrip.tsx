import type { OutputOf } from '#contract/endpoint.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Alarm, liveGpsMonitor } from '../monitor/monitor.contract.ts'
import { kmTenths } from './alarmText.ts'
import { words } from './control.words.ts'

type Courses = OutputOf<typeof liveGpsMonitor>['courses']
/** The share of the course that a bib covers, in percent: on a phone and on a wider screen. */
const BIB_WIDE = { phone: 13, wide: 4 }
/**
 * Chooses the alarms whose bib does not cover the bibs that are already placed. Calls for help come first in the list,
 * so their bibs are always placed first.
 */
const labelled = (own: readonly { id: number; left: number }[], apart: number): Set<number> => {
  const chosen: { id: number; left: number }[] = []
  for (const one of own) if (chosen.every(({ left }) => Math.abs(left - one.left) >= apart)) chosen.push(one)
  return new Set(chosen.map(({ id }) => id))
}

/**
 * Shows the places of open alarms on a line for each course. The list of alarms names these places in words, so screen
 * readers skip this drawing.
 */
export const CourseStrip = ({ alarms, courses }: { alarms: readonly Alarm[]; courses: Courses }) => {
  const t = useWords()
  const placed = courses.flatMap((course) => {
    const { metres } = course
    if (!metres) return []
    const own = alarms
      .filter((alarm) => alarm.eventid === course.eventid && alarm.metres !== null)
      .map((alarm) => ({ ...alarm, left: Math.min(98, Math.max(2, (alarm.metres! / metres) * 100)) }))
    const [onPhone, onWide] = [labelled(own, BIB_WIDE.phone), labelled(own, BIB_WIDE.wide)]
    return own.length > 0 ? [{ ...course, metres, own, onPhone, onWide }] : []
  })
  if (placed.length === 0) return null
  return (
    <Card title={t(words.strip)}>
      <div aria-hidden className="grid gap-5">
        {placed.map(({ eventid, event, metres, own, onPhone, onWide }) => (
          <div key={eventid}>
            <p className="flex justify-between gap-4 text-14 text-soft">
              <span className="min-w-0 break-words">{event}</span>
              <span className="figures shrink-0">{t(words.kilometres, { km: kmTenths(metres) })}</span>
            </p>
            <div className="relative mt-7 h-2 rounded-full bg-line">
              {own.map((alarm) => (
                <span
                  key={alarm.id}
                  className={
                    'figures absolute -bottom-1 flex -translate-x-1/2 flex-col items-center text-14 font-bold ' +
                    (alarm.kind === 'sos' ? 'text-danger-ink' : 'text-warning-ink')
                  }
                  style={{ left: `${alarm.left}%` }}
                >
                  {onPhone.has(alarm.id) ? <span className="md:hidden">{alarm.bib}</span> : null}
                  {onWide.has(alarm.id) ? <span className="max-md:hidden">{alarm.bib}</span> : null}
                  <span
                    className={`size-4 rounded-full border-2 border-surface ${alarm.kind === 'sos' ? 'bg-danger-solid' : 'bg-warning-solid'}`}
                  />
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
