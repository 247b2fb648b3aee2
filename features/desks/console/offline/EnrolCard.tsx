import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import type { Desk } from '../../setup/setup.contract.ts'
import { offlineWords as words } from './offline.words.ts'
import { pinWrong } from './pin.rules.ts'
import { PinInput } from './PinInput.tsx'
import type { PickupDevice } from './useDevice.ts'

const empty = { name: '', pin: '', again: '' }

/** The card with which a person registers the device that they hold at a desk. */
export const EnrolCard = ({
  desks,
  chosen,
  device,
}: {
  desks: readonly Desk[]
  chosen: Desk | undefined
  device: PickupDevice
}) => {
  const t = useWords()
  const [deskid, setDeskid] = useState(String(chosen?.id ?? ''))
  const [typed, setTyped] = useState(empty)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const desk = desks.find(({ id }) => String(id) === deskid)
  const digits = desk?.pin_digits ?? 6
  const wrong = pinWrong(typed.pin, typed.again, digits)
  const send = async () => {
    setTried(true)
    if (!desk || typed.name.trim() === '' || wrong) return
    setBusy(true)
    setRefused(undefined)
    try {
      await device.enrol(desk.id, typed.name.trim(), typed.pin)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      setBusy(false)
    }
  }
  const wrongOf = (...of: (typeof wrong)[]) =>
    tried && wrong && of.includes(wrong) ? t(words[wrong], { n: digits }) : undefined
  return (
    <Card>
      <form
        className="grid max-w-[28rem] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <h2 className="text-18 font-bold">{t(words.enrol)}</h2>
        <p className="text-14 text-soft">{t(words.enrol_text)}</p>
        <Refusal refused={refused} />
        <Select
          label={t(words.desk)}
          placeholder={t(words.choose_desk)}
          value={deskid}
          error={tried && !desk ? t(words.choose_desk) : undefined}
          options={desks.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => setDeskid(target.value)}
        />
        <TextInput
          label={t(words.device_name)}
          hint={t(words.device_name_hint)}
          maxLength={40}
          value={typed.name}
          error={tried && typed.name.trim() === '' ? t(words.device_name_hint) : undefined}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <PinInput
          label={t(words.pin)}
          hint={t(words.pin_hint, { n: digits })}
          digits={digits}
          value={typed.pin}
          error={wrongOf('pin_digits', 'pin_simple')}
          onChange={(pin) => setTyped({ ...typed, pin })}
        />
        <PinInput
          label={t(words.pin_again)}
          digits={digits}
          value={typed.again}
          error={wrongOf('pin_differs')}
          onChange={(again) => setTyped({ ...typed, again })}
        />
        <Button type="submit" busy={busy}>
          {t(words.start)}
        </Button>
      </form>
    </Card>
  )
}
