import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { chinaDay } from '#contract/days.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DropArea } from '#ui/form/files/DropArea.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { consoleInvoicesMany } from '../many/many.contract.ts'
import { manyWords as words } from '../many/many.words.ts'

type Report = OutputOf<typeof consoleInvoicesMany>
type Props = { raceid: number; onClose: () => void; onDone: () => void }

/** Uploads the numbers and PDFs of many invoices, and reports the outcome of each invoice. */
export const ManyDialog = ({ raceid, onClose, onDone }: Props) => {
  const t = useWords()
  const [files, setFiles] = useState<readonly File[]>([])
  const [lines, setLines] = useState('')
  const [issued, setIssued] = useState(() => chinaDay(new Date(serverNow())))
  const [report, setReport] = useState<Report>()
  const send = useCall(consoleInvoicesMany)
  const empty = files.length === 0 && lines.trim() === ''
  const go = () =>
    send.mutate(
      { raceid, issued, lines, ...(files.length > 0 ? { files: { file: files } } : {}) },
      {
        onSuccess: (found) => {
          setReport(found)
          toastSuccess(t(words.done, { n: found.issued }))
          onDone()
        },
      },
    )
  return (
    <AskDialog
      wide
      title={t(words.title)}
      action={t(words.go)}
      busy={send.isPending}
      disabledReason={empty ? t(words.files) : undefined}
      refused={send.error ?? undefined}
      onClose={onClose}
      onDo={go}
    >
      <div className="grid gap-4">
        <p className="text-soft">{t(words.how)}</p>
        <DropArea disabled={send.isPending} onFiles={setFiles}>
          <label className="grid gap-2 text-14 font-medium">
            {t(words.files)}
            <input
              type="file"
              multiple
              accept=".pdf,.zip"
              className="min-h-11 text-16 font-normal"
              onChange={(event) => setFiles([...(event.target.files ?? [])])}
            />
          </label>
          {files.length > 0 ? (
            <p role="status" className="figures text-14 text-soft">
              {t(words.chosen, { n: files.length })}
            </p>
          ) : null}
        </DropArea>
        <TextArea label={t(words.lines)} rows={4} value={lines} onChange={(event) => setLines(event.target.value)} />
        <TextInput
          label={t(words.issued)}
          type="date"
          value={issued}
          error={send.error?.fields.issued}
          onChange={(event) => setIssued(event.target.value)}
        />
        {report ? <Reported report={report} /> : null}
      </div>
    </AskDialog>
  )
}

const Reported = ({ report }: { report: Report }) => {
  const t = useWords()
  return (
    <ul className="divide-y divide-line" aria-label={t(words.done, { n: report.issued })}>
      {report.items.map(({ name, number, outcome }, at) => (
        // Two files may have one name.
        // oxlint-disable-next-line react/no-array-index-key -- the report never changes its order
        <li key={`${name} ${at}`} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <span className="figures min-w-0 break-all text-14">
            {name}
            {number ? ` · ${number}` : ''}
          </span>
          <Chip tone={outcome === 'issued' ? 'success' : outcome === 'is_issued' ? 'plain' : 'warning'}>
            {t(words.outcomes[outcome])}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
