import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Alarm } from '../monitor/monitor.contract.ts'
import { alarmText, placeText } from './alarmText.ts'
import { words } from './control.words.ts'

/** The latest alarms that ended, each with its last note. */
export const EndedCard = ({ ended, zone }: { ended: readonly Alarm[]; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.ended)}>
      <ul className="divide-y divide-line">
        {ended.map((alarm) => (
          <li key={alarm.id} className="py-3">
            <p className="break-words font-medium">{alarmText(t, alarm)}</p>
            <p className="figures break-words text-14 text-soft">
              {[
                placeText(t, alarm),
                dateText(alarm.ended_at, lang, 'deadline', zone),
                alarm.ended_by === null ? t(words.ended_itself) : t(words.ended_by, { who: alarm.ended_by }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {alarm.notes.length > 0 ? (
              <p className="whitespace-pre-line break-words">{alarm.notes.at(-1)!.note}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
