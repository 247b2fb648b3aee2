import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Dotted } from '../layout/Dotted.ts'
import { FieldSet, type FieldProps } from './Field.tsx'

export type CardOption = {
  value: string
  label: ReactNode
  description?: ReactNode
  aside?: ReactNode
  disabledReason?: string | undefined
}
type Props = FieldProps & {
  name?: string
  value: string | undefined
  onChange: (value: string) => void
  options: readonly CardOption[]
  columns?: 1 | 2 | 3
  /** True if short labels are in the middle of their cards. */
  centred?: boolean
  ref?: Ref<HTMLInputElement>
}
/** The columns of the cards. If a person doubles the size of the text, there are fewer columns. */
const grids = {
  1: '',
  2: 'grid-cols-[repeat(auto-fill,minmax(max(7rem,50%_-_0.25rem),1fr))]',
  3: 'grid-cols-[repeat(auto-fill,minmax(max(4.5rem,33%_-_0.25rem),1fr))]',
}

/**
 * A choice of few options that are all visible. The options are native radios inside cards, so that arrow keys, forms
 * and screen readers work by themselves.
 */
export const RadioCards = ({ name, value, onChange, options, columns = 1, centred, ref, ...field }: Props) => {
  const own = useId()
  return (
    <FieldSet {...field}>
      <div className={`grid gap-2 ${grids[columns]}`}>
        {options.map((option, at) => {
          const chosen = option.value === value
          return (
            <label
              key={option.value}
              className={
                'relative flex min-h-12 items-center gap-3 rounded border p-3.5 transition ' +
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-ink ' +
                (option.disabledReason
                  ? 'border-line bg-sunk text-soft'
                  : chosen
                    ? 'cursor-pointer border-strong bg-tint'
                    : 'cursor-pointer border-edge bg-surface hover:bg-sunk')
              }
            >
              <input
                ref={at === 0 ? ref : undefined}
                type="radio"
                className="absolute inset-0 size-full appearance-none opacity-0"
                name={name ?? own}
                value={option.value}
                checked={chosen}
                disabled={Boolean(option.disabledReason)}
                data-wrong={field.error ? true : undefined}
                onChange={() => onChange(option.value)}
              />
              <span className={`min-w-0 flex-1 text-balance ${centred ? 'text-center' : ''}`}>
                <span className={chosen ? 'font-medium' : ''}>{option.label}</span>
                {option.description ? (
                  <span className="block text-14 text-soft">
                    {typeof option.description === 'string' ? <Dotted text={option.description} /> : option.description}
                  </span>
                ) : null}
                {option.disabledReason ? (
                  <span className="block text-14 text-soft">{option.disabledReason}</span>
                ) : null}
              </span>
              {option.aside}
              {columns === 1 ? (
                <span
                  aria-hidden
                  className={
                    'flex size-5 shrink-0 items-center justify-center rounded-full border ' +
                    (chosen ? 'border-strong bg-fill text-on-fill' : 'border-edge')
                  }
                >
                  {chosen ? <Check className="size-3.5" strokeWidth={3} /> : null}
                </span>
              ) : null}
            </label>
          )
        })}
      </div>
    </FieldSet>
  )
}
