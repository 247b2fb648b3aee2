import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type DeskFigures, consoleDesksSettle } from '../../figures/figures.contract.ts'
import { words } from './supervisor.words.ts'

type Props = { raceid: number; clash: DeskFigures['clashes'][number]; onClose: () => void; onDone: () => void }

/** Settles a pack that was handed out more than once, and asks what happened. The stock still counts every hand-out. */
export const SettleDialog = ({ raceid, clash: { id, name, packs }, onClose, onDone }: Props) => {
  const t = useWords()
  const settle = useCall(consoleDesksSettle)
  const [note, setNote] = useState('')
  const go = async () => {
    await settle.mutateAsync({ raceid, id, packs: packs.map(({ entry }) => entry), note })
    toastSuccess(t(words.settled))
    onDone()
  }
  return (
    <AskDialog
      title={t(words.settle_title)}
      action={t(words.settle)}
      busy={settle.isPending}
      refused={settle.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(words.settle_what, { name, n: packs.length })}</p>
      <TextInput
        label={t(words.outcome)}
        maxLength={200}
        value={note}
        error={settle.error?.fields.note}
        onChange={({ target }) => setNote(target.value)}
      />
    </AskDialog>
  )
}
