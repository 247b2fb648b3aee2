import { Camera, Radio, X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { applyAdd, type liveFeedAuth, liveFeedCreate } from '../contract.ts'
import { feedWords as words } from './feed.words.ts'

type Props = {
  raceid: number
  may: OutputOf<typeof liveFeedAuth>
  onChanged: () => void
  onWritten: () => void
}
/** The button with which accepted reporters write an entry, or the application for everybody else. */
export const ReporterCard = ({ raceid, may, onChanged, onWritten }: Props) => {
  const t = useWords()
  const account = useAccount()
  const [open, setOpen] = useState<'write' | 'apply'>()
  const close = () => setOpen(undefined)
  if (may.may_write)
    return (
      <>
        <Button wide icon={<Camera className="size-5" aria-hidden />} onClick={() => setOpen('write')}>
          {t(words.write)}
        </Button>
        {open ? (
          <WriteDialog
            raceid={raceid}
            onClose={close}
            onDone={() => {
              close()
              onWritten()
              onChanged()
            }}
          />
        ) : null}
      </>
    )
  return (
    <section className="rounded bg-tint p-5">
      <h2 className="flex items-center gap-2 font-bold">
        <Radio className="size-5 text-strong" aria-hidden />
        {t(words.become)}
      </h2>
      <p className="mt-1 mb-3 text-14 text-soft">
        {t(
          may.reporter === 'waiting'
            ? words.become_waiting
            : may.reporter === 'refused'
              ? words.become_refused
              : words.become_text,
        )}
      </p>
      {may.reporter !== null || may.muted ? null : account.loggedIn ? (
        <Button look="plain" onClick={() => setOpen('apply')}>
          {t(words.apply)}
        </Button>
      ) : (
        <ButtonLink look="plain" href={path.login()}>
          {t(words.apply)}
        </ButtonLink>
      )}
      {open ? (
        <ApplyDialog
          raceid={raceid}
          onClose={close}
          onDone={() => {
            close()
            onChanged()
          }}
        />
      ) : null}
    </section>
  )
}

type DialogProps = { raceid: number; onClose: () => void; onDone: () => void }
const WriteDialog = ({ raceid, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const [body, setBody] = useState('')
  const [km, setKm] = useState<number | null>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const write = useCall(liveFeedCreate, { quiet: true })
  const [written, setWritten] = useState<OutputOf<typeof liveFeedCreate>>()
  /**
   * Sends the entry with its first file, and then adds each further file to the same entry. After a failure the next
   * press continues with the files that are missing, so that no entry is sent twice.
   */
  const send = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      let entry = written
      let rest = files
      if (!entry) {
        const [first, ...others] = files
        const place = km === null ? {} : { km: Math.round(km * 1000) }
        entry = await write.mutateAsync({ raceid, body, ...place, ...(first ? { files: { file: first } } : {}) })
        setWritten(entry)
        setFiles((rest = others))
      }
      while (rest.length > 0) {
        await write.mutateAsync({ raceid, body: '', id: entry.entry!.id, files: { file: rest[0]! } })
        setFiles((rest = rest.slice(1)))
      }
      toastSuccess(t(entry.state === 'shown' ? words.sent : words.waits))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    setBusy(false)
  }
  return (
    <AskDialog
      title={t(words.write)}
      action={t(words.send)}
      busy={busy}
      refused={refused}
      onClose={written ? onDone : onClose}
      onDo={() => void send()}
    >
      {written && !busy ? (
        <p className="rounded bg-info-tint px-4 py-3 text-14 text-info-ink">{t(words.part_sent)}</p>
      ) : null}
      <TextArea
        label={t(words.what)}
        rows={4}
        value={body}
        maxLength={2000}
        disabled={written !== undefined}
        error={refused?.fields.body}
        onChange={(event) => setBody(event.target.value)}
      />
      <FileInput
        label={t(words.media)}
        accept=".jpg,.jpeg,.png,.mp4,.webm"
        onFile={(file) => setFiles((before) => [...before, file].slice(0, 9))}
      />
      {files.length > 0 ? (
        <ul
          className="divide-y divide-line rounded border border-line"
          aria-label={t(words.chosen, { n: files.length })}
        >
          {files.map((file, at) => (
            <li key={at} className="flex items-center justify-between gap-2 pl-4">
              <span className="truncate">{file.name}</span>
              <IconButton
                label={t(words.drop, { name: file.name })}
                disabled={busy}
                onClick={() => setFiles((before) => before.filter((_, nth) => nth !== at))}
              >
                <X className="size-5 text-soft" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <NumberInput
        empty
        label={t(words.where)}
        min={0}
        value={km}
        disabled={written !== undefined}
        error={refused?.fields.km}
        onChange={setKm}
      />
    </AskDialog>
  )
}

const ApplyDialog = ({ raceid, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const apply = useCall(applyAdd, { quiet: true })
  const [name, setName] = useState('')
  const [about, setAbout] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    try {
      await apply.mutateAsync({ raceid, name, about })
      toastSuccess(t(words.applied))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.become)}
      action={t(words.apply)}
      busy={apply.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <TextInput
        label={t(words.name)}
        value={name}
        maxLength={30}
        error={refused?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t(words.about)}
        rows={3}
        value={about}
        maxLength={500}
        onChange={(event) => setAbout(event.target.value)}
      />
    </AskDialog>
  )
}
