import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { consoleFeedCreate } from '../console.contract.ts'
import { deskWords as words } from './feed.words.ts'

export const WriteDialog = ({
  raceid,
  onClose,
  onDone,
}: {
  raceid: number
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [author, setAuthor] = useState(t(words.committee))
  const [body, setBody] = useState('')
  const [km, setKm] = useState<number | null>(null)
  const [pinned, setPinned] = useState(false)
  const [files, setFiles] = useState<readonly File[]>([])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    setBusy(true)
    try {
      const place = km === null ? {} : { km: Math.round(km * 1000) }
      await call(consoleFeedCreate, { raceid, author, body, pinned, ...place }, { files: { file: files } })
      toastSuccess(t(words.saved))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    setBusy(false)
  }
  return (
    <AskDialog
      wide
      title={t(words.write)}
      action={t(words.write)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <TextArea
        label={t(words.body)}
        rows={5}
        value={body}
        maxLength={2000}
        error={refused?.fields.body}
        onChange={(event) => setBody(event.target.value)}
      />
      <FileInput
        label={t(words.media)}
        hint={files.length > 0 ? t(words.chosen, { n: files.length }) : undefined}
        accept=".jpg,.jpeg,.png,.mp4,.webm"
        onFile={(file) => setFiles((before) => [...before, file].slice(0, 4))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.author)}
          value={author}
          maxLength={30}
          error={refused?.fields.author}
          onChange={(event) => setAuthor(event.target.value)}
        />
        <NumberInput empty label={t(words.km)} min={0} value={km} error={refused?.fields.km} onChange={setKm} />
      </div>
      <Checkbox checked={pinned} onChange={(event) => setPinned(event.target.checked)}>
        {t(words.pin_it)}
      </Checkbox>
    </AskDialog>
  )
}
