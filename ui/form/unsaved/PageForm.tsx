import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../../language/lang.tsx'
import { Button } from '../Button.tsx'
import { CancelButton, GivesUp } from './CancelButton.tsx'
import { isSame } from './merge.ts'
import { SaveBar } from './SaveBar.tsx'
import { words } from './unsaved.words.ts'
import { useAsksBeforeLeaving } from './useAsksBeforeLeaving.tsx'

type Props<Value extends object> = {
  /** All that the form holds; other than at first, or than what was saved last, it is unsaved. */
  value: Value
  /** Answers false where nothing was saved. */
  onSave: () => Promise<boolean>
  /** Once nothing is unsaved any more: the page may lead on. */
  onSaved?: () => void
  busy: boolean
  /** The way back to what is saved … */
  onDiscard?: (saved: Value) => void
  /** … or out of the form. */
  onCancel?: () => void
  /** Something new, which can be saved as it stands. */
  fresh?: boolean
  saveText?: string
  disabledReason?: string | undefined
  className?: string
  /** Buttons beside saving. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A form of a page with its bar: what is typed into it is not lost silently. Leaving and giving up ask while something
 * is unsaved.
 */
export const PageForm = <Value extends object>(props: Props<Value>) => {
  const { value, onSave, busy, onDiscard, onCancel, fresh = false, saveText, disabledReason, actions, children } = props
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(value)
  const dirty = !isSame(saved, value)
  const { giveUp, dialog } = useAsksBeforeLeaving(dirty)
  const [turn, setTurn] = useState(0)
  const told = useEffectEvent(() => props.onSaved?.())
  useEffect(() => {
    if (turn > 0) told()
  }, [turn])
  const save = async () => {
    if (await onSave()) {
      setSaved(value)
      return setTurn((before) => before + 1)
    }
    return void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <GivesUp value={giveUp}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={props.className ?? 'grid gap-4'}>{children}</div>
        {dirty || fresh || onCancel ? (
          <SaveBar label={dirty ? t(words.typed) : fresh ? t(words.fresh) : ''}>
            {actions}
            {onCancel ? <CancelButton onClick={onCancel} /> : null}
            {onDiscard && dirty ? (
              <Button look="plain" onClick={() => onDiscard(saved)}>
                {t(words.discard)}
              </Button>
            ) : null}
            <Button type="submit" busy={busy} disabledReason={disabledReason}>
              {saveText ?? t(words.save)}
            </Button>
          </SaveBar>
        ) : null}
      </form>
      {dialog}
    </GivesUp>
  )
}
