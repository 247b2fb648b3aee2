import { useState } from 'react'
import { offlineWords } from '#features/desks/console/offline/offline.words.ts'
import { pinWrong } from '#features/desks/console/offline/pin.rules.ts'
import { PinInput } from '#features/desks/console/offline/PinInput.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleTicketsGate } from '../../gate.contract.ts'
import { type Direction, directions } from '../../gate.rules.ts'
import { words } from './gate.words.ts'
import type { Gate } from './useGate.ts'

const DIGITS = 6

/** The form that makes this device a gate: its name, its direction, its kind of ticket, and a PIN. */
export const GateSetup = ({ raceid, gate, erased }: { raceid: number; gate: Gate; erased: boolean }) => {
  const t = useWords()
  const kinds = useAsk(consoleTicketsGate, { raceid }).data?.kinds ?? []
  const [typed, setTyped] = useState({ name: '', pin: '', again: '' })
  const [direction, setDirection] = useState<Direction>('in')
  const [goodsid, setGoodsid] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const wrong = pinWrong(typed.pin, typed.again, DIGITS)
  const wrongOf = (...of: (typeof wrong)[]) =>
    tried && wrong && of.includes(wrong) ? t(offlineWords[wrong], { n: DIGITS }) : undefined
  const start = async () => {
    setTried(true)
    const name = typed.name.trim()
    if (name === '' || wrong) return
    setBusy(true)
    await gate.setUp({ name, direction, goodsid: Number(goodsid) || null }, typed.pin)
  }
  return (
    <Card>
      {erased ? (
        <p role="alert" className="mb-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {t(words.erased)}
        </p>
      ) : null}
      <form
        noValidate
        className="grid max-w-[28rem] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <h2 className="text-18 font-bold">{t(words.set_up)}</h2>
        <p className="text-14 text-soft">{t(words.set_up_text)}</p>
        <TextInput
          label={t(words.name)}
          hint={t(words.name_hint)}
          maxLength={40}
          value={typed.name}
          error={tried && typed.name.trim() === '' ? t(words.name_hint) : undefined}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <Select
          label={t(words.direction)}
          value={direction}
          options={directions.map((value) => ({ value, label: t(words[value]) }))}
          onChange={({ target }) => setDirection(target.value as Direction)}
        />
        <Select
          label={t(words.kind)}
          value={goodsid}
          options={[
            { value: '', label: t(words.every) },
            ...kinds.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) => setGoodsid(target.value)}
        />
        <PinInput
          label={t(offlineWords.pin)}
          hint={t(offlineWords.pin_hint, { n: DIGITS })}
          digits={DIGITS}
          value={typed.pin}
          error={wrongOf('pin_digits', 'pin_simple')}
          onChange={(pin) => setTyped({ ...typed, pin })}
        />
        <PinInput
          label={t(offlineWords.pin_again)}
          digits={DIGITS}
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
