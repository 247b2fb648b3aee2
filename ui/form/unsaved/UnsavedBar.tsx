import { type ReactNode, useState } from 'react'
import { AskDialog } from '../../feedback/AskDialog.tsx'
import { Dialog } from '../../feedback/Dialog.tsx'
import { useWords } from '../../language/lang.tsx'
import { Button } from '../Button.tsx'
import { fieldNames } from './fieldNames.ts'
import type { Conflict } from './merge.ts'
import { RadioCards } from '../RadioCards.tsx'
import { SaveBar } from './SaveBar.tsx'
import { words } from './unsaved.words.ts'
import type { Unsaved } from './useUnsaved.ts'

type Props<Form extends object> = {
  unsaved: Unsaved<Form>
  /** The label of a field on the page. */
  labelOf: (field: string) => string
  busy: boolean
  /** Set for a new thing. A person can save it before typing, or give it up on a page that leads back. */
  fresh?: { label?: string; onGiveUp?: () => void }
  /** The reason why the form cannot be saved yet. */
  disabledReason?: string | undefined
  saveText?: string
  children?: ReactNode
}

/**
 * The bar at the foot of a form. It names the unsaved fields and has buttons to save and to give up. It shows only
 * while something is unsaved.
 */
export const UnsavedBar = <Form extends object>(props: Props<Form>) => {
  const { unsaved, labelOf, busy, fresh, saveText, disabledReason, children } = props
  const t = useWords()
  const [asking, setAsking] = useState(false)
  const labels = [...new Set(unsaved.changed.map(labelOf))]
  const { names } = fieldNames(t, labels)
  const shown = unsaved.dirty || fresh !== undefined
  const giveUp = fresh?.onGiveUp
  return (
    <>
      {shown ? (
        <SaveBar
          label={
            <>
              {unsaved.dirty ? t(words.unsaved, { n: labels.length, names }) : (fresh?.label ?? t(words.fresh))}
              {unsaved.restored ? <span className="block text-12">{t(words.restored)}</span> : null}
            </>
          }
        >
          {children}
          {giveUp ? (
            <Button look="plain" onClick={() => unsaved.beforeLeaving(giveUp)}>
              {t(words.discard)}
            </Button>
          ) : unsaved.dirty ? (
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
        <Merging conflicts={unsaved.conflicts} labelOf={labelOf} onSettle={unsaved.settle} />
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

const Merging = ({
  conflicts,
  labelOf,
  onSettle,
}: {
  conflicts: readonly Conflict[]
  labelOf: (field: string) => string
  onSettle: (theirs: string[]) => void
}) => {
  const t = useWords()
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const said = (value: unknown): string =>
    value === undefined || value === null || value === ''
      ? t(words.nothing)
      : typeof value === 'object'
        ? t(words.whole)
        : String(value).slice(0, 200)
  return (
    <AskDialog
      wide
      title={t(words.merge_title)}
      action={t(words.merge)}
      // A person who closes the dialog keeps the shown values, which are that person's own.
      onClose={() => onSettle([])}
      onDo={() => onSettle([...theirs])}
    >
      <p className="text-soft">{t(words.merge_text)}</p>
      {conflicts.map(({ name, mine, theirs: other }) => (
        <RadioCards
          key={name}
          label={labelOf(name)}
          value={theirs.includes(name) ? 'theirs' : 'mine'}
          onChange={(which) =>
            setTheirs((now) => [...now.filter((one) => one !== name), ...(which === 'theirs' ? [name] : [])])
          }
          options={[
            { value: 'mine', label: t(words.mine), description: said(mine) },
            { value: 'theirs', label: t(words.theirs), description: said(other) },
          ]}
        />
      ))}
    </AskDialog>
  )
}
