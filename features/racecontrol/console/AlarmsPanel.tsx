import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Alarm, liveGpsMonitor } from '../monitor/monitor.contract.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { words } from './control.words.ts'
import { CourseStrip } from './CourseStrip.tsx'
import { EndDialog } from './EndDialog.tsx'
import { EndedCard } from './EndedCard.tsx'
import { useSosSound } from './useSosSound.ts'

type Props = {
  raceid: number
  monitor: OutputOf<typeof liveGpsMonitor>
  onDone: () => void
  onMap: (alarm: Alarm) => void
}
/** Shows the open alarms with calls for help first, their places on the course, and the last ended alarms. */
export const AlarmsPanel = ({ raceid, monitor, onDone, onMap }: Props) => {
  const t = useWords()
  const { alarms, open, ended, courses, zone } = monitor
  const [ending, setEnding] = useState<Alarm>()
  const [sound, setSound] = useSosSound(alarms.some(({ kind, taken_by }) => kind === 'sos' && taken_by === null))
  return (
    <>
      <Checkbox checked={sound} onChange={({ target }) => setSound(target.checked)}>
        {t(words.sound)}
      </Checkbox>
      {open > alarms.length ? (
        <p role="status" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {t(words.open_more, { n: countText(open), shown: countText(alarms.length) })}
        </p>
      ) : null}
      <CourseStrip alarms={alarms} courses={courses} />
      {alarms.length === 0 ? (
        <Card>
          <Empty title={t(words.open_none)} description={t(words.open_none_text)} />
        </Card>
      ) : (
        <ul className="grid gap-4">
          {alarms.map((alarm) => (
            <AlarmCard
              key={alarm.id}
              raceid={raceid}
              alarm={alarm}
              zone={zone}
              onEnd={() => setEnding(alarm)}
              onDone={onDone}
              onMap={() => onMap(alarm)}
            />
          ))}
        </ul>
      )}
      {ended.length > 0 ? <EndedCard ended={ended} zone={zone} /> : null}
      {ending ? (
        <EndDialog
          raceid={raceid}
          alarm={ending}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setEnding(undefined)
            onDone()
          }}
        />
      ) : null}
    </>
  )
}
