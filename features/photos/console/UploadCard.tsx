import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { DropArea } from '#ui/form/files/DropArea.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { isPictureName, pictureTypes } from '#ui/media/pictureFile.ts'
import { Progress } from '#ui/feedback/Progress.tsx'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { consolePhotosTaglist } from '../console.contract.ts'
import { words } from './console.words.ts'
import { type PhotoSending, sendPhotos } from './sendPhotos.ts'

/** The largest number of names in the message about files that are too large. */
const NAMED = 5
type Read = { tagged: number; lines: number; problems: readonly { line: number; says: string }[]; more: number }

/** The card on which staff upload thousands of photos, and also a list that names the runners in the photos. */
export const UploadCard = ({
  raceid,
  albumid,
  onChange,
}: {
  raceid: number
  albumid: number
  onChange: () => void
}) => {
  const t = useWords()
  const [sending, setSending] = useState<PhotoSending>()
  const [read, setRead] = useState<Read>()
  const [stopped, setStopped] = useState<{ refused: Refused; file: File }>()
  const stop = useRef<AbortController | undefined>(undefined)
  const list = useCall(consolePhotosTaglist)
  const under = sending !== undefined && sending.phase !== 'done'
  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => {
    if (!under) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [under])
  const send = async (files: readonly File[]) => {
    stop.current = new AbortController()
    try {
      await sendPhotos({ raceid, albumid, files, signal: stop.current.signal, onProgress: setSending })
    } catch (thrown) {
      setSending(undefined)
      toastError(refusedFrom(thrown).msg)
    }
    onChange()
  }
  const readList = async (file: File, sheet?: string) => {
    setStopped(undefined)
    try {
      setRead(await list.mutateAsync({ raceid, albumid, sheet, files: { file } }))
      onChange()
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      if (refused.refusal === 'several_sheets') setStopped({ refused, file })
      else toastError(refused.msg)
    }
  }
  return (
    <Card>
      <div className="grid gap-4">
        <DropArea disabled={under} onFiles={(files) => void send(files.filter(({ name }) => isPictureName(name)))}>
          <p className="pb-1 font-medium">{t(words.drop)}</p>
          <p className="pb-4 text-14 text-soft">{t(words.upload_hint)}</p>
          <label
            className={
              'relative inline-flex min-h-11 items-center gap-2 rounded px-5 py-2 font-medium ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
              `has-focus-visible:outline-ink ${under ? 'bg-sunk text-soft' : 'bg-strong text-on-strong'}`
            }
          >
            <ImageUp className="size-5" aria-hidden />
            {t(words.upload)}
            <input
              type="file"
              multiple
              accept={pictureTypes}
              disabled={under}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onChange={(event) => {
                const files = Array.from(event.target.files ?? [])
                event.target.value = ''
                if (files.length > 0) void send(files)
              }}
            />
          </label>
        </DropArea>
        <div className="flex flex-wrap items-end gap-3">
          <FileInput
            label={t(words.list_upload)}
            accept={listTypes}
            busy={list.isPending}
            onFile={(file) => void readList(file)}
          />
          <SheetPick refused={stopped?.refused} onSheet={(sheet) => void readList(stopped!.file, sheet)} />
        </div>
        {sending ? (
          <div className="grid gap-2" aria-live="polite">
            {under ? (
              <>
                <Progress value={sending.of === 0 ? 1 : sending.done / sending.of} label={t(words.upload)} />
                <p className="figures flex items-center justify-between gap-3 text-14">
                  {t(sending.phase === 'checking' ? words.checking : words.uploading, {
                    n: sending.done,
                    of: sending.of,
                  })}
                  <Button look="plain" onClick={() => stop.current?.abort()}>
                    {t(words.stop)}
                  </Button>
                </p>
              </>
            ) : (
              <p className="figures">
                {t(sending.failed.length > 0 ? words.uploaded_part : words.uploaded, {
                  fresh: sending.fresh,
                  known: sending.known,
                })}
              </p>
            )}
            {!under && sending.large.length > 0 ? (
              <p className="break-words text-14 text-danger-ink">
                {t(words.large, {
                  n: sending.large.length,
                  names: sending.large
                    .slice(0, NAMED)
                    .map(({ name }) => name)
                    .join(' · '),
                })}
              </p>
            ) : null}
            {!under && sending.failed.length > 0 ? (
              <div
                role="alert"
                className={
                  'flex flex-wrap items-center justify-between gap-3 ' +
                  'rounded bg-danger-tint px-4 py-3 text-danger-ink'
                }
              >
                <span className="grid gap-1">
                  {sending.stopped ? <span className="font-medium">{sending.stopped.msg}</span> : null}
                  <span>{t(words.failed, { n: sending.failed.length })}</span>
                </span>
                <Button look="plain" onClick={() => void send(sending.failed)}>
                  {t(words.retry)}
                </Button>
              </div>
            ) : null}
          </div>
        ) : null}
        {read ? (
          <div className="grid gap-1 text-14" aria-live="polite">
            <p className="figures">{t(words.list_read, { lines: read.lines, tagged: read.tagged })}</p>
            {read.problems.slice(0, 20).map(({ line, says }) => (
              <p key={line} className="text-danger-ink">
                {t(words.line, { n: line, says })}
              </p>
            ))}
          </div>
        ) : null}
      </div>
    </Card>
  )
}
