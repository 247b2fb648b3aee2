import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/call.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { durationText } from '#ui/clock.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useLang, useWords } from '#ui/lang.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toastSuccess } from '#ui/Toast.tsx'
import { type CourseEdited, consoleTimingCourse } from '../contract.ts'
import { CoursePoint, pointKinds } from '../course.contract.ts'
import { secondsIn, standardPoints } from '../lists.rules.ts'
import { kindWords, shapeWords, words } from './consoleWords.ts'
import { Problem } from './Problem.tsx'

type Stations = readonly { id: number; name: string }[]
type Props = { raceid: number; event: CourseEdited; stations: Stations; onClose: () => void; onDone: () => void }
type PointProps = { point: CoursePoint; at: number; stations: Stations; error: string | undefined; onChange: (change: Partial<CoursePoint>) => void; onUp: () => void; onDrop: () => void }

const PointRow = ({ point, at, stations, error, onChange, onUp, onDrop }: PointProps) => {
  const t = useWords()
  const [cutoff, setCutoff] = useState(point.cutoff === null ? '' : durationText(point.cutoff))
  return (
    <li className="grid gap-3 py-4 md:grid-cols-3 md:items-end">
      <TextInput label={t(words.label)} value={point.label} maxLength={20} error={error} onChange={(event) => onChange({ label: event.target.value })} />
      <Select label={t(words.kind)} value={point.kind} options={pointKinds.map((kind) => ({ value: kind, label: t(kindWords[kind]) }))} onChange={(event) => onChange({ kind: event.target.value as CoursePoint['kind'] })} />
      <Select label={t(words.station)} value={String(point.stationid ?? '')} options={[{ value: '', label: t(words.station_none) }, ...stations.map(({ id, name }) => ({ value: String(id), label: name }))]} onChange={(event) => onChange({ stationid: event.target.value === '' ? null : Number(event.target.value) })} />
      <NumberInput label={t(words.metres)} unit="m" value={point.metres} onChange={(metres) => onChange({ metres })} />
      {point.kind === 'start' ? <span /> : <TextInput label={t(words.cutoff)} placeholder="6:00:00" value={cutoff} inputClassName="figures" onChange={(event) => { setCutoff(event.target.value); onChange({ cutoff: secondsIn(event.target.value) }) }} />}
      <span className="flex">
        <IconButton label={t(words.point_up, { label: point.label })} disabled={at === 0} onClick={onUp}><ArrowUp className="size-5" aria-hidden /></IconButton>
        <IconButton label={t(words.point_drop, { label: point.label })} onClick={onDrop}><Trash2 className="size-5" aria-hidden /></IconButton>
      </span>
    </li>
  )
}

/** How an event is timed: its points in order, its waves, its rules. */
export const CourseDialog = ({ raceid, event, stations, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [points, setPoints] = useState(() => event.points.map((point, n) => ({ ...point, n })))
  const [waves, setWaves] = useState(event.waves)
  const [rules, setRules] = useState(event.rules)
  const [live, setLive] = useState(event.live)
  const [next, setNext] = useState(event.points.length)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingCourse)
  const add = (more: readonly CoursePoint[]) => {
    setPoints([...points, ...more.map((point, at) => ({ ...point, n: next + at }))])
    setNext(next + more.length)
  }
  const save = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({ raceid, eventid: event.eventid, points: points.map((point) => CoursePoint.parse(point)), waves, rules, live })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const empty: CoursePoint = { label: '', kind: 'split', metres: null, stationid: null, take: null, cutoff: null, required: false, mass_start: null }
  return (
    <Dialog open wide onClose={onClose} title={`${t(words.points)} · ${event.event}`} actions={<Button busy={send.isPending} onClick={() => void save()}>{t(words.save)}</Button>}>
      <ul className="divide-y divide-line">
        {points.map((point, at) => (
          <PointRow
            key={point.n}
            point={point}
            at={at}
            stations={stations}
            error={refused?.fields[`points.${at}.label`]}
            onChange={(change) => setPoints(points.map((one) => (one.n === point.n ? { ...one, ...change } : one)))}
            onUp={() => setPoints(points.flatMap((one, n) => (n === at - 1 ? [point, one] : n === at ? [] : [one])))}
            onDrop={() => setPoints(points.filter((one) => one.n !== point.n))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 pt-3">
        <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => add([empty])}>{t(words.point_add)}</Button>
        {points.length === 0 && event.distance !== null ? <Button look="plain" onClick={() => add(standardPoints(event.distance!))}>{t(words.standard)}</Button> : null}
      </div>
      <h3 className="mb-3 mt-6 font-bold">{t(words.waves)}</h3>
      <ul className="grid gap-3">
        {waves.map((wave, at) => (
          <li key={at} className="grid gap-3 md:grid-cols-[8rem_1fr_auto] md:items-end">
            <TextInput label={t(words.label)} value={wave.name} maxLength={20} onChange={(change) => setWaves(waves.map((one, n) => (n === at ? { ...one, name: change.target.value } : one)))} />
            <TextInput label={t(words.wave_zones)} hint={t(words.wave_zones_hint)} defaultValue={wave.zones.join(', ')} onChange={(change) => setWaves(waves.map((one, n) => (n === at ? { ...one, zones: change.target.value.split(/[,，、\s]+/).filter(Boolean) } : one)))} />
            {waves.length > 1 ? <IconButton label={t(words.point_drop, { label: wave.name })} onClick={() => setWaves(waves.filter((_, n) => n !== at))}><Trash2 className="size-5" aria-hidden /></IconButton> : null}
          </li>
        ))}
      </ul>
      <Button look="plain" className="mt-3" icon={<Plus className="size-5" aria-hidden />} onClick={() => setWaves([...waves, { name: String(waves.length + 1), zones: [], gun: null }])}>{t(words.wave_add)}</Button>
      <h3 className="mb-3 mt-6 font-bold">{t(words.rules)}</h3>
      <div className="grid gap-4 md:grid-cols-3">
        <Select label={t(words.shape)} value={rules.shape} options={(Object.keys(shapeWords) as (keyof typeof shapeWords)[]).map((shape) => ({ value: shape, label: t(shapeWords[shape]) }))} onChange={(change) => setRules({ ...rules, shape: change.target.value as typeof rules.shape })} />
        <NumberInput label={t(words.min_lap)} unit={t(words.seconds)} value={rules.min_lap} onChange={(min_lap) => setRules({ ...rules, min_lap: min_lap ?? 180 })} />
        <NumberInput label={t(words.start_window)} unit={t(words.seconds)} value={rules.start_window} onChange={(start_window) => setRules({ ...rules, start_window: start_window ?? 3600 })} />
      </div>
      <div className="mt-4"><Checkbox checked={live} onChange={(change) => setLive(change.target.checked)}>{t(words.live_set)}</Checkbox></div>
      <Problem refused={refused} />
    </Dialog>
  )
}
