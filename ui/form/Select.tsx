import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }
type Props = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & {
    options: readonly SelectOption[]
    /** The text while nothing is chosen. */ placeholder?: string
    ref?: Ref<HTMLSelectElement>
  }

/** A choice from the browser's own list: a wheel on a phone, a menu on a desktop. */
export const Select = ({ label, error, hint, optional, bare, className, options, placeholder, ...rest }: Props) => (
  <Field {...{ label, error, hint, optional, bare, className }}>
    {(control) => (
      <div className="relative">
        <select {...rest} {...control} className="field appearance-none pr-10">
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label: said, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {said}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute right-3.5 top-1/2 size-5 -translate-y-1/2 text-soft"
          aria-hidden
        />
      </div>
    )}
  </Field>
)
