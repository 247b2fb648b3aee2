import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { durationText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { resultsTeams } from '#features/results/teams/teams.contract.ts'
import { consoleTimingCorrect } from '../corrections/corrections.contract.ts'
import { secondsIn } from '../reads/lists.rules.ts'
import { timingOutcomeWords, reinstated, words } from './console.words.ts'
import { Problem } from './Problem.tsx'
import { teamRulesWords as labels } from './teamRules.words.ts'

export type Correcting = 'time' | 'outcome' | 'swap' | 'team'
const rulings = ['dsq', 'dnf', 'dns', 'finished'] as const
const textOf = (ms: number | null) => (ms === null ? '' : durationText(Math.ceil(ms / 1000)))
const titles = {
  time: words.correct_time,
  outcome: words.correct_outcome,
  team: labels.correct,
  swap: words.correct_swap,
}
type Ruling = (typeof rulings)[number]
type Props = {
  raceid: number
  eventid: number
  bib: string
  what: Correcting
  points: readonly { label: string; kind: string; ms: number | null }[]
  outcome: string
  team: string | null
  onClose: () => void
  onDone: () => void
}

/** The dialog for a correction with its reason. A disqualification also names its rule. */
export const CorrectResultDialog = ({ raceid, eventid, bib, what, points, outcome, team, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const finish = points.find(({ kind }) => kind === 'finish')
  const [point, setPoint] = useState('finish')
  const [typed, setTyped] = useState(textOf(finish?.ms ?? null))
  const [ruling, setRuling] = useState<Ruling>(
    outcome === 'dsq' || outcome === 'dnf' || outcome === 'dns' ? 'finished' : 'dsq',
  )
  const [rule, setRule] = useState('')
  const [other, setOther] = useState('')
  const [runsFor, setRunsFor] = useState(team ?? '')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingCorrect)
  const seconds = secondsIn(typed)
  const wrong =
    what === 'time' && typed.trim() !== '' && (seconds === null || (seconds === 0 && point !== 'start'))
      ? t(words.time_wrong)
      : undefined
  const missing =
    wrong ??
    (what === 'swap' && ['', bib].includes(other.trim().toUpperCase())
      ? t(words.other_missing)
      : what === 'outcome' && ruling === 'dsq' && rule.trim() === ''
        ? t(words.rule_missing)
        : reason.trim() === ''
          ? t(words.reason_missing)
          : undefined)
  const save = async () => {
    setRefused(undefined)
    const change =
      what === 'time'
        ? { kind: 'time' as const, point, ms: seconds === null ? null : seconds * 1000 }
        : what === 'outcome'
          ? { kind: 'outcome' as const, outcome: ruling, rule: rule.trim() || null }
          : what === 'team'
            ? { kind: 'team' as const, team: runsFor.trim() }
            : { kind: 'swap' as const, with: other }
    try {
      await send.mutateAsync({ raceid, eventid, bib, change, reason })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const choose = (next: string) => {
    setPoint(next)
    setTyped(
      textOf(
        (next === 'finish'
          ? finish
          : next === 'start'
            ? points.find(({ kind }) => kind === 'start')
            : points.find(({ label }) => label === next)
        )?.ms ?? null,
      ),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(titles[what])} · ${bib}`}
      actions={
        <Button busy={send.isPending} disabledReason={missing} onClick={() => void save()}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4">
        {what === 'time' ? (
          <TimeFields points={points} point={point} typed={typed} wrong={wrong} onChoose={choose} onType={setTyped} />
        ) : null}
        {what === 'outcome' ? (
          <>
            <RadioCards
              label={t(words.outcome)}
              name="outcome"
              value={ruling}
              onChange={(value) => setRuling(value as Ruling)}
              options={rulings.map((one) => ({
                value: one,
                label: one === 'finished' ? t(reinstated) : t(timingOutcomeWords[one]),
              }))}
            />
            {ruling === 'dsq' ? (
              <TextInput
                label={t(words.rule)}
                hint={t(words.rule_hint)}
                value={rule}
                maxLength={60}
                onChange={(event) => setRule(event.target.value)}
              />
            ) : null}
          </>
        ) : null}
        {what === 'swap' ? (
          <TextInput
            label={t(words.other_bib)}
            value={other}
            maxLength={20}
            inputClassName="figures"
            onChange={(event) => setOther(event.target.value)}
          />
        ) : null}
        {what === 'team' ? (
          <TeamField raceid={raceid} eventid={eventid} runsFor={runsFor} onChange={setRunsFor} />
        ) : null}
        <TextInput
          label={t(words.reason)}
          hint={t(words.reason_hint)}
          value={reason}
          maxLength={300}
          error={refused?.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <Problem refused={refused} />
    </Dialog>
  )
}

type TimeProps = {
  points: Props['points']
  point: string
  typed: string
  wrong: string | undefined
  onChoose: (point: string) => void
  onType: (typed: string) => void
}
const TimeFields = ({ points, point, typed, wrong, onChoose, onType }: TimeProps) => {
  const t = useWords()
  return (
    <>
      <Select
        label={t(words.point)}
        value={point}
        options={[
          { value: 'finish', label: t(words.finish) },
          { value: 'net', label: t(words.net_only) },
          { value: 'start', label: t(words.own_start) },
          ...points
            .filter(({ kind }) => kind !== 'finish' && kind !== 'start')
            .map(({ label }) => ({ value: label, label })),
        ]}
        onChange={(event) => onChoose(event.target.value)}
      />
      <TextInput
        label={t(words.time)}
        hint={t(point === 'start' ? words.start_hint : words.time_hint)}
        placeholder={point === 'start' ? '0:01:30' : '3:24:05'}
        error={wrong}
        inputClassName="figures"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </>
  )
}

/** The field for the runner's team, which proposes the known teams. */
const TeamField = (props: { raceid: number; eventid: number; runsFor: string; onChange: (team: string) => void }) => {
  const { raceid, eventid, runsFor, onChange } = props
  const t = useWords()
  const known = useAsk(
    resultsTeams,
    { raceid, eventid, q: runsFor.trim().slice(0, 100), limit: 10 },
    { quiet: true, keep: true },
  )
  return (
    <>
      <TextInput
        label={t(labels.correct_to)}
        hint={t(labels.correct_hint)}
        value={runsFor}
        maxLength={60}
        list="known-teams"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="known-teams">
        {known.data?.items.map((one) => (
          <option key={one.team} value={one.name}>
            {one.name}
          </option>
        ))}
      </datalist>
    </>
  )
}
