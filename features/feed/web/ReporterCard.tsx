import { Camera, Radio } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
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
  /** Sends the entry with its first file, and then adds each further file to the same entry. */
  const send = async () => {
    setBusy(true)
    try {
      const [first, ...others] = files
      const place = km === null ? {} : { km: Math.round(km * 1000) }
      const written = await call(liveFeedCreate, { raceid, body, ...place }, { files: first ? { file: first } : {} })
      for (const file of others)
        await call(liveFeedCreate, { raceid, body: '', id: written.entry!.id }, { files: { file } })
      toastSuccess(t(written.state === 'shown' ? words.sent : words.waits))
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
      onClose={onClose}
      onDo={() => void send()}
    >
      <TextArea
        label={t(words.what)}
        rows={4}
        value={body}
        maxLength={2000}
        error={refused?.fields.body}
        onChange={(event) => setBody(event.target.value)}
      />
      <FileInput
        label={t(words.media)}
        hint={files.length > 0 ? t(words.chosen, { n: files.length }) : undefined}
        accept=".jpg,.jpeg,.png,.mp4,.webm"
        onFile={(file) => setFiles((before) => [...before, file].slice(0, 9))}
      />
      <NumberInput empty label={t(words.where)} min={0} value={km} error={refused?.fields.km} onChange={setKm} />
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
