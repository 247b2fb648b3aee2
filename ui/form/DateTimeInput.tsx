import type { Ref } from 'react'
import type { FieldProps } from './Field.tsx'
import { isoFrom, localFrom } from './localTime.ts'
import { TextInput } from './TextInput.tsx'

type Props = FieldProps & {
  value: string | null
  onChange: (iso: string | null) => void
  /** The zone of the clock: the race's. */ zone?: string
  disabled?: boolean
  /** To the second. */ seconds?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A day and a time on the race's own clock, held as an ISO instant; empty is null. */
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
