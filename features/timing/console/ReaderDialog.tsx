import { useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleTimingDevice, consoleTimingOffset, consoleTimingReads } from '../contract.ts'
import { words } from './console.words.ts'
import { Problem } from './Problem.tsx'

export type EditedReader = {
  id: number | undefined
  stationid: number
  name: string
  offset_ms: number
  retired: boolean
  key: string | null
}
type Props = { raceid: number; reader: EditedReader; onClose: () => void; onDone: () => void }

/** Edits a reader: its name, its key and its clock. The key appears only once. */
export const ReaderDialog = ({ raceid, reader, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [name, setName] = useState(reader.name)
  const [offset, setOffset] = useState(String(reader.offset_ms / 1000))
  const [reason, setReason] = useState('')
  const [sure, setSure] = useState<'renew' | 'retire'>()
  const [key, setKey] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingDevice)
  const correct = useCall(consoleTimingOffset)
  const offset_ms = Math.round(Number(offset.replace(',', '.')) * 1000)
  const clockWrong =
    reader.id !== undefined && (offset.trim() === '' || !Number.isFinite(offset_ms)) ? t(words.clock_wrong) : undefined
  const moved = reader.id !== undefined && Number.isFinite(offset_ms) && offset_ms !== reader.offset_ms
  const trying = async (work: () => Promise<unknown>) => {
    setRefused(undefined)
    try {
      await work()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const written = useRef<HTMLParagraphElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key ?? '')
      toastSuccess(t(words.copied))
    } catch {
      if (written.current) getSelection()?.selectAllChildren(written.current)
    }
  }
  const save = (more: { renew?: boolean; retire?: boolean } = {}) =>
    trying(async () => {
      const made = await send.mutateAsync({
        raceid,
        stationid: reader.stationid,
        name,
        retire: reader.retired,
        ...more,
        ...(reader.id === undefined ? {} : { id: reader.id }),
      })
      if (moved) await correct.mutateAsync({ raceid, id: reader.id!, offset_ms, reason })
      if (made.key !== null) return setKey(made.key)
      toastSuccess(t(words.saved))
      onClose()
    })
  if (key !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t(words.reader_key)}
        actions={<Button onClick={() => void copy()}>{t(words.copy)}</Button>}
      >
        <p className="mb-3 text-soft">{t(words.reader_key_text, { path: consoleTimingReads.path })}</p>
        {/* Staff type this text into a reader by hand, so all of it is visible. */}
        <p ref={written} className="figures select-all break-all rounded bg-sunk px-4 py-3 font-medium">
          {key}
        </p>
      </Dialog>
    )
  if (sure !== undefined)
    return (
      <AskDialog
        title={`${t(sure === 'renew' ? words.renew : words.retire)} · ${reader.name}`}
        action={t(sure === 'renew' ? words.renew : words.retire)}
        look={sure === 'retire' ? 'danger' : 'strong'}
        busy={send.isPending}
        refused={refused}
        onDo={() => void save({ [sure]: true })}
        onClose={() => setSure(undefined)}
      >
        <p>{t(sure === 'renew' ? words.renew_text : words.retire_text)}</p>
      </AskDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={reader.id === undefined ? t(words.reader_add) : reader.name}
      actions={
        <Button
          busy={send.isPending || correct.isPending}
          disabledReason={clockWrong ?? (moved && reason.trim() === '' ? t(words.reason_missing) : undefined)}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextInput
          label={t(words.reader_name)}
          value={name}
          maxLength={60}
          error={refused?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        {reader.id === undefined ? null : (
          <>
            <TextInput
              label={t(words.clock)}
              hint={t(words.clock_text)}
              inputMode="decimal"
              value={offset}
              after={t(words.seconds)}
              error={clockWrong ?? refused?.fields.offset_ms}
              onChange={(event) => setOffset(event.target.value)}
            />
            {moved ? (
              <TextInput
                label={t(words.reason)}
                hint={t(words.reason_hint)}
                value={reason}
                maxLength={300}
                error={refused?.fields.reason}
                onChange={(event) => setReason(event.target.value)}
              />
            ) : null}
            <div className="flex flex-wrap gap-3">
              <Button look="plain" busy={send.isPending} onClick={() => setSure('renew')}>
                {t(words.renew)}
              </Button>
              {reader.retired ? (
                <Button look="plain" busy={send.isPending} onClick={() => void save({ retire: false })}>
                  {t(words.use_again)}
                </Button>
              ) : (
                <Button look="danger" busy={send.isPending} onClick={() => setSure('retire')}>
                  {t(words.retire)}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      <Problem refused={refused} />
    </Dialog>
  )
}
