import { useState } from 'react'
import type { FieldProps } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

type Props = FieldProps & {
  value: number | null
  onChange: (value: number | null) => void
  /** Its unit, behind the field. */ unit?: string
}
/** A number that is not negative, or null while the field is empty; what is typed stays as it is typed. */
export const NumberInput = ({ value, onChange, unit, ...field }: Props) => {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const same = typed.trim() === '' ? value === null : Number(typed) === value
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      inputClassName="figures"
      value={same ? typed : value === null ? '' : String(value)}
      after={unit ? <span className="flex items-center text-14 text-soft">{unit}</span> : undefined}
      onChange={(event) => {
        const text = event.target.value.normalize('NFKC').replace(/[^\d.]/g, '')
        setTyped(text)
        onChange(text === '' || !Number.isFinite(Number(text)) ? null : Number(text))
      }}
    />
  )
}
