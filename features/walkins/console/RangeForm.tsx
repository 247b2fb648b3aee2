import { useState } from 'react'
import { useAsksBeforeLeaving } from '#ui/form/unsaved/useAsksBeforeLeaving.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type WalkInRange, consoleWalkinsRange } from '../contract.ts'
import { words } from '../words.ts'

/** Edits the range of bibs for walk-ins. If all fields are empty, the desk gives walk-ins no bibs. */
export const RangeForm = (props: { raceid: number; range: WalkInRange | null; onSaved: () => void }) => {
  const { raceid, range, onSaved } = props
  const t = useWords()
  const save = useCall(consoleWalkinsRange, { quiet: true })
  const kept = { prefix: range?.prefix ?? '', first: String(range?.first ?? ''), last: String(range?.last ?? '') }
  const [typed, setTyped] = useState(kept)
  const [refused, setRefused] = useState<Refused>()
  const changed = JSON.stringify(typed) !== JSON.stringify(kept)
  const { dialog } = useAsksBeforeLeaving(changed)
  const send = async () => {
    setRefused(undefined)
    try {
      const none = typed.first.trim() === '' && typed.last.trim() === ''
      await save.mutateAsync({
        raceid,
        range: none ? null : { prefix: typed.prefix, first: Number(typed.first), last: Number(typed.last) },
      })
      toastSuccess(t(words.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(words.range)}>
      <p className="mb-3 text-soft">{t(words.range_text)}</p>
      <form
        noValidate
        className="grid grid-cols-3 items-end gap-3 md:grid-cols-[8rem_10rem_10rem_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {(['prefix', 'first', 'last'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(words[name])}
            value={typed[name]}
            maxLength={name === 'prefix' ? 3 : 7}
            inputMode={name === 'prefix' ? 'text' : 'numeric'}
            error={refused?.fields[`range.${name}`]}
            onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
          />
        ))}
        <Button
          type="submit"
          look="plain"
          busy={save.isPending}
          disabled={!changed}
          className="col-span-3 md:col-span-1"
        >
          {t(words.save)}
        </Button>
      </form>
      <Refusal refused={refused} />
      {dialog}
    </Card>
  )
}
