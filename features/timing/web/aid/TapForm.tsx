import { useRef, useState } from 'react'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { entryDoubtWords } from '../../aid/aid.words.ts'
import type { TypedKind } from '../../derive/typed.rules.ts'
import type { NewEntry, PhoneView } from './phone.ts'
import { words } from './phone.words.ts'

export type WriteProps = { view: PhoneView; onWrite: (given: readonly NewEntry[]) => Promise<void> }

/** Writes one bib at the moment of the tap. The field is then empty for the next runner. */
export const TapForm = ({ view, onWrite }: WriteProps) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const [drop, setDrop] = useState<string>()
  const [note, setNote] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const writing = useRef(false)
  const bib = writtenBib(typed)
  const isBib = /^(?=.*\d)[\p{L}\d-]{1,20}$/u.test(bib)
  /** Calls `work` with the typed bib, or asks for a bib. */
  const withBib = (work: (which: string) => void) => {
    setMissing(!isBib)
    if (isBib) work(bib)
    else field.current?.focus()
  }
  const write = async (kind: TypedKind, which: string, said = '') => {
    if (writing.current) return
    writing.current = true
    await onWrite([{ bib: which, kind, clock: null, note: said }]).finally(() => (writing.current = false))
    toastSuccess(`${which} ${t(words[kind])}`)
    setTyped('')
    setDrop(undefined)
    setNote('')
    field.current?.focus()
  }
  const odd = isBib ? view.doubts({ bib, kind: 'in', clock: null, note: '' }) : []
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        withBib((which) => void write('in', which))
      }}
    >
      <TextInput
        label={t(words.bib)}
        ref={field}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        inputClassName="figures text-28"
        error={missing && !isBib ? t(words.empty) : undefined}
        hint={odd.map((word) => t(entryDoubtWords[word])).join(' · ')}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button className="min-h-16 text-20" type="submit">
          {t(words.in)}
        </Button>
        <Button className="min-h-16 text-20" look="strong" onClick={() => withBib((which) => void write('out', which))}>
          {t(words.out)}
        </Button>
      </div>
      <Button look="danger" onClick={() => withBib(setDrop)}>
        {t(words.drop)}
      </Button>
      {drop === undefined ? null : (
        <Dialog
          open
          onClose={() => setDrop(undefined)}
          title={t(words.drop_title, { bib: drop })}
          actions={
            <Button look="danger" onClick={() => void write('drop', drop, note.trim())}>
              {t(words.drop)}
            </Button>
          }
        >
          <p className="mb-3">{t(words.drop_what)}</p>
          <TextArea
            label={t(words.note)}
            hint={t(words.note_hint)}
            optional
            rows={3}
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Dialog>
      )}
    </form>
  )
}
