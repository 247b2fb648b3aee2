import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { saveBlob } from '#ui/network/handOver.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { importing, rankKindWords, meaningWords } from '../import/import.words.ts'
import { words } from './console.words.ts'
import type { ImportAnswer, FileSettings } from './importWay.ts'
import { LastMapping, Note, lastMapping } from './LastMapping.tsx'

type Notes = {
  report: ImportAnswer
  way: FileSettings
  busy: boolean
  /** Reads the file again with a change. Undefined once the file is imported. */
  onWay: ((change: Partial<FileSettings>) => void) | undefined
}

export const ReadCounts = ({ report }: { report: ImportAnswer }) => {
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
            {t(importing.agreement, { kind: t(rankKindWords[kind as keyof typeof rankKindWords]), ...one })}
          </p>
        ) : null,
      )}
      {report.missing.length > 0 ? (
        <p className="font-medium text-warning-ink">
          {t(importing.missing, { columns: report.missing.map((one) => t(meaningWords[one])).join(t(words.comma)) })}
        </p>
      ) : null}
      {report.unused_text.length > 0 ? (
        <p className="break-words text-soft">
          {t(importing.unused_text, { columns: report.unused_text.map((one) => one || '–').join(t(words.comma)) })}
        </p>
      ) : null}
    </div>
  )
}

/** Shows the questions and doubts about the file as a whole, with the answers that a person can choose. */
export const FileNotes = ({ report, way, busy, onWay }: Notes) => {
  const t = useWords()
  const { remembered, questions, doubts } = report
  const offered = onWay ? lastMapping(remembered, way) : null
  if (!offered && questions.length + doubts.length === 0) return null
  return (
    <div className="grid gap-3">
      {offered && onWay ? <LastMapping mapping={offered} busy={busy} onWay={onWay} /> : null}
      {questions.map(({ word, column, header, meanings }) => (
        <Note key={column}>
          <p className="font-medium">{t(importing[`asks_${word}`], { header: header || column })}</p>
          {onWay ? (
            <div className="flex flex-wrap gap-3">
              {meanings.map((meaning) => (
                <Button
                  key={meaning}
                  look="plain"
                  busy={busy}
                  onClick={() => onWay({ mapping: { ...way.mapping, [meaning]: column } })}
                >
                  {t(word === 'clock' ? meaningWords[meaning] : words.yes_published)}
                </Button>
              ))}
              {word === 'rank_clock' ? (
                <Button look="plain" busy={busy} onClick={() => onWay({ mapping: { ...way.mapping, rank: '' } })}>
                  {t(words.no_compute)}
                </Button>
              ) : null}
            </div>
          ) : null}
        </Note>
      ))}
      {doubts.map((doubt, at) => (
        <Note key={at}>
          <p>{doubt.says}</p>
          {doubt.word === 'field_proposed' && onWay && doubt.given ? (
            <FieldName busy={busy} onName={(name) => onWay({ fields: { ...way.fields, [`/${doubt.given}`]: name } })} />
          ) : null}
        </Note>
      ))}
    </div>
  )
}

/** Asks for the name of the field in which some runners were ranked separately. The result list shows this name. */
const FieldName = ({ busy, onName }: { busy: boolean; onName: (name: string) => void }) => {
  const t = useWords()
  const [name, setName] = useState('wheelchair')
  return (
    <div className="flex w-full flex-wrap items-end gap-3">
      <TextInput
        className="w-full md:w-64"
        label={t(words.field_name)}
        value={name}
        maxLength={20}
        onChange={(change) => setName(change.target.value)}
      />
      <Button look="plain" busy={busy} disabled={name.trim() === ''} onClick={() => onName(name.trim())}>
        {t(words.rank_apart)}
      </Button>
    </div>
  )
}

/** Lists refused rows, and rows that staff should check. */
export const Problems = ({ report }: { report: ImportAnswer }) => {
  const t = useWords()
  return (
    <section aria-label={t(words.problems)}>
      <h3 className="mb-2 font-medium">{t(report.problems.length === 0 ? words.no_problems : words.problems)}</h3>
      {report.report === '' ? null : (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <Button
            look="plain"
            icon={<Download className="size-5" aria-hidden />}
            onClick={() =>
              saveBlob(
                new Blob([report.report], { type: 'text/csv;charset=utf-8' }),
                `${report.filename.replace(/\.[^.]*$/, '')}-2.csv`,
              )
            }
          >
            {t(words.report)}
          </Button>
          <span className="text-14 text-soft">{t(words.report_text)}</span>
        </div>
      )}
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
