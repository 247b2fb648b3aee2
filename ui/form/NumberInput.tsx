import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { useWords } from '../language/lang.tsx'
import type { FieldProps } from './Field.tsx'
import { type NumberFault, type NumberLimits, fenOf, readNumber, yuanOf } from './numbers.ts'
import { TextInput } from './TextInput.tsx'

type Common = Omit<FieldProps, 'optional'> &
  NumberLimits & {
    value: number | null
    /** The unit of the number. The page shows it after the field. */
    unit?: string
    disabled?: boolean
  }
/**
 * `empty` means that the field may be empty although its label does not say so. The value is NaN if the typed text is
 * no number.
 */
type Filled = { optional?: false; empty?: false; onChange: (value: number) => void }
type MayBeEmpty = ({ optional: true; empty?: true } | { empty: true; optional?: false }) & {
  onChange: (value: number | null) => void
}
type Props = Common & (Filled | MayBeEmpty)

/**
 * A field for a number. Without `decimals` and `min` the number is whole and not negative. The typed text stays as it
 * is. If the text is no valid number, the field shows the fault below itself, and the form cannot be saved (faults.ts).
 */
export const NumberInput = ({ value, onChange, unit, empty, decimals, min, max, ...field }: Props) => {
  const t = useWords()
  const mayBeEmpty = empty ?? field.optional ?? false
  const limits = {
    ...(decimals === undefined ? {} : { decimals }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
  const shown = value === null || Number.isNaN(value) ? '' : String(value)
  const [typed, setTyped] = useState<{ text: string; gave: number | null }>()
  // A value from outside, such as a value after an undo, replaces the typed text.
  const text = typed !== undefined && Object.is(typed.gave, value) ? typed.text : shown
  const read = readNumber(text, limits)
  const fault: NumberFault | undefined =
    read === 'empty'
      ? typed !== undefined && text === typed.text && !mayBeEmpty
        ? { message: wrong.required }
        : undefined
      : 'fault' in read
        ? read.fault
        : undefined
  const said = fault && t(fault.message, fault.n === undefined ? {} : { n: fault.n })
  return (
    <TextInput
      {...field}
      error={said ?? field.error}
      {...(fault ? { 'data-fault': true } : {})}
      inputMode={decimals ? 'decimal' : min !== undefined && min < 0 ? 'text' : 'numeric'}
      inputClassName="figures"
      value={text}
      after={unit ? <span className="flex items-center text-14 text-soft">{unit}</span> : undefined}
      onChange={(event) => {
        const now = readNumber(event.target.value, limits)
        const gave = now === 'empty' ? (mayBeEmpty ? null : Number.NaN) : 'value' in now ? now.value : Number.NaN
        setTyped({ text: event.target.value, gave })
        // `gave` is null only if the field may be empty, and then `onChange` takes null.
        ;(onChange as (value: number | null) => void)(gave)
      }}
    />
  )
}

type MoneyProps = Omit<Common, 'decimals' | 'min'> & (Filled | MayBeEmpty)
/** An amount, typed in yuan. `value`, `max` and the reported value are in fen. */
export const MoneyInput = ({ value, onChange, max, ...field }: MoneyProps) => {
  const give = (yuan: number | null) => (onChange as (fen: number | null) => void)(yuan === null ? null : fenOf(yuan))
  return (
    <NumberInput
      {...(field as Omit<Common, 'value'> & MayBeEmpty)}
      {...(max === undefined ? {} : { max: yuanOf(max) })}
      decimals={2}
      value={value === null ? null : yuanOf(value)}
      onChange={give}
    />
  )
}
