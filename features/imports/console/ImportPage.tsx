import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { SheetPick, listTypes } from '#features/files/console/SheetPick.tsx'
import { UnfinishedNote } from '#features/files/console/UnfinishedNote.tsx'
import { useUnfinishedFile } from '#features/files/console/useUnfinishedFile.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DropZone } from '#ui/form/files/DropZone.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useAsksBeforeLeaving } from '#ui/form/unsaved/useAsksBeforeLeaving.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { type ImportKindShown, consoleImportsRead, consoleImportsShow } from '../contract.ts'
import { words } from '../words.ts'
import { ReadResult } from './ReadResult.tsx'
import { TemplateButton } from './TemplateButton.tsx'

type Read = OutputOf<typeof consoleImportsRead>

/**
 * The page that imports every kind of list into a race. Staff correct the refused rows in a file, and import this file.
 */
export const ImportPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const { kind: kindOfLink } = usePageParams()
  const shown = useAsk(consoleImportsShow, { raceid })
  const kinds = shown.data?.kinds ?? []
  const kind = kinds.find(({ name }) => name === kindOfLink) ?? kinds[0]
  return (
    <DeskPage title={t(words.title)} description={t(words.description)} narrow>
      {shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {shown.isPending ? <SkeletonCards count={2} className="h-40" /> : null}
      {shown.data && !kind ? <Empty title={t(words.none)} /> : null}
      {kind ? (
        <>
          <Select
            className="w-full md:w-80"
            label={t(words.kind)}
            value={kind.name}
            onChange={(event) => go(path.imports({ raceid, kind: event.target.value }), { replace: true })}
            options={kinds.map(({ name, label }) => ({ value: name, label }))}
          />
          <ImportCard key={kind.name} raceid={raceid} kind={kind} />
        </>
      ) : null}
    </DeskPage>
  )
}

type ImportDraft = { into: string; mapping: Record<string, string>; sheet: string | undefined }
/** A file with the choices for reading it. `pasted`: the table, if staff pasted a table instead of choosing a file. */
type Way = ImportDraft & { file: File; pasted: string | undefined }

/** Returns the kept choice if the kind still offers it. Otherwise it returns the first choice of the kind. */
const offered = ({ into }: ImportKindShown, kept: string | undefined): string =>
  (into?.choices.find(({ value }) => value === kept) ?? into?.choices[0])?.value ?? ''

const useImport = (raceid: number, kind: ImportKindShown) => {
  const t = useWords()
  const { lang } = useLang()
  const send = useCall(consoleImportsRead)
  const unfinished = useUnfinishedFile<ImportDraft>(`import ${kind.name}`, raceid)
  const [into, setInto] = useState(() => offered(kind, unfinished.way?.into))
  const [file, setFile] = useState<File>()
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [sheet, setSheet] = useState<string>()
  const [pasted, setPasted] = useState<string>()
  const [read, setRead] = useState<Read>()
  const [refused, setRefused] = useState<Refused>()
  const run = async (way: ImportDraft & { file: File }, dry: boolean) => {
    setRefused(undefined)
    try {
      const { file: of, ...how } = way
      const answer = await send.mutateAsync({ raceid, kind: kind.name, ...how, dry, files: { file: of } })
      setRead(answer)
      if (dry) return
      unfinished.forget()
      toastSuccess(t(words.done, { n: countText(answer.counts.added + answer.counts.changed) }))
    } catch (thrown) {
      setRead(undefined)
      setRefused(refusedFrom(thrown, lang))
    }
  }
  /** Reads the file for the first time, or again with a change. */
  const readWith = (change: Partial<Way>) => {
    const of = change.file ?? file
    const next = { into, mapping, sheet, pasted, ...change }
    setFile(of)
    setInto(next.into)
    setMapping(next.mapping)
    setSheet(next.sheet)
    setPasted(next.pasted)
    if (!of) return
    unfinished.keep(of, { into: next.into, mapping: next.mapping, sheet: next.sheet }, next.pasted)
    void run({ file: of, into: next.into, mapping: next.mapping, sheet: next.sheet }, true)
  }
  const choose = (chosen: File) =>
    readWith({ file: chosen, pasted: undefined, ...(unfinished.wayFor(chosen) ?? { mapping: {}, sheet: undefined }) })
  const paste = (table: string, way: Partial<Way> = { mapping: {}, sheet: undefined }) =>
    readWith({ file: new File([table], 'paste.csv'), pasted: table, ...way })
  const bringBack = useEffectEvent(() => {
    if (unfinished.pasted !== undefined) paste(unfinished.pasted, unfinished.way)
  })
  useEffect(() => {
    const timer = setTimeout(() => bringBack())
    return () => clearTimeout(timer)
  }, [])
  const take = () => (file ? void run({ file, into, mapping, sheet }, false) : undefined)
  return { into, file, read, refused, busy: send.isPending, readWith, choose, paste, take, unfinished }
}

const ImportCard = ({ raceid, kind }: { raceid: number; kind: ImportKindShown }) => {
  const t = useWords()
  const { into, file, read, refused, busy, readWith, choose, paste, take, unfinished } = useImport(raceid, kind)
  // Each reading of the file has kept the choices on the device already, so there is nothing to keep now.
  const { dialog } = useAsksBeforeLeaving(file !== undefined && read?.dry === true, () => undefined)
  const missesInto = kind.into !== null && into === ''
  return (
    <Card title={kind.label}>
      <div className="grid gap-4">
        <p className="max-w-[60ch] text-soft">{kind.description}</p>
        {kind.into ? (
          <Select
            className="w-full md:w-80"
            label={kind.into.label}
            value={into}
            onChange={(event) => readWith({ into: event.target.value })}
            options={kind.into.choices}
          />
        ) : null}
        {file ? null : <UnfinishedNote name={unfinished.name} onForget={unfinished.forget} />}
        <DropZone
          label={t(words.drop)}
          action={t(words.choose)}
          other={t(words.other)}
          hint={t(words.formats)}
          accept={listTypes}
          file={file}
          busy={busy}
          disabled={missesInto}
          onFile={choose}
        />
        {file ? null : (
          <TextArea
            label={t(words.paste)}
            optional
            rows={2}
            value=""
            disabled={missesInto}
            onChange={(event) => (event.target.value.trim() === '' ? undefined : paste(event.target.value))}
          />
        )}
        <p className="flex flex-wrap items-center justify-between gap-2 text-14 text-soft">
          {t(words.columns_known, { columns: kind.columns.map(({ label }) => label).join(t(words.comma)) })}
          <TemplateButton kind={kind} />
        </p>
        {refused?.refusal === 'several_sheets' ? null : <Refusal refused={refused} />}
        <SheetPick refused={refused} busy={busy} onSheet={(name) => readWith({ sheet: name })} />
        {read ? (
          <ReadResult
            kind={kind}
            read={read}
            busy={busy}
            onMapping={(mapping) => readWith({ mapping })}
            onTake={take}
          />
        ) : null}
      </div>
      {dialog}
    </Card>
  )
}
