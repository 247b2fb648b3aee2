import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from './studio.words.ts'

/** Tells that the editor has restored the unsaved design of the last visit. */
export const RestoredNotice = ({
  fresh,
  onDiscard,
  onKeep,
}: {
  /** True if the design was never saved. */ fresh: boolean
  onDiscard: () => void
  onKeep: () => void
}) => {
  const t = useWords()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded bg-info-tint px-4 py-1.5 text-info-ink"
    >
      <p className="min-w-0 flex-1 py-1.5">{t(words.restored)}</p>
      <Button look="quiet" onClick={onDiscard}>
        {t(fresh ? words.start_over : words.discard)}
      </Button>
      <Button look="quiet" onClick={onKeep}>
        {t(words.stay)}
      </Button>
    </div>
  )
}

/** Shows a person's own design beside the saved design, and asks before it overwrites the change of somebody else. */
export const ConflictDialog = ({
  open,
  both,
  busy,
  onClose,
  onCopy,
  onTheirs,
  onOver,
}: {
  open: boolean
  both: ReactNode
  busy: boolean
  onClose: () => void
  onCopy: () => void
  onTheirs: () => void
  onOver: () => void
}) => {
  const t = useWords()
  return (
    <Dialog
      open={open}
      wide
      onClose={onClose}
      title={t(words.conflict_title)}
      actions={
        <>
          <Button look="quiet" onClick={onTheirs}>
            {t(words.take_theirs)}
          </Button>
          <Button look="danger" busy={busy} onClick={onOver}>
            {t(words.overwrite)}
          </Button>
          <Button busy={busy} onClick={onCopy}>
            {t(words.save_copy)}
          </Button>
        </>
      }
    >
      <p>{t(words.conflict_text)}</p>
      {both}
    </Dialog>
  )
}

export const LeaveDialog = ({
  open,
  busy,
  whyNot,
  onStay,
  onLeave,
  onSave,
}: {
  open: boolean
  busy: boolean
  whyNot: string | undefined
  onStay: () => void
  onLeave: () => void
  onSave: () => void
}) => {
  const t = useWords()
  return (
    <Dialog
      open={open}
      wide
      onClose={onStay}
      title={t(words.leave_title)}
      actions={
        <>
          <Button look="quiet" onClick={onStay}>
            {t(words.stay)}
          </Button>
          <Button look="plain" onClick={onLeave}>
            {t(words.leave)}
          </Button>
          <Button busy={busy} disabledReason={whyNot} onClick={onSave}>
            {t(words.save_leave)}
          </Button>
        </>
      }
    >
      <p>{t(words.leave_text)}</p>
    </Dialog>
  )
}
