import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type CourseEdited, consoleTimingCourse } from '../contract.ts'
import type { CoursePoint, TimingRules, Wave } from '../course/course.contract.ts'
import { standardPoints, trailPoints } from '../reads/lists.rules.ts'
import { shapeWords, words } from './console.words.ts'
import { courseWords } from './course.words.ts'
import { PointRow } from './PointRow.tsx'
import { Problem } from './Problem.tsx'

type Props = {
  raceid: number
  event: CourseEdited
  stations: readonly { id: number; name: string }[]
  onClose: () => void
  onDone: () => void
}

const RulesPart = ({
  rules,
  errorAt,
  onChange,
}: {
  rules: TimingRules
  errorAt: (field: string) => string | undefined
  onChange: (rules: TimingRules) => void
}) => {
  const t = useWords()
  const number = (
    field: 'min_lap' | 'start_window' | 'early' | 'fastest' | 'usual',
    label: string,
    unit: string,
    hint?: string,
  ) => (
    <NumberInput
      label={label}
      unit={unit}
      {...(hint === undefined ? {} : { hint })}
      value={rules[field]}
      error={errorAt(`rules.${field}`)}
      onChange={(value) => onChange({ ...rules, [field]: value })}
    />
  )
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start">
      <Select
        label={t(words.shape)}
        value={rules.shape}
        options={(Object.keys(shapeWords) as (keyof typeof shapeWords)[]).map((shape) => ({
          value: shape,
          label: t(shapeWords[shape]),
        }))}
        onChange={(change) => onChange({ ...rules, shape: change.target.value as typeof rules.shape })}
      />
      <Select
        label={t(courseWords.without_start)}
        value={rules.without_start}
        options={[
          { value: 'gun', label: t(courseWords.from_gun) },
          { value: 'none', label: t(courseWords.no_net) },
        ]}
        onChange={(change) => onChange({ ...rules, without_start: change.target.value === 'none' ? 'none' : 'gun' })}
      />
      {number('min_lap', t(words.min_lap), t(words.seconds))}
      {number('start_window', t(words.start_window), t(words.seconds))}
      {number('early', t(courseWords.early), t(words.seconds), t(courseWords.early_text))}
      <div className="grid grid-cols-2 items-start gap-4">
        {number('fastest', t(courseWords.fastest), t(courseWords.per_km))}
        {number('usual', t(courseWords.usual), t(courseWords.per_km))}
      </div>
    </div>
  )
}

export const CourseDialog = ({ raceid, event, stations, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [points, setPoints] = useState(() => event.points.map((point, n) => ({ ...point, n })))
  const [waves, setWaves] = useState(() => event.waves.map((wave, n) => ({ ...wave, n })))
  const changeWave = (n: number, change: Partial<Wave>) =>
    setWaves(waves.map((one) => (one.n === n ? { ...one, ...change } : one)))
  const [rules, setRules] = useState(event.rules)
  const [live, setLive] = useState(event.live)
  const [next, setNext] = useState(event.points.length)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingCourse)
  const add = (more: readonly CoursePoint[]) => {
    setPoints([...points, ...more.map((point, at) => ({ ...point, n: next + at }))])
    setNext(next + more.length)
  }
  const wrong = points.some(({ cutoff, mass_start }) => Number.isNaN(cutoff) || Number.isNaN(mass_start))
  const save = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({ raceid, eventid: event.eventid, points, waves, rules, live })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const empty: CoursePoint = {
    label: '',
    kind: 'split',
    metres: null,
    stationid: null,
    take: null,
    cutoff: null,
    required: false,
    mass_start: null,
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${t(words.points)} · ${event.event}`}
      actions={
        <Button
          busy={send.isPending}
          disabledReason={wrong ? t(courseWords.mend_first) : undefined}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {points.map((point, at) => (
          <PointRow
            key={point.n}
            point={point}
            at={at}
            relay={rules.shape === 'relay'}
            stations={stations}
            error={refused?.fields[`points.${at}.label`]}
            onChange={(change) => setPoints(points.map((one) => (one.n === point.n ? { ...one, ...change } : one)))}
            onUp={() => setPoints(points.flatMap((one, n) => (n === at - 1 ? [point, one] : n === at ? [] : [one])))}
            onDrop={() => setPoints(points.filter((one) => one.n !== point.n))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 pt-3">
        <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => add([empty])}>
          {t(words.point_add)}
        </Button>
        {points.length === 0 && event.distance !== null ? (
          <Button look="plain" onClick={() => add(standardPoints(event.distance!))}>
            {t(words.standard)}
          </Button>
        ) : null}
        {points.length === 0 ? (
          <Button look="plain" onClick={() => add(trailPoints(event.distance))}>
            {t(courseWords.trail)}
          </Button>
        ) : null}
      </div>
      <h3 className="mb-3 mt-6 font-bold">{t(words.waves)}</h3>
      <ul className="grid gap-3">
        {waves.map((wave, at) => (
          <li key={wave.n} className="grid gap-3 md:grid-cols-[8rem_1fr_auto] md:items-start">
            <TextInput
              label={t(words.label)}
              value={wave.name}
              maxLength={20}
              error={refused?.fields[`waves.${at}.name`]}
              onChange={(change) => changeWave(wave.n, { name: change.target.value })}
            />
            <TextInput
              label={t(words.wave_zones)}
              hint={t(words.wave_zones_hint)}
              defaultValue={wave.zones.join(', ')}
              error={refused?.fields[`waves.${at}.zones`]}
              onChange={(change) =>
                changeWave(wave.n, { zones: change.target.value.split(/[,，、\s]+/).filter(Boolean) })
              }
            />
            {waves.length > 1 ? (
              <IconButton
                className="md:mt-7"
                label={t(words.point_drop, { label: wave.name })}
                onClick={() => setWaves(waves.filter(({ n }) => n !== wave.n))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      <Button
        look="plain"
        className="mt-3"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          setWaves([
            ...waves,
            { name: String(waves.length + 1), zones: [], gun: null, n: Math.max(-1, ...waves.map(({ n }) => n)) + 1 },
          ])
        }
      >
        {t(words.wave_add)}
      </Button>
      <h3 className="mb-3 mt-6 font-bold">{t(words.rules)}</h3>
      <RulesPart rules={rules} errorAt={(field) => refused?.fields[field]} onChange={setRules} />
      <div className="mt-4">
        <Checkbox checked={live} onChange={(change) => setLive(change.target.checked)}>
          {t(words.live_set)}
        </Checkbox>
      </div>
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
