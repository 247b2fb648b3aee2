import { Check } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { FieldError } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
  children: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A check box whose whole sentence can be pressed. */
export const Checkbox = ({ children, error, ...rest }: Props) => {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <span className="relative mt-0.5 flex size-5 shrink-0">
          <input
            {...rest}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            className={
              'peer size-5 shrink-0 cursor-pointer appearance-none rounded-[6px] border border-edge ' +
              'bg-surface checked:border-strong checked:bg-strong aria-invalid:border-danger-ink'
            }
          />
          <Check
            className="pointer-events-none absolute inset-0.5 size-4 text-on-strong opacity-0 peer-checked:opacity-100"
            strokeWidth={3}
            aria-hidden
          />
        </span>
        <span className="min-w-0 text-16">{children}</span>
      </label>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}
