import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleSubstitutesReport, reportedKinds } from '../contract.ts'
import { words } from '../words.ts'

type Props = { raceid: number; eventid: number; bib: string; onClose: () => void }

/** Reports a runner whose photos show another gender or another person. */
export const ReportDialog = ({ raceid, eventid, bib, onClose }: Props) => {
  const t = useWords()
  const report = useCall(consoleSubstitutesReport, { quiet: true })
  const [kind, setKind] = useState<(typeof reportedKinds)[number]>('gender')
  const [note, setNote] = useState('')
  return (
    <AskDialog
      title={t(words.report_bib, { bib })}
      action={t(words.report)}
      busy={report.isPending}
      refused={report.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        report.mutate(
          { raceid, eventid, bib, kind, note },
          {
            onSuccess: () => {
              toastSuccess(t(words.reported))
              onClose()
            },
          },
        )
      }
    >
      <RadioCards
        label={t(words.report_kind)}
        value={kind}
        onChange={(next) => setKind(next as typeof kind)}
        options={reportedKinds.map((value) => ({ value, label: t(words[`report_${value}`]) }))}
      />
      <TextInput
        label={t(words.report_note)}
        value={note}
        error={report.error?.fields.note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
    </AskDialog>
  )
}
