import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { withLabel } from '../language/required.ts'
import { words } from '../language/words.ts'
import { useWords } from '../language/lang.tsx'

export type FieldProps = {
  label: ReactNode
  /** The sentence under a wrong field. */
  error?: string | undefined
  /** A sentence that helps the person to fill in the field. It stays visible. */
  hint?: ReactNode
  optional?: boolean
  /** True if the surroundings already show the label. Only screen readers then get the label. */
  bare?: boolean
  className?: string
}
type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** A label, its control, a hint and an error. The control gets the attributes that tie the four together. */
export const Field = ({
  label,
  error: wrongly,
  hint,
  optional,
  bare,
  className = '',
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) => {
  const id = useId()
  const error = withLabel(wrongly, label)
  const t = useWords()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={bare ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-2 text-14 font-medium'}
      >
        <span>{label}</span>
        {optional ? <span className="shrink-0 font-normal text-soft">{t(words.optional)}</span> : null}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-14 text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-14 text-danger-ink">
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)

/** Several controls under one question. */
export const FieldSet = (props: FieldProps & { children: ReactNode }) => {
  const { label, hint, optional, children, bare } = props
  const error = withLabel(props.error, label)
  const id = useId()
  const t = useWords()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend
        className={bare ? 'sr-only' : 'mb-1.5 flex w-full items-baseline justify-between gap-2 text-14 font-medium'}
      >
        <span>{label}</span>
        {optional ? <span className="shrink-0 font-normal text-soft">{t(words.optional)}</span> : null}
      </legend>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? <p className="mt-1.5 text-14 text-soft">{hint}</p> : null}
    </fieldset>
  )
}
