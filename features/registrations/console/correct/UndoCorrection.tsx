import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleRegistrationsUncorrect } from '../../correct/correct.contract.ts'
import { words } from './correct.words.ts'

export const UndoCorrection = (props: { raceid: number; id: number; correctionid: number }) => {
  const t = useWords()
  const queries = useQueryClient()
  const undo = useCall(consoleRegistrationsUncorrect, { quiet: true })
  const [confirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    setRefused(undefined)
    try {
      await undo.mutateAsync({ ...props, reason })
      toastSuccess(t(words.undone))
      setConfirming(false)
      void queries.invalidateQueries()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <>
      <Button look="quiet" onClick={() => setConfirming(true)}>
        {t(words.undo)}
      </Button>
      {confirming ? (
        <AskDialog
          title={t(words.undo_title)}
          action={t(words.undo)}
          busy={undo.isPending}
          refused={refused}
          onClose={() => setConfirming(false)}
          onDo={() => void send()}
        >
          <p className="text-soft">{t(words.undo_text)}</p>
          <TextInput
            label={t(words.undo_reason)}
            value={reason}
            maxLength={200}
            error={refused?.fields.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </AskDialog>
      ) : null}
    </>
  )
}
