import { Camera, ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { focusWithoutTouch, useTypedAnywhere } from '#ui/form/useTypedAnywhere.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { CodeCamera } from '#ui/media/camera/CodeCamera.tsx'
import { cameraWords } from '#ui/media/camera/camera.words.ts'
import type { ReadCard as IdentityCard } from './card/card.rules.ts'
import { CardReader } from './card/CardReader.tsx'
import { pickupWords as words } from './pickup.words.ts'

type Props = {
  busy: boolean
  /** The newest entry of the desk. Each new entry empties the field for the next runner. */
  done: string | undefined
  onFind: (q: string) => void
  /** Gets the facts of an identity card. Without this function the field offers no card reader. */
  onCard?: (card: IdentityCard) => void
  onClear: () => void
}
/**
 * The one field of the desk. A scanner types a text and ends with Enter. The field selects its text on Enter, so that
 * the next scan replaces it.
 */
export const FindField = ({ busy, done, onFind, onCard, onClear }: Props) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [filming, setFilming] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(done)
  useTypedAnywhere(field)
  useEffect(() => {
    if (done === undefined || done === before.current) return
    before.current = done
    setTyped('')
    focusWithoutTouch(field)
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
      <div className="-mx-2 mt-2 flex flex-wrap items-center gap-x-2">
        {filming ? null : (
          <Button
            look="quiet"
            className="px-2!"
            icon={<Camera className="size-5" aria-hidden />}
            onClick={() => setFilming(true)}
          >
            {t(cameraWords.open)}
          </Button>
        )}
        {onCard ? (
          <CardReader
            onCard={(card) => {
              setTyped('')
              onCard(card)
            }}
          />
        ) : null}
      </div>
      {filming ? (
        <CodeCamera
          onRead={(text) => {
            setFilming(false)
            onFind(text)
          }}
          onClose={() => setFilming(false)}
        />
      ) : null}
    </Card>
  )
}
