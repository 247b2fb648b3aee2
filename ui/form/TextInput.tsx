import { X } from 'lucide-react'
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useRef,
} from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { useWords } from '../language/lang.tsx'
import { caretAfter, masked } from '../language/mask.ts'
import { words } from '../language/words.ts'
import { usePasting } from './pasting/pasting.ts'

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
    /** The mask of the text, such as `999 9999 9999`. 9 stands for a digit, a for a letter, * for either. */
    mask?: string
    ref?: Ref<HTMLInputElement>
    /** Empties the field. If this function is given, a field with a text shows a button that calls the function. */
    onClear?: () => void
    /** Content inside the field, before the typed text. */
    before?: ReactNode
    /** Content after the field, such as a button that sends a code. */
    after?: ReactNode
    inputClassName?: string
  }

/** One line of text. The caller may hold the value (`value`) or leave it to the field. */
export const TextInput = ({
  label,
  error,
  hint,
  optional,
  bare,
  className,
  mask,
  onChange,
  onClear,
  before,
  after,
  inputClassName = '',
  ...rest
}: Props) => {
  const t = useWords()
  const own = useRef<HTMLInputElement | null>(null)
  const pasting = usePasting(rest.maxLength, rest.value)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    pasting.changed(event)
    if (mask && !(event.nativeEvent as InputEvent).isComposing) {
      const before = input.value
        .slice(0, input.selectionStart ?? input.value.length)
        .replace(/[^A-Za-z0-9]/g, '').length
      input.value = masked(input.value, mask)
      const caret = caretAfter(input.value, before)
      input.setSelectionRange(caret, caret)
    }
    onChange?.(event)
  }
  return (
    <Field {...{ label, error: error ?? pasting.tooLong, hint, optional, bare, className }}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <div className="relative min-w-0 flex-[1_1_7rem]">
            {before ? (
              <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-soft">
                {before}
              </span>
            ) : null}
            <input
              autoComplete="off"
              dir="auto"
              {...rest}
              {...control}
              aria-invalid={control['aria-invalid'] ?? rest['aria-invalid']}
              ref={(element) => {
                own.current = element
                if (typeof rest.ref === 'function') rest.ref(element)
                else if (rest.ref) rest.ref.current = element
              }}
              onChange={change}
              onPaste={(event) => {
                pasting.paste(event)
                rest.onPaste?.(event)
              }}
              className={`field ${before ? 'pl-11' : ''} ${onClear ? 'pr-12' : ''} ${inputClassName}`}
            />
            {onClear && rest.value ? (
              <button
                type="button"
                aria-label={t(words.clear)}
                onClick={() => {
                  onClear()
                  own.current?.focus()
                }}
                className={
                  'absolute inset-y-0 right-0 flex w-12 items-center ' +
                  'justify-center rounded text-soft hover:text-ink'
                }
              >
                <X className="size-5" aria-hidden />
              </button>
            ) : null}
          </div>
          {after}
        </div>
      )}
    </Field>
  )
}

type AreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> }
export const TextArea = ({ label, error, hint, optional, bare, className, ...rest }: AreaProps) => {
  const pasting = usePasting(rest.maxLength, rest.value)
  return (
    <Field {...{ label, error: error ?? pasting.tooLong, hint, optional, bare, className }}>
      {(control) => (
        <textarea
          rows={4}
          dir="auto"
          {...rest}
          {...control}
          aria-invalid={control['aria-invalid'] ?? rest['aria-invalid']}
          onChange={(event) => {
            pasting.changed(event)
            rest.onChange?.(event)
          }}
          onPaste={(event) => {
            pasting.paste(event)
            rest.onPaste?.(event)
          }}
          className="field"
        />
      )}
    </Field>
  )
}
