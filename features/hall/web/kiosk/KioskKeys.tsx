import { Delete } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { kioskWords as words } from './kiosk.words.ts'
import { LONGEST } from './useKiosk.ts'

const figures = [...'123456789']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const keyClass =
  'flex min-h-16 items-center justify-center rounded border border-edge bg-surface text-28 font-bold active:bg-sunk md:min-h-20'

type Props = { busy: boolean; onFind: (given: string) => void }
/** The kiosk's start: one field for a keyboard or a scanner, and keys for fingers. */
export const KioskKeys = ({ busy, onFind }: Props) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [writes, setWrites] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    // A scanner types into the element that has the focus. A touch beside the field takes the focus away, so any key
    // brings the focus back.
    const back = (event: KeyboardEvent) => {
      const on = document.activeElement
      if (event.key.length === 1 && !(on instanceof HTMLInputElement)) field.current?.focus()
    }
    addEventListener('keydown', back)
    return () => removeEventListener('keydown', back)
  }, [])
  const add = (sign: string) => setTyped((before) => (before + sign).slice(0, 13))
  return (
    <form
      className="mx-auto grid max-w-[36rem] gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '' && !busy) onFind(typed.trim())
      }}
    >
      <h1 className="text-center text-28! font-bold md:text-40!">{t(words.ask)}</h1>
      <p className="text-center text-20 text-soft">{t(words.ask_hint)}</p>
      <input
        ref={field}
        aria-label={t(words.bib)}
        value={typed}
        maxLength={LONGEST}
        inputMode="none"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        className="display w-full rounded border-2 border-edge bg-surface px-4 py-2 text-center text-64 uppercase outline-none focus:border-strong"
      />
      <div className={`grid gap-2 ${writes ? 'grid-cols-6 md:grid-cols-9' : 'grid-cols-3'}`}>
        {(writes ? letters : figures).map((sign) => (
          <button key={sign} type="button" className={keyClass} onClick={() => add(sign)}>
            {sign}
          </button>
        ))}
        <button
          type="button"
          className={`${keyClass} text-20! ${writes ? 'col-span-2' : ''}`}
          onClick={() => setWrites(!writes)}
        >
          {t(writes ? words.figures : words.letters)}
        </button>
        {writes ? null : (
          <button type="button" className={keyClass} onClick={() => add('0')}>
            0
          </button>
        )}
        <button
          type="button"
          aria-label={t(words.erase)}
          className={`${keyClass} ${writes ? 'col-span-2' : ''}`}
          onClick={() => setTyped(typed.slice(0, -1))}
        >
          <Delete className="size-8" aria-hidden />
        </button>
      </div>
      <Button type="submit" wide busy={busy} disabled={typed.trim() === ''} className="min-h-16! text-28!">
        {t(words.find)}
      </Button>
    </form>
  )
}
