import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { DropZone } from '#ui/form/files/DropZone.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { yuan } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ReconciledChannel, consoleReconciliationsUpload } from '../contract.ts'
import { differenceKindWords } from '../words.ts'
import { statementUploadWords as words } from './upload.words.ts'

type Previewed = OutputOf<typeof consoleReconciliationsUpload>
type Props = { gateway: ReconciledChannel; day: string; onCompared: () => void }

/** Takes a statement as a file: first a preview of its differences, then the comparison. */
export const StatementUpload = ({ gateway, day, onCompared }: Props) => {
  const t = useWords()
  const [file, setFile] = useState<File>()
  const [seen, setSeen] = useState<Previewed>()
  const send = useCall(consoleReconciliationsUpload)
  const preview = (chosen: File) => {
    setFile(chosen)
    setSeen(undefined)
    send.mutate({ gateway, day, preview: true, files: { file: chosen } }, { onSuccess: setSeen })
  }
  const compare = () =>
    file &&
    send.mutate(
      { gateway, day, preview: false, files: { file } },
      {
        onSuccess: () => {
          toastSuccess(t(words.compared))
          setFile(undefined)
          setSeen(undefined)
          onCompared()
        },
      },
    )
  return (
    <Card title={t(words.title)}>
      <div className="grid gap-4">
        <DropZone
          label={t(words.label)}
          action={t(words.choose)}
          other={t(words.other)}
          hint={t(words.hint)}
          accept=".csv,.txt,.zip,.gz"
          file={file}
          busy={send.isPending}
          onFile={preview}
        />
        <Refusal refused={send.error ?? undefined} />
        {seen ? (
          <>
            <p className="figures">
              {t(words.found, {
                lines: countText(seen.lines),
                matched: countText(seen.matched),
                received: yuan(seen.received),
                refunded: yuan(seen.refunded),
              })}
            </p>
            {seen.differences.length === 0 ? <p>{t(words.even)}</p> : null}
            <ul className="divide-y divide-line empty:hidden">
              {seen.differences.map(({ kind, count }) => (
                <li key={kind} className="flex justify-between gap-4 py-2">
                  <span>{t(differenceKindWords[kind])}</span>
                  <span className="figures font-bold">{countText(count)}</span>
                </li>
              ))}
            </ul>
            <Button className="w-fit" busy={send.isPending} onClick={compare}>
              {t(words.compare)}
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  )
}
