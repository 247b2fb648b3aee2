import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFollow } from '../form/useFollow.ts'
import { Field, type FieldProps } from '../form/Field.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

/**
 * Limits a typed number to min and max. An empty text counts as 0 (docs/behaviour/sign-up.md, The form), and any other
 * text that is no number gives min.
 */
export const clamped = (typed: string, min: number, max: number): number => {
  const n = typed.trim() === '' ? 0 : Number(typed)
  return Math.min(max, Math.max(min, Number.isFinite(n) ? n : min))
}

type Props = FieldProps & {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
}
export const Stepper = ({ value, onChange, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1, ...field }: Props) => {
  const t = useWords()
  const [typed, setTyped] = useState(String(value))
  useFollow(value, (next) => setTyped(String(next)))
  const set = (next: number) => onChange(clamped(String(next), min, max))
  const side =
    'flex size-12 items-center justify-center rounded text-ink hover:bg-sunk disabled:text-soft disabled:opacity-50'
  return (
    <Field {...field}>
      {(control) => (
        <div className="inline-flex items-center rounded border border-edge bg-surface">
          <button
            type="button"
            data-changes
            className={side}
            aria-label={t(words.less)}
            disabled={value <= min}
            onClick={() => set(value - step)}
          >
            <Minus className="size-5" aria-hidden />
          </button>
          <input
            {...control}
            inputMode="numeric"
            role="spinbutton"
            aria-valuenow={value}
            aria-valuemin={min}
            aria-valuemax={max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => {
              const next = clamped(typed, min, max)
              setTyped(String(next))
              onChange(next)
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowUp') set(value + step)
              if (event.key === 'ArrowDown') set(value - step)
            }}
            className="figures min-h-12 w-16 bg-transparent text-center text-16"
          />
          <button
            type="button"
            data-changes
            className={side}
            aria-label={t(words.more)}
            disabled={value >= max}
            onClick={() => set(value + step)}
          >
            <Plus className="size-5" aria-hidden />
          </button>
        </div>
      )}
    </Field>
  )
}
