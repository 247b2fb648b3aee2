import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../../language/lang.tsx'
import { Button } from '../Button.tsx'
import { CancelButton, GivesUp } from './CancelButton.tsx'
import { isSame } from './merge.ts'
import { SaveBar } from './SaveBar.tsx'
import { words } from './unsaved.words.ts'
import { useAsksBeforeLeaving } from './useAsksBeforeLeaving.tsx'
import { type Keep, useKeptDraft } from './useKeptDraft.ts'

type Props<Value extends object> = {
  /**
   * The values of the form. The form is unsaved while they differ from the first values, or from the values saved last.
   */
  value: Value
  /** Saves the values. Returns false where nothing was saved. */
  onSave: () => Promise<boolean>
  /** Runs once everything is saved, so that the page may navigate. */
  onSaved?: () => void
  busy: boolean
  /** Puts the saved values back into the form. */
  onDiscard?: (saved: Value) => void
  /** Keeps unsaved values on the device for the next visit. */
  keep?: Keep<Value>
  /** Leaves the form. */
  onCancel?: () => void
  /** Set for a new thing, which a person can save without a change. */
  fresh?: boolean
  saveText?: string
  disabledReason?: string | undefined
  className?: string
  /** Further buttons beside the button that saves. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A form of a page, with the bar at its foot. Typed text is never lost silently: the form asks before a person leaves
 * or gives up unsaved changes.
 */
export const PageForm = <Value extends object>(props: Props<Value>) => {
  const { value, onSave, busy, keep, onCancel, fresh = false, saveText, disabledReason, actions, children } = props
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(value)
  const dirty = !isSame(saved, value)
  const draft = useKeptDraft(keep, { value, saved, dirty })
  const { giveUp, dialog } = useAsksBeforeLeaving(dirty, keep ? draft.keepNow : undefined)
  const [turn, setTurn] = useState(0)
  const onDiscard = keep ? draft.discard : props.onDiscard && (() => props.onDiscard!(saved))
  const told = useEffectEvent(() => props.onSaved?.())
  useEffect(() => {
    if (turn > 0) told()
  }, [turn])
  const save = async () => {
    if (await onSave()) {
      setSaved(value)
      draft.forget()
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
        <div key={draft.turn} className={props.className ?? 'grid gap-4'}>
          {children}
        </div>
        {dirty || fresh || onCancel ? (
          <SaveBar
            label={
              <>
                {dirty ? t(words.typed) : fresh ? t(words.fresh) : ''}
                {draft.restored ? (
                  <span className="block text-12">
                    {t(draft.restored === 'same' ? words.restored : words.restored_changed)}
                  </span>
                ) : null}
              </>
            }
          >
            {actions}
            {onCancel ? <CancelButton onClick={onCancel} /> : null}
            {onDiscard && dirty ? (
              <Button look="plain" onClick={onDiscard}>
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
