import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { type Photo, photoReport } from '../contract.ts'
import { words } from '../words.ts'

/** Asks for the removal of a photo, with or without a reason. */
export const ReportDialog = ({
  photo,
  open,
  onClose,
  onSent,
}: {
  photo: Photo
  open: boolean
  onClose: () => void
  onSent: (hidden: boolean) => void
}) => {
  const t = useWords()
  const report = useCall(photoReport)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    try {
      const { hidden } = await report.mutateAsync({ raceid: photo.raceid, id: photo.id, reason })
      setReason('')
      onSent(hidden)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      open={open}
      title={<span className="text-ink">{t(words.report_title)}</span>}
      action={t(words.report_send)}
      busy={report.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <div className="grid gap-4 text-ink">
        <p className="text-soft">{t(words.report_text)}</p>
        <TextArea
          label={t(words.report_reason)}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </AskDialog>
  )
}
