import { ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { durationText } from '#ui/language/clock.ts'
import type { FieldProps } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type CoursePoint, pointKinds } from '../course/course.contract.ts'
import { secondsIn } from '../reads/lists.rules.ts'
import { pointKindWords, words } from './console.words.ts'
import { courseWords } from './course.words.ts'

/** A field for a duration. Its value is NaN while the text is not a time, and null while the field is empty. */
const DurationInput = ({
  value,
  onChange,
  ...field
}: FieldProps & { value: number | null; onChange: (seconds: number | null) => void }) => {
  const t = useWords()
  const [typed, setTyped] = useState(value === null || Number.isNaN(value) ? '' : durationText(value))
  return (
    <TextInput
      {...field}
      optional
      placeholder="6:00:00"
      inputClassName="figures"
      value={typed}
      error={Number.isNaN(value) ? t(courseWords.duration_wrong) : field.error}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(event.target.value.trim() === '' ? null : (secondsIn(event.target.value) ?? Number.NaN))
      }}
    />
  )
}

type Props = {
  point: CoursePoint
  at: number
  relay: boolean
  stations: readonly { id: number; name: string }[]
  error: string | undefined
  onChange: (change: Partial<CoursePoint>) => void
  onUp: () => void
  onDrop: () => void
}

/** Edits one point of a course: its name, its position, its cut-off, and which read of a passage counts. */
export const PointRow = ({ point, at, relay, stations, error, onChange, onUp, onDrop }: Props) => {
  const t = useWords()
  const timed = point.kind !== 'start'
  return (
    <li className="grid gap-3 py-4 md:grid-cols-3 md:items-end">
      <TextInput
        label={t(words.label)}
        value={point.label}
        maxLength={20}
        error={error}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <Select
        label={t(words.kind)}
        value={point.kind}
        options={pointKinds.map((kind) => ({ value: kind, label: t(pointKindWords[kind]) }))}
        onChange={(event) => onChange({ kind: event.target.value as CoursePoint['kind'] })}
      />
      <Select
        label={t(words.station)}
        value={String(point.stationid ?? '')}
        options={[
          { value: '', label: t(words.station_none) },
          ...stations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => onChange({ stationid: event.target.value === '' ? null : Number(event.target.value) })}
      />
      <NumberInput
        empty
        decimals={2}
        label={t(words.metres)}
        unit="m"
        value={point.metres}
        onChange={(metres) => onChange({ metres })}
      />
      {timed ? (
        <DurationInput
          label={t(relay ? courseWords.handover : courseWords.cutoff)}
          value={point.cutoff}
          onChange={(cutoff) => onChange({ cutoff })}
        />
      ) : (
        <span />
      )}
      <span className="flex justify-end">
        <IconButton label={t(words.point_up, { label: point.label })} disabled={at === 0} onClick={onUp}>
          <ArrowUp className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={t(words.point_drop, { label: point.label })} onClick={onDrop}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </span>
      <details
        className="group md:col-span-3"
        open={point.take !== null || point.required || point.mass_start !== null}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-14 font-medium text-soft">
          {t(courseWords.more)}
          <ChevronDown className="size-4 transition group-open:rotate-180" aria-hidden />
        </summary>
        <div className="grid gap-3 pb-2 md:grid-cols-2 md:items-start">
          <Select
            label={t(courseWords.take)}
            hint={t(courseWords.take_text)}
            value={point.take ?? ''}
            options={[
              { value: '', label: t(courseWords.take_usual) },
              { value: 'first', label: t(courseWords.take_first) },
              { value: 'last', label: t(courseWords.take_last) },
            ]}
            onChange={(event) =>
              onChange({
                take: event.target.value === 'first' || event.target.value === 'last' ? event.target.value : null,
              })
            }
          />
          {relay && timed ? (
            <DurationInput
              label={t(courseWords.mass_start)}
              hint={t(courseWords.mass_start_text)}
              value={point.mass_start}
              onChange={(mass_start) => onChange({ mass_start })}
            />
          ) : null}
          {timed && point.kind !== 'finish' ? (
            <div className="md:col-span-2">
              <Checkbox checked={point.required} onChange={(event) => onChange({ required: event.target.checked })}>
                {t(courseWords.required)}
              </Checkbox>
            </div>
          ) : null}
        </div>
      </details>
    </li>
  )
}
