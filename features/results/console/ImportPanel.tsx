import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { DropZone } from '#ui/form/files/DropZone.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SaveBar } from '#ui/form/unsaved/SaveBar.tsx'
import { useAsksBeforeLeaving } from '#ui/form/unsaved/useAsksBeforeLeaving.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { listTypes } from '#features/files/console/SheetPick.tsx'
import { UnfinishedNote } from '#features/files/console/UnfinishedNote.tsx'
import { useUnfinishedFile } from '#features/files/console/useUnfinishedFile.ts'
import { consoleResultsImport } from '../contract.ts'
import { words } from './console.words.ts'
import { ColumnFields } from './ImportColumns.tsx'
import { FileNotes, Problems, ReadCounts } from './ImportReport.tsx'
import { ImportStuck } from './ImportStuck.tsx'
import type { ImportAnswer, FileSettings } from './importWay.ts'

const plainWay: FileSettings = { mapping: {}, numberRows: false, replace: false, fields: {} }

/** The event and the settings for reading a file. The device keeps both until the file is imported. */
type ImportDraft = { eventid: number; way: FileSettings }
type Props = { raceid: number; events: readonly { id: number; name: string }[]; onDone: () => void }

/**
 * Imports a result file. The server first reads the file without writing, staff correct the columns, and then the
 * server imports the whole file.
 */
export const ImportPanel = ({ raceid, events, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const unfinished = useUnfinishedFile<ImportDraft>('results import', raceid)
  const [eventid, setEventid] = useState(() => events.find(({ id }) => id === unfinished.way?.eventid)?.id)
  const [file, setFile] = useState<File>()
  const [way, setWay] = useState<FileSettings>(plainWay)
  const [report, setReport] = useState<ImportAnswer>()
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleResultsImport)
  const event = eventid ?? events[0]?.id
  // Keeps the settings of an import for a file, but not the choice to replace results. Staff make this choice each
  // time.
  const keepWay = (of: File | undefined, into: number | undefined, how: FileSettings) =>
    of && into !== undefined ? unfinished.keep(of, { eventid: into, way: { ...how, replace: false } }) : undefined
  // Warns a person who leaves the page before the import of a file that the server has read.
  const { dialog, giveUp } = useAsksBeforeLeaving(file !== undefined && report?.dry === true, () =>
    keepWay(file, event, way),
  )

  const run = async (of: File, into: number, how: FileSettings, dry: boolean) => {
    setRefused(undefined)
    keepWay(of, into, how)
    try {
      const { numberRows, only, ...rest } = how
      const answer = await send.mutateAsync({
        ...rest,
        raceid,
        eventid: into,
        dry,
        number_rows: numberRows,
        ...(only ? { only } : {}),
        files: { file: of },
      })
      setReport(answer)
      if (dry) return
      unfinished.forget()
      toastSuccess(t(words.imported))
      setFile(undefined)
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const change = (next: FileSettings) => {
    setWay(next)
    keepWay(file, event, next)
  }
  const readWith = (patch: Partial<FileSettings>) => {
    const next = { ...way, ...patch }
    setWay(next)
    if (file && event !== undefined) void run(file, event, next, true)
  }
  const choose = (chosen: File) => {
    if (event === undefined) return
    const kept = unfinished.wayFor(chosen)
    // The kept settings of a file also apply to another event, except the choice of rows.
    const first = kept ? { ...kept.way, ...(kept.eventid === event ? {} : { only: undefined }) } : plainWay
    setFile(chosen)
    setReport(undefined)
    setWay(first)
    void run(chosen, event, first, true)
  }
  const drop = () => {
    unfinished.forget()
    setFile(undefined)
    setReport(undefined)
    setRefused(undefined)
    setWay(plainWay)
  }
  /** Changes the event of the import. The server then reads the same file again for the new event. */
  const into = (next: number) => {
    const fresh = { ...way, only: undefined, replace: false }
    setEventid(next)
    setReport(undefined)
    setWay(fresh)
    if (file) void run(file, next, fresh, true)
  }
  return (
    <Card title={t(words.import)}>
      <p className="mb-4 max-w-[60ch] text-soft">{t(words.import_text)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="w-full md:w-64"
          label={t(words.event)}
          value={String(event ?? '')}
          onChange={(change) => into(Number(change.target.value))}
          options={events.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
      <div className="mt-4 grid gap-4">
        {file ? null : <UnfinishedNote name={unfinished.name} onForget={unfinished.forget} />}
        <DropZone
          label={t(words.drop_file)}
          action={t(words.choose)}
          other={t(words.other)}
          hint={t(words.formats)}
          accept={listTypes}
          file={file}
          busy={send.isPending}
          disabled={event === undefined}
          onFile={choose}
        />
      </div>
      {refused ? (
        <p role="alert" className="mt-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      {refused && file && !report ? (
        <ImportStuck refused={refused} way={way} busy={send.isPending} onWay={readWith} />
      ) : null}
      {send.isPending && !report ? (
        <div className="mt-4">
          <SkeletonCards count={2} className="h-24" />
        </div>
      ) : null}
      {report ? (
        <div className="mt-6 grid gap-6">
          <ReadCounts report={report} />
          <FileNotes report={report} way={way} busy={send.isPending} onWay={file ? readWith : undefined} />
          {report.dry && file && event !== undefined ? <ColumnFields report={report} way={way} onWay={change} /> : null}
          <Problems report={report} />
          {report.dry && file && event !== undefined ? (
            <SaveBar label={t(words.not_imported, { file: file.name })}>
              <Button look="plain" onClick={() => giveUp(drop)}>
                {t(words.drop)}
              </Button>
              <Button look="plain" busy={send.isPending} onClick={() => readWith({})}>
                {t(words.read_again)}
              </Button>
              <Button
                busy={send.isPending}
                disabled={report.questions.length > 0}
                onClick={() => void run(file, event, way, false)}
              >
                {t(words.go)}
              </Button>
            </SaveBar>
          ) : null}
        </div>
      ) : null}
      {dialog}
    </Card>
  )
}
