import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, durationText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type ReadJudged } from '../contract.ts'
import { consoleTimingRunner, consoleTimingUndo } from '../corrections/corrections.contract.ts'
import { marginText } from '../aid/aid.words.ts'
import { doubtTexts, timingOutcomeWords, verdictWords, words } from './console.words.ts'
import { CorrectResultDialog, type Correcting } from './CorrectResultDialog.tsx'
import { CorrectionLine } from './CorrectionLine.tsx'
import { ReadDialog } from './ReadDialog.tsx'
import { teamRulesWords as labels } from './teamRules.words.ts'

type Props = { raceid: number; eventid: number; bib: string; onDone: () => void }
const time = (ms: number | null) => (ms === null ? null : durationText(Math.ceil(ms / 1000)))

export const RunnerPanel = ({ raceid, eventid, bib, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [correcting, setCorrecting] = useState<Correcting>()
  const [read, setRead] = useState<ReadJudged>()
  const found = useAsk(consoleTimingRunner, { raceid, eventid, bib }, { staleTime: 0, keep: true })
  const undo = useCall(consoleTimingUndo)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonCards count={3} className="h-32" />
  const { result, points, reads, corrections, timezone, timed, team } = found.data
  const done = () => {
    void found.refetch()
    onDone()
  }
  const takeBack = async (id: number) => {
    try {
      await undo.mutateAsync({ raceid, eventid, id })
      toastSuccess(t(words.undone))
      done()
    } catch (thrown) {
      toastError(refusedFrom(thrown, lang).msg)
    }
  }
  return (
    <div className="grid gap-4">
      <RunnerCard bib={bib} runner={found.data} onCorrect={setCorrecting} />
      <TimesCard runner={found.data} />
      {timed ? <ReadsCard reads={reads} timezone={timezone} onChoose={setRead} /> : null}
      <Card title={t(words.corrections)}>
        {corrections.length === 0 ? <p className="text-soft">{t(words.corrections_none)}</p> : null}
        <ul className="divide-y divide-line">
          {corrections.map((one) => (
            <CorrectionLine key={one.id} one={one} busy={undo.isPending} onUndo={() => void takeBack(one.id)} />
          ))}
        </ul>
      </Card>
      {correcting ? (
        <CorrectResultDialog
          raceid={raceid}
          eventid={eventid}
          bib={bib}
          what={correcting}
          points={points}
          outcome={result?.outcome ?? 'running'}
          team={team}
          onClose={() => setCorrecting(undefined)}
          onDone={done}
        />
      ) : null}
      {read ? <ReadDialog raceid={raceid} read={read} onClose={() => setRead(undefined)} onDone={done} /> : null}
    </div>
  )
}

type Runner = NonNullable<ReturnType<typeof useAsk<typeof consoleTimingRunner>>['data']>
const RunnerCard = (props: { bib: string; runner: Runner; onCorrect: (what: Correcting) => void }) => {
  const { bib, runner, onCorrect } = props
  const t = useWords()
  const { name, result, doubts, event, zone, timed, team, teams } = runner
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-20 font-bold">
            <span className="display mr-3 text-28">{bib}</span>
            {name ?? '–'}
          </h2>
          <p className="text-soft">
            {event}
            {zone ? ` · ${zone}` : ''}
            {teams ? ` · ${t(labels.team)}: ${team ?? t(labels.team_none)}` : ''}
          </p>
        </div>
        <p className="figures text-right">
          <span className="display block text-28">
            {result?.outcome === 'finished'
              ? result.time
              : result
                ? t(timingOutcomeWords[result.outcome])
                : t(words.silent)}
          </span>
          {result?.outcome === 'finished' ? (
            <span className="text-14 text-soft">
              {result.nettime ? t(words.net, { time: result.nettime }) : ''}
              {result.place === null ? '' : ` · ${t(words.place, { n: result.place })}`}
            </span>
          ) : result?.reason ? (
            <span className="text-14 text-soft">
              {result.reason === 'over_time' ? t(doubtTexts.after_cutoff) : result.reason}
            </span>
          ) : null}
        </p>
      </div>
      <p className="mt-3 flex flex-wrap gap-2">
        {result?.corrected ? <Chip tone="info">{t(words.corrected)}</Chip> : null}
        {timed ? null : <Chip>{t(words.imported)}</Chip>}
        {doubts.map((doubt) => (
          <Chip key={doubt} tone="warning">
            {t(doubtTexts[doubt])}
          </Chip>
        ))}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="plain" disabledReason={result ? undefined : t(words.silent)} onClick={() => onCorrect('time')}>
          {t(words.correct_time)}
        </Button>
        <Button look="plain" disabledReason={result ? undefined : t(words.silent)} onClick={() => onCorrect('outcome')}>
          {t(words.correct_outcome)}
        </Button>
        <Button look="plain" disabledReason={result ? undefined : t(words.silent)} onClick={() => onCorrect('swap')}>
          {t(words.correct_swap)}
        </Button>
        {teams ? (
          <Button look="plain" disabledReason={result ? undefined : t(words.silent)} onClick={() => onCorrect('team')}>
            {t(labels.correct)}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const TimesCard = ({ runner: { points, result, timezone } }: { runner: Runner }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.times)}>
      <Table
        caption={t(words.times)}
        rows={points}
        rowKey={({ label }) => label}
        columns={[
          {
            key: 'label',
            title: t(words.point),
            cell: ({ label, kind }) => (kind === 'finish' ? t(words.finish) : label),
          },
          {
            key: 'at',
            title: t(words.moment),
            figures: true,
            className: 'hidden md:table-cell',
            cell: ({ at }) => dateText(at, lang, 'second', timezone) || '–',
          },
          {
            key: 'ms',
            title: t(words.time),
            figures: true,
            cell: ({ ms, derived_ms }) => (
              <>
                {time(ms) ?? '–'}
                {derived_ms !== ms && result?.corrected ? (
                  <span className="block text-14 text-soft">
                    {t(words.derived, { time: time(derived_ms) ?? t(words.none) })}
                  </span>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

const ReadsCard = (props: { reads: readonly ReadJudged[]; timezone: string; onChoose: (read: ReadJudged) => void }) => {
  const { reads, timezone, onChoose } = props
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.raw)}>
      {reads.length === 0 ? <p className="text-soft">{t(words.raw_none)}</p> : null}
      <ul className="divide-y divide-line">
        {reads.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="figures w-20 font-medium">{dateText(one.at, lang, 'second', timezone)}</span>
            <span className="min-w-0 flex-1">
              <span className="block">
                {one.station}
                {one.label ? ` → ${one.label}` : ''}
              </span>
              <span className="figures block text-14 text-soft">
                {one.device} · {one.chip}
                {one.kind ? ` · ${one.kind}` : ''}
                {one.margin_ms === null ? '' : ` · ${t(...marginText(one.margin_ms))}`}
              </span>
            </span>
            <Chip
              tone={
                one.verdict === 'believed'
                  ? 'success'
                  : one.verdict === 'not_placed' || one.verdict === 'ignored'
                    ? 'warning'
                    : 'plain'
              }
            >
              {t(verdictWords[one.verdict])}
            </Chip>
            <Button look="quiet" className="text-14" onClick={() => onChoose(one)}>
              {t(one.ignored ? words.believe : words.ignore)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
