import type { OutputOf } from '#contract/endpoint.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Alarm, liveGpsMonitor } from '../monitor/monitor.contract.ts'
import { kmText } from './alarmText.ts'
import { words } from './control.words.ts'

type Courses = OutputOf<typeof liveGpsMonitor>['courses']
/**
 * Shows on a line for each course where alarms are open. The list names the same places in words, so screen readers
 * skip this.
 */
export const CourseStrip = ({ alarms, courses }: { alarms: readonly Alarm[]; courses: Courses }) => {
  const t = useWords()
  const placed = courses.flatMap((course) => {
    const own = alarms.filter(({ eventid, metres }) => eventid === course.eventid && metres !== null)
    return own.length > 0 && course.metres ? [{ ...course, metres: course.metres, own }] : []
  })
  if (placed.length === 0) return null
  return (
    <Card title={t(words.strip)}>
      <div aria-hidden className="grid gap-5">
        {placed.map(({ eventid, event, metres, own }) => (
          <div key={eventid}>
            <p className="flex justify-between gap-4 text-14 text-soft">
              <span className="min-w-0 break-words">{event}</span>
              <span className="figures shrink-0">{t(words.kilometres, { km: kmText(metres) })}</span>
            </p>
            <div className="relative mt-5 h-2 rounded-full bg-line">
              {own.map((alarm) => (
                <span
                  key={alarm.id}
                  className={
                    'figures absolute -top-5 flex -translate-x-1/2 flex-col items-center text-14 font-bold ' +
                    (alarm.kind === 'sos' ? 'text-danger-ink' : 'text-warning-ink')
                  }
                  style={{ left: `${Math.min(98, Math.max(2, (alarm.metres! / metres) * 100))}%` }}
                >
                  {alarm.bib ?? '•'}
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
