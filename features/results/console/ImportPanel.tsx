import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleResultsImport } from '../contract.ts'
import { pointIn } from '../import/reading/columns.rules.ts'
import { meanings } from '../import/reading/vocabulary.rules.ts'
import { importing, kinds } from '../words.ts'
import { meaningWords, words } from './console.words.ts'
import { ImportStuck } from './ImportStuck.tsx'

type Report = OutputOf<typeof consoleResultsImport>
type Mapping = Record<string, string>
/** How a file is read; what is not said stays as it was chosen. `only` null: all its rows. */
type Run = {
  dry: boolean
  publish?: boolean
  mapping?: Mapping
  replace?: boolean
  eventid?: number
  only?: Only | null
}
type Only = { column: string; values: string[] }
type Props = { raceid: number; events: readonly { id: number; name: string }[]; onDone: () => void }

/** A result file on its way in: read first, columns put right, then taken whole. */
export const ImportPanel = ({ raceid, events, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const input = useRef<HTMLInputElement>(null)
  const [eventid, setEventid] = useState<number>()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<Report>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [only, setOnly] = useState<Only>()
  const [wheelchair, setWheelchair] = useState('')
  const [replace, setReplace] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleResultsImport)
  const event = eventid ?? events[0]?.id

  const run = async (of: File, how: Run) => {
    const into = how.eventid ?? event
    if (into === undefined) return
    setRefused(undefined)
    const rows = how.only === undefined ? only : how.only
    try {
      const fields = /^[A-Z]{1,4}$/.test(wheelchair) ? { [wheelchair]: 'wheelchair' } : {}
      const answer = await send.mutateAsync({
        raceid,
        eventid: into,
        dry: how.dry,
        publish: how.publish ?? false,
        replace: how.replace ?? replace,
        mapping: how.mapping ?? mapping,
        fields,
        ...(rows ? { only: rows } : {}),
        files: { file: of },
      })
      setReport(answer)
      if (how.dry) return
      toastSuccess(t(words.imported))
      setFile(undefined)
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setReport(undefined)
    setMapping({})
    setOnly(undefined)
    setReplace(false)
    void run(chosen, { dry: true, mapping: {}, replace: false, only: null })
  }
  /** What was read, was read for another event: it is read again for this one. */
  const into = (next: number) => {
    setEventid(next)
    setReport(undefined)
    setReplace(false)
    setOnly(undefined)
    if (file) void run(file, { dry: true, eventid: next, replace: false, only: null })
  }
  const readWith = (meaning: 'bib' | 'gun', header: string) => {
    if (header === '' || !file) return
    const next = { ...mapping, [meaning]: header }
    setMapping(next)
    void run(file, { dry: true, mapping: next })
  }
  const readOnly = (of: Only) => {
    setOnly(of)
    if (file) void run(file, { dry: true, only: of })
  }
  const readToReplace = () => {
    setReplace(true)
    if (file) void run(file, { dry: true, replace: true })
  }
  return (
    <Card title={t(words.import)}>
      <p className="mb-4 max-w-[60ch] text-soft">{t(words.import_says)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="w-full md:w-64"
          label={t(words.event)}
          value={String(event ?? '')}
          onChange={(change) => into(Number(change.target.value))}
          options={events.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          className="sr-only"
          tabIndex={-1}
          aria-label={t(words.choose)}
          onChange={(change) => {
            choose(change.target.files?.[0])
            change.target.value = ''
          }}
        />
        <Button
          look={file ? 'plain' : 'strong'}
          icon={<FileUp className="size-5" aria-hidden />}
          disabled={event === undefined}
          onClick={() => input.current?.click()}
        >
          {t(file ? words.other : words.choose)}
        </Button>
        {file ? <span className="pb-2.5 font-medium">{file.name}</span> : null}
      </div>
      {refused ? (
        <p role="alert" className="mt-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      {refused && file && !report ? (
        <ImportStuck
          refused={refused}
          busy={send.isPending}
          onColumn={readWith}
          onReplace={readToReplace}
          onOnly={readOnly}
        />
      ) : null}
      {send.isPending && !report ? (
        <div className="mt-4">
          <SkeletonCards count={2} className="h-24" />
        </div>
      ) : null}
      {report ? (
        <div className="mt-6 grid gap-6">
          <ReadCounts report={report} />
          {report.dry && file ? (
            <>
              <ColumnFields
                report={report}
                mapping={mapping}
                onMapping={setMapping}
                wheelchair={wheelchair}
                onWheelchair={setWheelchair}
                replace={replace}
                onReplace={setReplace}
              />
              <ReadActions busy={send.isPending} onRun={(how) => void run(file, how)} />
            </>
          ) : null}
          <Problems report={report} />
        </div>
      ) : null}
    </Card>
  )
}

const ReadActions = ({ busy, onRun }: { busy: boolean; onRun: (how: Run) => void }) => {
  const t = useWords()
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="plain" busy={busy} onClick={() => onRun({ dry: true })}>
        {t(words.read_again)}
      </Button>
      <Button look="plain" busy={busy} onClick={() => onRun({ dry: false })}>
        {t(words.go)}
      </Button>
      <Button busy={busy} onClick={() => onRun({ dry: false, publish: true })}>
        {t(words.go_publish)}
      </Button>
    </div>
  )
}

const ReadCounts = ({ report }: { report: Report }) => {
  const t = useWords()
  return (
    <div className="figures grid gap-1" aria-live="polite">
      <p className="text-20 font-bold">{t(importing.rows, report.counts)}</p>
      <p>{t(importing.changes, report.counts)}</p>
      {report.counts['handed_kept'] || report.counts['handed_replaced'] ? (
        <p className="font-medium">{t(importing.handed, report.counts)}</p>
      ) : null}
      <p>
        {t(importing.matched, report.counts)} · {t(importing.doubts, report.counts)}
      </p>
      {Object.entries(report.agreement).map(([kind, one]) =>
        one.given > 0 ? (
          <p key={kind} className="text-soft">
            {t(importing.agreement, { kind: t(kinds[kind as keyof typeof kinds]), ...one })}
          </p>
        ) : null,
      )}
    </div>
  )
}

const Problems = ({ report }: { report: Report }) => {
  const t = useWords()
  return (
    <section aria-label={t(words.problems)}>
      <h3 className="mb-2 font-medium">{t(report.problems.length === 0 ? words.no_problems : words.problems)}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls takes the focus */}
      <ul className="max-h-96 divide-y divide-line overflow-y-auto" tabIndex={report.problems.length > 0 ? 0 : -1}>
        {report.problems.map((problem, at) => (
          <li key={at} className="figures flex flex-wrap items-baseline gap-x-3 py-2.5">
            <Chip tone={problem.severity === 'refused' ? 'danger' : 'warning'}>{t(words[problem.severity])}</Chip>
            <span className="text-14 text-soft">
              {t(words.line, { line: problem.line })} · {problem.bib || '–'}
            </span>
            <span className="min-w-0 flex-[1_1_20rem]">{problem.says}</span>
          </li>
        ))}
      </ul>
      {report.more > 0 ? <p className="mt-2 text-14 text-soft">{t(words.more, { n: report.more })}</p> : null}
    </section>
  )
}

type ColumnProps = {
  report: Report
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
  wheelchair: string
  onWheelchair: (wheelchair: string) => void
  replace: boolean
  onReplace: (replace: boolean) => void
}
/** Which column says what. */
const ColumnFields = (props: ColumnProps) => {
  const { report, mapping, onMapping, wheelchair, onWheelchair, replace, onReplace } = props
  const t = useWords()
  const meaningOf = (header: string): string =>
    Object.entries(mapping).find(([, mapped]) => mapped === header)?.[0] ??
    report.columns.find((column) => column.header === header && mapping[column.meaning] === undefined)?.meaning ??
    ''
  const mean = (header: string, meaning: string) => {
    const was = meaningOf(header)
    const next = Object.fromEntries(Object.entries(mapping).filter(([, mapped]) => mapped !== header))
    onMapping({ ...next, ...(was ? { [was]: '' } : {}), ...(meaning ? { [meaning]: header } : {}) })
  }
  const optionsFor = (header: string) => {
    const point = `split:${pointIn(header)?.label ?? header}`
    return [
      { value: '', label: t(words.unused) },
      ...meanings.map((one) => ({ value: one, label: t(meaningWords[one]) })),
      { value: point, label: t(words.split, { label: point.slice(6) }) },
    ]
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t(words.columns)}</legend>
      <div className="grid gap-3 md:grid-cols-3 lg:grid-cols-4">
        {[...new Set(report.header)].filter(Boolean).map((header) => (
          <Select
            key={header}
            label={header}
            value={meaningOf(header)}
            onChange={(change) => mean(header, change.target.value)}
            options={optionsFor(header)}
          />
        ))}
        <TextInput
          label={t(words.wheelchair)}
          optional
          value={wheelchair}
          maxLength={4}
          onChange={(change) => onWheelchair(change.target.value.toUpperCase())}
        />
      </div>
      <Checkbox checked={replace} onChange={(change) => onReplace(change.target.checked)}>
        {t(words.replace)}
      </Checkbox>
    </fieldset>
  )
}
