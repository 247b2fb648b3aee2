import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AskDialog } from '../../feedback/AskDialog.tsx'
import { Dialog } from '../../feedback/Dialog.tsx'
import { useWords } from '../../language/lang.tsx'
import { words as plain } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { fieldNames } from './fieldNames.ts'
import { MergeDialog, type ShowValue } from './MergeDialog.tsx'
import { SaveBar } from './SaveBar.tsx'
import { words } from './unsaved.words.ts'
import type { Unsaved } from './useUnsaved.ts'

type Props<Form extends object> = {
  unsaved: Unsaved<Form>
  labelOf: (field: string) => string
  busy: boolean
  /**
   * Draws a value in the dialog that asks about two people's changes, for fields whose text says too little, such as a
   * picture.
   */
  show?: ShowValue
  /** Set for a form that creates something. A person can save such a form before typing. */
  fresh?: { label?: string }
  /** Leaves the form. If this function is given, the bar is visible from the beginning. */
  onCancel?: (() => void) | undefined
  /** The reason why the form cannot be saved yet. */
  disabledReason?: string | undefined
  saveText?: string
  children?: ReactNode
}

/**
 * Brings the reason of a failed save into view. A long form shows the reason at its end, which may be out of sight
 * while the bar stays at the foot of the window. If a field is wrong, the form moves the focus to the field, and the
 * hook does nothing.
 */
const useFailureInView = (busy: boolean) => {
  const here = useRef<HTMLSpanElement>(null)
  const was = useRef(busy)
  useEffect(() => {
    const ended = was.current && !busy
    was.current = busy
    const form = ended ? here.current?.closest('form') : null
    if (!form || form.querySelector('[aria-invalid="true"]')) return
    Array.from(form.querySelectorAll('[role="alert"]')).at(-1)?.scrollIntoView({ block: 'center' })
  }, [busy])
  return here
}

/**
 * The bar at the foot of a form. It names the unsaved fields and has buttons to save and to give up. A form without
 * `fresh` and `onCancel` shows the bar only while something is unsaved.
 */
export const UnsavedBar = <Form extends object>(props: Props<Form>) => {
  const { unsaved, labelOf, busy, show, fresh, onCancel, saveText, disabledReason, children } = props
  const t = useWords()
  const [asking, setAsking] = useState(false)
  const here = useFailureInView(busy)
  const labels = [...new Set(unsaved.changed.map(labelOf))]
  const { names } = fieldNames(t, labels)
  const shown = unsaved.dirty || fresh !== undefined || onCancel !== undefined
  return (
    <>
      <span ref={here} hidden />
      {shown ? (
        <SaveBar
          label={
            <>
              {unsaved.dirty
                ? t(words.unsaved, { n: labels.length, names })
                : fresh
                  ? (fresh.label ?? t(words.fresh))
                  : ''}
              {unsaved.restored ? <span className="block text-12">{t(words.restored)}</span> : null}
            </>
          }
        >
          {children}
          {onCancel ? (
            <Button look="plain" onClick={() => unsaved.beforeLeaving(onCancel)}>
              {t(plain.cancel)}
            </Button>
          ) : null}
          {unsaved.dirty ? (
            <Button look="plain" onClick={() => setAsking(true)}>
              {t(words.discard)}
            </Button>
          ) : null}
          <Button type="submit" busy={busy} disabledReason={disabledReason}>
            {saveText ?? t(words.save)}
          </Button>
        </SaveBar>
      ) : null}
      <AskDialog
        open={asking}
        title={t(words.discard_title, { n: labels.length })}
        action={t(words.discard)}
        look="danger"
        onClose={() => setAsking(false)}
        onDo={() => {
          setAsking(false)
          unsaved.discard()
        }}
      >
        <p>{t(words.discard_text, { names: labels.join(t(words.comma)) })}</p>
      </AskDialog>
      <Leaving unsaved={unsaved} />
      {unsaved.conflicts.length > 0 ? (
        <MergeDialog conflicts={unsaved.conflicts} labelOf={labelOf} show={show} onSettle={unsaved.settle} />
      ) : null}
    </>
  )
}

const Leaving = <Form extends object>({ unsaved }: { unsaved: Unsaved<Form> }) => {
  const t = useWords()
  return (
    <Dialog
      open={unsaved.leaving !== undefined}
      title={t(words.leave_title)}
      onClose={unsaved.stay}
      actions={
        <>
          <Button look="plain" onClick={unsaved.leave}>
            {t(words.leave)}
          </Button>
          <Button onClick={unsaved.stay}>{t(words.stay)}</Button>
        </>
      }
    >
      <p className="pb-2">{t(words.leave_text)}</p>
    </Dialog>
  )
}
