import { ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { pickupWords as words } from './pickup.words.ts'

type Props = {
  busy: boolean
  /** The entry that was written last. A new one empties the field for the next runner. */
  done: string | undefined
  onFind: (q: string) => void
  onClear: () => void
}
/**
 * The one field of the desk. A scanner types a text and ends with Enter. The field selects its text on Enter, so that
 * the next scan replaces it.
 */
export const FindField = ({ busy, done, onFind, onClear }: Props) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(done)
  useEffect(() => {
    // A phone keeps its keyboard away until the field is tapped.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  useEffect(() => {
    if (done === undefined || done === before.current) return
    before.current = done
    setTyped('')
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [done])
  return (
    <Card>
      <form
        role="search"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === '') return
          onFind(typed.trim())
          field.current?.select()
        }}
      >
        <TextInput
          ref={field}
          label={t(words.find_label)}
          hint={t(words.find)}
          value={typed}
          maxLength={300}
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          inputClassName="text-20"
          before={<ScanLine className="size-5" aria-hidden />}
          onChange={({ target }) => setTyped(target.value)}
          onClear={() => {
            setTyped('')
            onClear()
          }}
          after={
            <Button type="submit" busy={busy}>
              {t(words.search)}
            </Button>
          }
        />
      </form>
    </Card>
  )
}
