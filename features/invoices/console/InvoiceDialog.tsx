import { useState } from 'react'
import { chinaDay } from '#contract/days.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type InvoiceLine, consoleInvoicesIssue, consoleInvoicesRefuse, consoleInvoicesReverse } from '../contract.ts'
import { words } from '../words.ts'

export type InvoiceAction = 'issue' | 'refuse' | 'reverse'
type Props = { raceid: number; invoice: InvoiceLine; action: InvoiceAction; onClose: () => void; onDone: () => void }

/** Issues, refuses or reverses one invoice. */
export const InvoiceDialog = (props: Props) => (props.action === 'issue' ? <Issue {...props} /> : <Say {...props} />)

const today = () => chinaDay(new Date())

const Issue = ({ raceid, invoice, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [number, setNumber] = useState('')
  const [issued, setIssued] = useState(today)
  const [link, setLink] = useState('')
  const [file, setFile] = useState<File>()
  const issue = useCall(consoleInvoicesIssue)
  const fields = issue.error?.fields ?? {}
  const amount = money(Math.max(0, invoice.paid - invoice.refunded), lang)
  const send = () =>
    issue.mutate(
      { raceid, id: invoice.id, number, issued, link: link.trim(), ...(file ? { files: { file } } : {}) } as Parameters<
        typeof issue.mutate
      >[0],
      {
        onSuccess: () => {
          toastSuccess(t(words.done))
          onDone()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.issueTitle)}
      actions={
        <Button busy={issue.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <p className="pb-1 font-medium">{invoice.title}</p>
      <p className="pb-4 text-14 text-soft">{t(words.issueHow, { amount })}</p>
      <div className="grid gap-4 pb-2">
        <TextInput
          label={t(words.number)}
          error={fields.number}
          value={number}
          maxLength={40}
          inputMode="numeric"
          inputClassName="figures"
          onChange={(event) => setNumber(event.target.value)}
        />
        <TextInput
          label={t(words.issuedAt)}
          type="date"
          error={fields.issued}
          value={issued}
          inputClassName="figures"
          onChange={(event) => setIssued(event.target.value)}
        />
        <FileInput
          label={t(words.file)}
          hint={file?.name ?? t(words.fileHint)}
          error={issue.error?.refusal === 'invoice_file_wrong' ? issue.error.msg : undefined}
          accept="application/pdf,.pdf"
          onFile={setFile}
        />
        <TextInput
          label={t(words.link)}
          hint={t(words.linkHint)}
          error={fields.link}
          type="url"
          value={link}
          maxLength={400}
          onChange={(event) => setLink(event.target.value)}
        />
        {issue.error && Object.keys(fields).length === 0 && issue.error.refusal !== 'invoice_file_wrong' ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {issue.error.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const Say = ({ raceid, invoice, action, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [said, setSaid] = useState('')
  const refuse = useCall(consoleInvoicesRefuse)
  const reverse = useCall(consoleInvoicesReverse)
  const refusing = action === 'refuse'
  const error = (refusing ? refuse : reverse).error
  const done = {
    onSuccess: () => {
      toastSuccess(t(words.done))
      onDone()
    },
  }
  const send = () =>
    refusing
      ? refuse.mutate({ raceid, id: invoice.id, reason: said }, done)
      : reverse.mutate({ raceid, id: invoice.id, number: said }, done)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(refusing ? words.refuseTitle : words.reverse)}
      actions={
        <Button look={refusing ? 'danger' : 'strong'} busy={refuse.isPending || reverse.isPending} onClick={send}>
          {t(refusing ? words.refuse : words.save)}
        </Button>
      }
    >
      <p className="pb-1 font-medium">{invoice.title}</p>
      {refusing ? null : (
        <p className="pb-3 text-14 text-soft">{t(words.reverseHow, { amount: money(invoice.to_reverse, lang) })}</p>
      )}
      <TextInput
        label={t(refusing ? words.reason : words.reverseNumber)}
        hint={refusing ? t(words.reasonHint) : undefined}
        error={error?.fields.reason ?? error?.fields.number ?? error?.msg}
        value={said}
        maxLength={refusing ? 200 : 40}
        onChange={(event) => setSaid(event.target.value)}
      />
    </Dialog>
  )
}
