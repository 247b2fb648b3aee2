import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Alarm, consoleRacecontrolAlarmsEnd } from '../monitor/monitor.contract.ts'
import { alarmText } from './alarmText.ts'
import { words } from './control.words.ts'

type Props = { raceid: number; alarm: Alarm; onClose: () => void; onDone: () => void }
/** Ends an alarm. Staff may add a last note. */
export const EndDialog = ({ raceid, alarm, onClose, onDone }: Props) => {
  const t = useWords()
  const end = useCall(consoleRacecontrolAlarmsEnd)
  const { refused, trying } = useTrying()
  const [note, setNote] = useState('')
  const submit = () =>
    trying(async () => {
      await end.mutateAsync({ raceid, id: alarm.id, note })
      onDone()
    })
  return (
    <AskDialog
      title={t(words.end_title)}
      action={t(words.end)}
      busy={end.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      <p className="break-words font-medium">{alarmText(t, alarm)}</p>
      <p className="text-soft">{t(words.end_text)}</p>
      <TextArea
        label={t(words.end_note)}
        optional
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </AskDialog>
  )
}
