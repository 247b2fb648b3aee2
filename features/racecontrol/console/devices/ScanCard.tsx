import { useRef, useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleRacecontrolDevicesEnd } from '../../devices/devices.contract.ts'
import type { CarrierEvent } from './CarrierFields.tsx'
import { pageWords as words } from './devicePage.words.ts'
import { GiveForm } from './GiveForm.tsx'
import { ScanField } from '#ui/media/camera/ScanField.tsx'

const modes = ['give', 'back'] as const
type Props = { raceid: number; events: readonly CarrierEvent[]; onDone: () => void }
/** The card in which staff scan devices to hand them out, or to take them back. */
export const ScanCard = ({ raceid, events, onDone }: Props) => {
  const t = useWords()
  const [mode, setMode] = useState<(typeof modes)[number]>('give')
  return (
    <Card>
      <div className="grid gap-4">
        <Segmented
          label={t(words.mode)}
          value={mode}
          onChange={(value) => setMode(value === 'back' ? 'back' : 'give')}
          options={modes.map((value) => ({ value, label: t(words[value]) }))}
        />
        {mode === 'give' ? (
          <GiveForm raceid={raceid} events={events} onDone={onDone} />
        ) : (
          <BackForm raceid={raceid} onDone={onDone} />
        )}
      </div>
    </Card>
  )
}

const BackForm = ({ raceid, onDone }: Omit<Props, 'events'>) => {
  const t = useWords()
  const end = useCall(consoleRacecontrolDevicesEnd)
  const { refused, trying } = useTrying()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (read: string) =>
    trying(async () => {
      const done = await end.mutateAsync({ raceid, code: read })
      toastSuccess(t(words.returned, { code: done.code }))
      setCode('')
      field.current?.focus()
      onDone()
    })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <ScanField
        ref={field}
        label={t(words.scan_device)}
        hint={t(words.scan_hint)}
        value={code}
        onChange={setCode}
        onRead={(read) => void submit(read)}
      />
      <Refusal refused={refused} />
      <Button type="submit" busy={end.isPending} disabled={code.trim() === ''} className="md:w-fit">
        {t(words.back)}
      </Button>
    </form>
  )
}
