import { type ReactNode, useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Desk } from '../../setup/setup.contract.ts'
import { offlineWords as words } from './offline.words.ts'
import { pinWrong } from './pin.rules.ts'
import { PinInput } from './PinInput.tsx'

const USUAL_DIGITS = 6
const empty = { name: '', pin: '', again: '' }
type Labels = Record<'title' | 'text' | 'desk' | 'name' | 'name_hint' | 'start', string>
type Props = {
  labels: Labels
  desks: readonly Pick<Desk, 'id' | 'name' | 'pin_digits'>[]
  chosen: number | undefined
  /** Further fields, between the name of the device and its PIN. */
  children?: ReactNode
  onEnrol: (deskid: number, name: string, pin: string) => Promise<void>
}

/** The form that registers the device that a person holds: a desk, a name, and a PIN that is typed twice. */
export const EnrolForm = ({ labels, desks, chosen, children, onEnrol }: Props) => {
  const t = useWords()
  const only = desks.length === 1 ? desks[0]!.id : undefined
  const [deskid, setDeskid] = useState(String(chosen ?? only ?? ''))
  const [typed, setTyped] = useState(empty)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { refused, trying } = useTrying()
  const desk = desks.find(({ id }) => String(id) === deskid)
  const digits = desk?.pin_digits ?? USUAL_DIGITS
  const wrong = pinWrong(typed.pin, typed.again, digits)
  const name = typed.name.trim()
  const send = () => {
    setTried(true)
    if (!desk || name === '' || wrong) return
    setBusy(true)
    void trying(() => onEnrol(desk.id, name, typed.pin)).finally(() => setBusy(false))
  }
  const wrongOf = (...of: (typeof wrong)[]) =>
    tried && wrong && of.includes(wrong) ? t(words[wrong], { n: digits }) : undefined
  return (
    <Card>
      <form
        noValidate
        className="grid max-w-[28rem] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <h2 className="text-18 font-bold">{labels.title}</h2>
        <p className="text-14 text-soft">{labels.text}</p>
        <Refusal refused={refused} />
        <Select
          label={labels.desk}
          placeholder={labels.desk}
          value={deskid}
          error={tried && !desk ? labels.desk : undefined}
          options={desks.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={({ target }) => setDeskid(target.value)}
        />
        <TextInput
          label={labels.name}
          hint={labels.name_hint}
          maxLength={40}
          value={typed.name}
          error={tried && name === '' ? labels.name_hint : undefined}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        {children}
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
          {labels.start}
        </Button>
      </form>
    </Card>
  )
}
