import type { Ref } from 'react'
import type { FieldProps } from './Field.tsx'
import { isoFrom, localFrom } from './localTime.ts'
import { TextInput } from './TextInput.tsx'

type Props = FieldProps & {
  value: string | null
  onChange: (iso: string | null) => void
  /** The time zone of the shown clock, which is the zone of the race. */ zone?: string
  disabled?: boolean
  /** True if the field holds seconds too. */
  seconds?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A day and a time on the race's own clock. The value is an ISO instant, or null if the field is empty. */
export const DateTimeInput = ({ value, onChange, zone = 'Asia/Shanghai', seconds, ...field }: Props) => (
  <TextInput
    {...field}
    type="datetime-local"
    {...(seconds ? { step: 1 } : {})}
    inputClassName="figures"
    defaultValue={localFrom(value, zone, seconds)}
    key={value === null ? 'none' : 'some'}
    onChange={(event) => onChange(isoFrom(event.target.value, zone))}
  />
)
