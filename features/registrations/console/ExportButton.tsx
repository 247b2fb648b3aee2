import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { call, refusedFrom } from '#ui/network/call.ts'
import { consoleRegistrationsExport } from '../export/export.contract.ts'
import { exportWords } from '../export/export.words.ts'
import { words } from './desk.words.ts'

type Asked = Omit<InputOf<typeof consoleRegistrationsExport>, 'after'>
type Part = OutputOf<typeof consoleRegistrationsExport>
/** Every part of the file, one after the other. */
const readAll = async (asked: Asked): Promise<{ filename: string; csv: string; rows: number }> => {
  const parts: string[] = []
  let [after, rows]: [string | null, number] = [null, 0]
  for (;;) {
    const part: Part = await call(consoleRegistrationsExport, { ...asked, ...(after === null ? {} : { after }) })
    parts.push(part.csv)
    rows += part.rows
    if (part.after === null) return { filename: part.filename, csv: parts.join(''), rows }
    after = part.after
  }
}

type Filter = Omit<Asked, 'raceid' | 'open' | 'why'>

/** Leads to the registrations that match the filter as a file. */
export const ExportButton = ({
  raceid,
  filter,
  empty,
}: {
  raceid: number | undefined
  filter: Filter
  empty: boolean
}) => {
  const t = useWords()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        look="plain"
        icon={<Download className="size-5" aria-hidden />}
        disabledReason={empty ? t(words.none_found) : undefined}
        onClick={() => setAsked(true)}
      >
        {t(exportWords.export)}
      </Button>
      {asked && raceid !== undefined ? (
        <ExportDialog raceid={raceid} filter={filter} onClose={() => setAsked(false)} />
      ) : null}
    </>
  )
}

/** As a file; with what is sealed for a reason alone. */
const ExportDialog = ({ raceid, filter, onClose }: { raceid: number; filter: Filter; onClose: () => void }) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const [open, setOpen] = useState(false)
  const [why, setWhy] = useState('')
  const send = useMutation({
    mutationFn: () => readAll({ raceid, ...filter, open, ...(open ? { why } : {}) }),
    onSuccess: ({ filename, csv, rows }) => {
      const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
      Object.assign(document.createElement('a'), { href: address, download: filename }).click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
      toastSuccess(t(exportWords.done, { n: rows }))
      onClose()
    },
  })
  const refused = send.error ? refusedFrom(send.error) : undefined
  return (
    <AskDialog
      title={t(exportWords.title)}
      says={t(exportWords.export)}
      busy={send.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => send.mutate()}
    >
      <p>{t(exportWords.lead)}</p>
      <Checkbox checked={open} disabled={!may('sealed.open')} onChange={(event) => setOpen(event.target.checked)}>
        {t(exportWords.open)}
        <span className="block text-14 text-soft">
          {t(may('sealed.open') ? exportWords.open_says : words.open_no_right)}
        </span>
      </Checkbox>
      {open ? (
        <TextInput
          label={t(words.open_why)}
          value={why}
          maxLength={200}
          error={refused?.fields.why}
          onChange={(event) => setWhy(event.target.value)}
        />
      ) : null}
    </AskDialog>
  )
}
