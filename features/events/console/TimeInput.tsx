import { useState } from 'react'
import { durationText } from '#ui/language/clock.ts'
import type { FieldProps } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

/**
 * An input for a time such as `1:45:00`. Its value is in seconds, or undefined while the text is empty or incomplete.
 */
export const TimeInput = ({
  value,
  onChange,
  ...field
}: FieldProps & { value: number | undefined; onChange: (seconds: number | undefined) => void }) => {
  const [typed, setTyped] = useState(durationText(value))
  const read = (text: string) => {
    const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text.trim())
    return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : undefined
  }
  return (
    <TextInput
      {...field}
      inputClassName="figures"
      value={typed}
      placeholder="1:45:00"
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(read(event.target.value))
      }}
    />
  )
}
