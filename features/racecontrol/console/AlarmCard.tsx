import { Siren, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Alarm, consoleRacecontrolAlarmsNote, consoleRacecontrolAlarmsTake } from '../monitor/monitor.contract.ts'
import { alarmKindWords } from '../monitor/monitor.words.ts'
import { alarmText, placeText, alarmValueText, whoText } from './alarmText.ts'
import { words } from './control.words.ts'

type Props = { raceid: number; alarm: Alarm; zone: string; onEnd: () => void; onDone: () => void; onMap: () => void }
/** One open alarm. A call for help is marked by colour, sign and word. */
export const AlarmCard = ({ raceid, alarm, zone, onEnd, onDone, onMap }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const take = useCall(consoleRacecontrolAlarmsTake)
  const { refused, trying } = useTrying()
  const isCall = alarm.kind === 'sos'
  const { id, mine, taken_by } = alarm
  const taking = (how: { over?: boolean; back?: boolean }) =>
    trying(async () => {
      await take.mutateAsync({ raceid, id, ...how }).finally(onDone)
    })
  const named = (act: string) => t(words.act, { act, what: alarmText(t, alarm) })
  const Sign = isCall ? Siren : TriangleAlert
  return (
    <li
      className={`rounded bg-surface p-4 shadow-card md:p-6 ${isCall ? 'border-l-8 border-danger-solid bg-danger-tint' : ''}`}
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-20 font-bold">
            <Sign className={`size-6 shrink-0 ${isCall ? 'text-danger-ink' : 'text-warning-solid'}`} aria-hidden />
            <span>{t(alarmKindWords[alarm.kind])}</span>
            <span className="figures min-w-0 break-words">{whoText(t, alarm)}</span>
          </h2>
          <p className="figures mt-1 break-words">{placeText(t, alarm)}</p>
          <p className="figures text-14 text-soft">
            {[t(words.since, { time: dateText(alarm.since, lang, 'deadline', zone) }), alarmValueText(t, alarm)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={mine ? 'success' : taken_by === null ? (isCall ? 'danger' : 'warning') : 'info'}>
            {mine ? t(words.mine) : taken_by === null ? t(words.untaken) : t(words.taken, { who: taken_by })}
          </Chip>
          {mine ? (
            <Button
              look="plain"
              busy={take.isPending}
              aria-label={named(t(words.give_back))}
              onClick={() => void taking({ back: true })}
            >
              {t(words.give_back)}
            </Button>
          ) : (
            <Button
              look={taken_by === null ? 'strong' : 'plain'}
              busy={take.isPending}
              aria-label={named(t(taken_by === null ? words.take : words.take_over))}
              onClick={() => void taking({ over: taken_by !== null })}
            >
              {t(taken_by === null ? words.take : words.take_over)}
            </Button>
          )}
          {alarm.lat !== null || alarm.metres !== null || alarm.bib !== null ? (
            <Button look="plain" aria-label={named(t(words.on_map))} onClick={onMap}>
              {t(words.on_map)}
            </Button>
          ) : null}
          <Button look="plain" aria-label={named(t(words.end))} onClick={onEnd}>
            {t(words.end)}
          </Button>
        </div>
      </div>
      <Refusal refused={refused} />
      <Notes raceid={raceid} alarm={alarm} zone={zone} onDone={onDone} />
    </li>
  )
}

const Notes = ({ raceid, alarm, zone, onDone }: Omit<Props, 'onEnd' | 'onMap'>) => {
  const t = useWords()
  const { lang } = useLang()
  const write = useCall(consoleRacecontrolAlarmsNote)
  const { refused, trying } = useTrying()
  const [note, setNote] = useState('')
  const submit = () =>
    trying(async () => {
      await write.mutateAsync({ raceid, id: alarm.id, note: note.trim() })
      setNote('')
      onDone()
    })
  return (
    <div className="mt-3 grid gap-3">
      {alarm.notes.length > 0 ? (
        <ul
          aria-label={t(words.notes_of, { what: alarmText(t, alarm) })}
          className="divide-y divide-line border-t border-line"
        >
          {alarm.notes.map((one) => (
            <li key={one.id} className="py-2">
              <p className="whitespace-pre-line break-words">{one.note}</p>
              <p className="figures text-14 text-soft">
                {[dateText(one.at, lang, 'deadline', zone), one.who].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '' && !write.isPending) void submit()
        }}
      >
        <TextInput
          bare
          label={t(words.notes_of, { what: alarmText(t, alarm) })}
          placeholder={t(words.note_new)}
          value={note}
          maxLength={1000}
          onChange={({ target }) => setNote(target.value)}
          after={
            <Button type="submit" look="plain" busy={write.isPending} disabled={note.trim() === ''}>
              {t(words.note_add)}
            </Button>
          }
        />
      </form>
      <Refusal refused={refused} />
    </div>
  )
}
