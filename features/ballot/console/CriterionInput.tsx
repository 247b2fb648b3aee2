import { useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { Criterion } from '../contract.ts'
import { ballotDrawWords as words } from './draw.words.ts'

const kinds = ['qualified', 'local', 'first_timer', 'gender', 'age', 'tag'] as const
export const blankOf = (is: Criterion['is']): Criterion => {
  switch (is) {
    case 'local':
      return { is, places: [] }
    case 'first_timer':
      return { is, races: [] }
    case 'gender':
      return { is, gender: 'female' }
    case 'age':
      return { is, from: 18, to: 34 }
    case 'tag':
      return { is, tag: '' }
    default:
      return { is }
  }
}
export const isWhole = (who: Criterion): boolean =>
  who.is === 'local'
    ? who.places.length > 0
    : who.is === 'first_timer'
      ? who.races.length > 0
      : who.is === 'tag'
        ? who.tag.trim() !== ''
        : true

/** A list that a person types with commas between the items. The typed text stays as it is. */
const ListInput = ({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
  value: readonly string[]
  onChange: (value: string[]) => void
}) => {
  const [typed, setTyped] = useState(value.join('，'))
  return (
    <TextInput
      label={label}
      hint={hint}
      value={typed}
      maxLength={300}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(
          event.target.value
            .split(/[,，、;；]/)
            .map((one) => one.trim())
            .filter((one) => one !== ''),
        )
      }}
    />
  )
}

/** The fields of a criterion: its kind and its values. */
export const CriterionInput = ({ value, onChange }: { value: Criterion; onChange: (value: Criterion) => void }) => {
  const t = useWords()
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <Select
        label={t(words.who)}
        value={value.is}
        onChange={(event) => onChange(blankOf(event.target.value as Criterion['is']))}
        options={kinds.map((is) => ({ value: is, label: t(words[`who_${is}`]) }))}
      />
      {value.is === 'local' ? (
        <ListInput
          label={t(words.localPlaces)}
          hint={t(words.localHint)}
          value={value.places}
          onChange={(places) => onChange({ is: 'local', places })}
        />
      ) : null}
      {value.is === 'first_timer' ? (
        <ListInput
          label={t(words.races)}
          hint={t(words.racesHint)}
          value={value.races.map(String)}
          onChange={(races) =>
            onChange({ is: 'first_timer', races: races.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) })
          }
        />
      ) : null}
      {value.is === 'gender' ? (
        <Select
          label={t(words.who_gender)}
          value={value.gender}
          onChange={(event) => onChange({ is: 'gender', gender: event.target.value === 'male' ? 'male' : 'female' })}
          options={[
            { value: 'female', label: t(words.female) },
            { value: 'male', label: t(words.male) },
          ]}
        />
      ) : null}
      {value.is === 'age' ? (
        <div className="grid grid-cols-2 gap-3">
          <NumberInput label={t(words.ageFrom)} value={value.from} onChange={(from) => onChange({ ...value, from })} />
          <NumberInput label={t(words.ageTo)} value={value.to} onChange={(to) => onChange({ ...value, to })} />
        </div>
      ) : null}
      {value.is === 'tag' ? (
        <TextInput
          label={t(words.tag)}
          value={value.tag}
          maxLength={40}
          onChange={(event) => onChange({ is: 'tag', tag: event.target.value })}
        />
      ) : null}
    </div>
  )
}
