import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { isoFrom, localFrom } from '#ui/form/localTime.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type CourseEdited, consoleTimingGun } from '../contract.ts'
import { words } from './console.words.ts'
import { Problem } from './Problem.tsx'
import { serverNow } from '#ui/network/serverClock.ts'

type Props = {
  raceid: number
  zone: string
  event: CourseEdited
  wave: number
  onClose: () => void
  onDone: () => void
}

/** Sets the time of a wave's gun, to the second. */
export const GunDialog = ({ raceid, zone, event, wave, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const was = event.waves[wave]!
  const [at, setAt] = useState(was.gun ? localFrom(was.gun, zone, true) : '')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingGun)
  const save = async () => {
    try {
      await send.mutateAsync({
        raceid,
        eventid: event.eventid,
        wave,
        gun: at === '' ? null : isoFrom(at, zone),
        reason,
      })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${event.event} · ${t(words.gun_of, { wave: was.name })}`}
      actions={
        <Button
          busy={send.isPending}
          disabledReason={reason.trim() === '' ? t(words.reason_missing) : undefined}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextInput
          label={t(words.gun)}
          type="datetime-local"
          step={1}
          inputClassName="figures"
          value={at}
          error={refused?.fields.gun}
          onChange={(change) => setAt(change.target.value)}
          after={
            <Button look="plain" onClick={() => setAt(localFrom(new Date(serverNow()).toISOString(), zone, true))}>
              {t(words.gun_now)}
            </Button>
          }
        />
        <TextInput
          label={t(words.reason)}
          hint={t(words.reason_hint)}
          value={reason}
          maxLength={300}
          error={refused?.fields.reason}
          onChange={(change) => setReason(change.target.value)}
        />
      </div>
      <Problem refused={refused} />
    </Dialog>
  )
}
