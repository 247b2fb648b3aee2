import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useWords } from '../language/lang.tsx'

type Props = Omit<FieldProps, 'error'> & {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  unit?: string
  /** The change by an arrow key. With Shift the change is ten times as large. */ step?: number
  onRest?: () => void
}

/**
 * A number within its limits, negative numbers too. The field drops signs that belong to no number. Any other wrong
 * text stays, with the reason below it, and changes nothing.
 */
export const MeasureInput = ({ value, onChange, min, max, unit, step = 1, onRest, ...field }: Props) => {
  const t = useWords()
  const shown = String(Math.round(value * 100) / 100)
  const [typed, setTyped] = useState<string>()
  const said = (text: string): string | undefined => {
    const number = Number(text)
    if (text.trim() === '' || !Number.isFinite(number)) return t(wrong.number)
    return number < min ? t(wrong.too_small, { n: min }) : number > max ? t(wrong.too_big, { n: max }) : undefined
  }
  const error = typed === undefined ? undefined : said(typed)
  const read = (text: string) =>
    text
      .normalize('NFKC')
      .replace(/[−–]/g, '-')
      .replace(/[^\d.-]/g, '')
  const take = (text: string) => {
    setTyped(text)
    if (said(text) === undefined) onChange(Number(text))
  }
  return (
    <Field {...field} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            autoComplete="off"
            inputMode={min < 0 ? 'text' : 'decimal'}
            className={`field figures ${unit ? 'pr-9' : ''}`}
            value={typed ?? shown}
            onFocus={() => setTyped(shown)}
            onChange={(event) => take(read(event.target.value))}
            onBlur={() => {
              if (error === undefined) setTyped(undefined)
              onRest?.()
            }}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0
              if (by === 0) return
              event.preventDefault()
              take(
                String(Math.min(max, Math.max(min, Math.round((value + by * (event.shiftKey ? 10 : 1)) * 100) / 100))),
              )
            }}
          />
          {unit ? (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-14 text-soft">
              {unit}
            </span>
          ) : null}
        </div>
      )}
    </Field>
  )
}
