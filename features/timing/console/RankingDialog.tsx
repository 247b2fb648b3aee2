import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Ranking } from '#features/results/rules.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { countText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { filledTexts } from '#contract/words.ts'
import { type EventRanking, consoleTimingRank, consoleTimingRanking } from '../course/ranking.contract.ts'
import { words } from './console.words.ts'
import { rankingWords as labels } from './ranking.words.ts'
import { Problem } from './Problem.tsx'
import { TeamRulesPart, usualTeams, wrongTeams } from './TeamRulesPart.tsx'
import { teamRulesWords as teamText } from './teamRules.words.ts'

type Props = { raceid: number; eventid: number; name: string; onClose: () => void; onDone: () => void }

/** Edits the ranking of an event, and the titles of its split table. */
export const RankingDialog = ({ raceid, eventid, name, onClose, onDone }: Props) => {
  const t = useWords()
  const found = useAsk(consoleTimingRanking, { raceid }, { staleTime: 0 })
  const event = found.data?.items.find((one) => one.eventid === eventid)
  const title = `${t(labels.title)} · ${name}`
  if (event && !found.isFetching)
    return <Form raceid={raceid} event={event} title={title} onClose={onClose} onDone={onDone} />
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-11" lines={6} />
      )}
    </Dialog>
  )
}

type Keyed<Row> = { row: Row; n: number }
const keyed = <Row,>(rows: readonly Row[]): Keyed<Row>[] => rows.map((row, n) => ({ row, n }))
const after = (rows: readonly { n: number }[]) => Math.max(-1, ...rows.map(({ n }) => n)) + 1

const Form = ({
  raceid,
  event,
  title,
  onClose,
  onDone,
}: Omit<Props, 'eventid' | 'name'> & { event: EventRanking; title: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const [ranking, setRanking] = useState(event.ranking)
  const [bands, setBands] = useState(() => keyed(event.ranking.age_bands))
  const [titles, setTitles] = useState(event.split_titles)
  const [points, setPoints] = useState(() => keyed<{ label: string; metres: number | null }>(event.points))
  const [teams, setTeams] = useState(() => event.ranking.teams ?? usualTeams(event.ranking.basis))
  const [ranksTeams, setRanksTeams] = useState(event.ranking.teams !== null)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingRank)
  const set = (patch: Partial<Ranking>) => setRanking({ ...ranking, ...patch })
  const save = async () => {
    setRefused(undefined)
    try {
      const { moved } = await send.mutateAsync({
        raceid,
        eventid: event.eventid,
        split_titles: { ...titles, second: filledTexts(titles.second), third: filledTexts(titles.third) },
        ranking: { ...ranking, age_bands: bands.map(({ row }) => row), teams: ranksTeams ? teams : null },
        points: points.flatMap(({ row: { label, metres } }) =>
          label.trim() === '' || metres === null ? [] : [{ label: label.trim(), metres }],
        ),
      })
      toastSuccess(t(labels.done, { n: countText(moved) }))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const wrong = ranksTeams ? wrongTeams(teams) : undefined
  const choice = <Field extends 'basis' | 'ties' | 'rounding' | 'pace_rounding'>(
    field: Field,
    options: Record<Ranking[Field], string>,
  ) => (
    <Select
      label={t(labels[field])}
      value={ranking[field]}
      onChange={(change) => set({ [field]: change.target.value })}
      options={Object.entries<string>(options).map(([value, label]) => ({ value, label }))}
    />
  )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      actions={
        <Button busy={send.isPending} disabledReason={wrong && t(wrong)} onClick={() => void save()}>
          {t(words.save)}
        </Button>
      }
    >
      <p className="mb-4 text-14 text-soft">{t(labels.description)}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {choice('basis', { gun: t(labels.gun), net: t(labels.net) })}
        {choice('ties', { shared: t(labels.shared), fraction: t(labels.fraction) })}
        {choice('rounding', { ceil: t(labels.ceil), floor: t(labels.floor) })}
        {choice('pace_rounding', { round: t(labels.round), ceil: t(labels.up), floor: t(labels.down) })}
      </div>
      <div className="mt-2">
        <Checkbox
          checked={!ranking.double_dipping}
          onChange={(change) => set({ double_dipping: !change.target.checked })}
        >
          {t(labels.single)}
        </Checkbox>
      </div>
      {ranking.double_dipping ? null : (
        <NumberInput
          className="md:w-1/2"
          label={t(labels.top_out)}
          value={ranking.top_out}
          onChange={(value) => set({ top_out: value })}
        />
      )}
      <h3 className="mb-3 mt-6 font-bold">{t(labels.bands)}</h3>
      <Select
        className="mb-4 md:max-w-96"
        label={t(teamText.age_basis)}
        value={ranking.age_basis}
        onChange={(change) => set({ age_basis: change.target.value as Ranking['age_basis'] })}
        options={[
          { value: 'race_day', label: t(teamText.race_day) },
          { value: 'calendar_year', label: t(teamText.calendar_year) },
        ]}
      />
      <AgeBands bands={bands} onChange={setBands} />
      <TeamRulesPart on={ranksTeams} teams={teams} onSwitch={setRanksTeams} onChange={setTeams} />
      <h3 className="mb-3 mt-6 font-bold">{t(labels.splits)}</h3>
      <SplitColumns titles={titles} raceSwaps={event.race_swaps} onChange={setTitles} />
      <h3 className="mb-1 mt-6 font-bold">{t(labels.points)}</h3>
      <p className="mb-3 text-14 text-soft">{t(labels.points_text)}</p>
      <MeasuredPoints points={points} onChange={setPoints} />
      <Problem refused={refused} />
      {refused && Object.keys(refused.fields).length > 0 ? (
        <div role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {[...new Set(Object.values(refused.fields))].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
    </Dialog>
  )
}

type Band = Ranking['age_bands'][number]
const AgeBands = (props: { bands: readonly Keyed<Band>[]; onChange: (bands: Keyed<Band>[]) => void }) => {
  const { bands, onChange } = props
  const t = useWords()
  return (
    <>
      <ul className="grid gap-2">
        {bands.map(({ row, n }, at) => {
          const change = (patch: Partial<typeof row>) =>
            onChange(bands.map((one) => (one.n === n ? { n, row: { ...one.row, ...patch } } : one)))
          return (
            <li key={n} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-3 md:max-w-96">
              <NumberInput
                bare
                label={t(labels.band_from, { n: at + 1 })}
                value={row.from}
                onChange={(from) => change({ from })}
              />
              <span aria-hidden>–</span>
              <NumberInput
                bare
                empty
                label={t(labels.band_to, { n: at + 1 })}
                unit={row.to === null ? t(labels.open) : ''}
                value={row.to}
                onChange={(to) => change({ to })}
              />
              <IconButton
                label={t(labels.drop, { name: row.to === null ? `${row.from}+` : `${row.from}-${row.to}` })}
                onClick={() => onChange(bands.filter((one) => one.n !== n))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button
        look="plain"
        className="mt-3"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          onChange([
            ...bands,
            { n: after(bands), row: { from: (bands.at(-1)?.row.to ?? bands.at(-1)?.row.from ?? -1) + 1, to: null } },
          ])
        }
      >
        {t(labels.band_add)}
      </Button>
    </>
  )
}

type Titles = EventRanking['split_titles']
const SplitColumns = (props: { titles: Titles; raceSwaps: boolean; onChange: (titles: Titles) => void }) => {
  const { titles, raceSwaps, onChange } = props
  const t = useWords()
  return (
    <div className="grid gap-4">
      <Select
        label={t(labels.columns)}
        value={titles.swapped === null ? '' : titles.swapped ? 'swapped' : 'usual'}
        onChange={(change) =>
          onChange({ ...titles, swapped: change.target.value === '' ? null : change.target.value === 'swapped' })
        }
        options={[
          { value: '', label: t(labels.as_race, { columns: t(raceSwaps ? labels.swapped : labels.usual) }) },
          { value: 'usual', label: t(labels.usual) },
          { value: 'swapped', label: t(labels.swapped) },
        ]}
      />
      <WordsInput
        label={t(labels.second)}
        max={20}
        value={titles.second}
        onChange={(second) => onChange({ ...titles, second: filledTexts(second) })}
      />
      <WordsInput
        label={t(labels.third)}
        max={20}
        value={titles.third}
        onChange={(third) => onChange({ ...titles, third: filledTexts(third) })}
      />
    </div>
  )
}

type Point = { label: string; metres: number | null }
const MeasuredPoints = (props: { points: readonly Keyed<Point>[]; onChange: (points: Keyed<Point>[]) => void }) => {
  const { points, onChange } = props
  const t = useWords()
  return (
    <>
      <ul className="grid gap-2">
        {points.map(({ row, n }) => {
          const change = (patch: Partial<typeof row>) =>
            onChange(points.map((one) => (one.n === n ? { n, row: { ...one.row, ...patch } } : one)))
          return (
            <li key={n} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 md:max-w-96">
              <TextInput
                label={t(words.label)}
                maxLength={20}
                value={row.label}
                onChange={(event) => change({ label: event.target.value })}
              />
              <NumberInput
                empty
                decimals={2}
                label={t(words.metres)}
                unit="m"
                value={row.metres}
                onChange={(metres) => change({ metres })}
              />
              <IconButton
                label={t(labels.drop, { name: row.label })}
                onClick={() => onChange(points.filter((one) => one.n !== n))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button
        look="plain"
        className="mt-3"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => onChange([...points, { n: after(points), row: { label: '', metres: null } }])}
      >
        {t(labels.point_add)}
      </Button>
    </>
  )
}
