import { useState } from 'react'
import { text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { hexOf } from '../look/colour.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useWords } from '../language/lang.tsx'

const pick = text('选取：{what}', '選取：{what}', 'Pick: {what}')

type Props = Omit<FieldProps, 'error' | 'label'> & {
  label: string
  value: string
  onChange: (value: string) => void
  onRest?: () => void
}

/**
 * Reads a colour in any common way of writing `#rrggbb`, with or without its alpha. Undefined if the text is no colour.
 */
export const colourIn = (typed: string): string | undefined => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const alpha = /^#?([0-9a-f]{6})([0-9a-f]{2})$/.exec(text)
  return alpha ? `#${alpha[1]}${alpha[2]}` : hexOf(text)
}

/**
 * A colour that a person picks with the browser's own control or types. A text that is no colour shows an error and
 * changes nothing.
 */
export const ColourInput = ({ value, onChange, onRest, ...field }: Props) => {
  const t = useWords()
  const [typed, setTyped] = useState<string>()
  const error = typed !== undefined && colourIn(typed) === undefined ? t(wrong.format) : undefined
  return (
    <Field {...field} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t(pick, { what: field.label })}
            value={value.slice(0, 7)}
            onChange={(event) => {
              setTyped(undefined)
              onChange(event.target.value + value.slice(7))
            }}
            onBlur={onRest}
            className="h-12 w-12 shrink-0 cursor-pointer rounded border border-edge bg-surface p-1"
          />
          <input
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={9}
            className="field figures min-w-0"
            value={typed ?? value}
            onFocus={() => setTyped(value)}
            onChange={(event) => {
              setTyped(event.target.value)
              const read = colourIn(event.target.value)
              if (read) onChange(read)
            }}
            onBlur={() => {
              if (error === undefined) setTyped(undefined)
              onRest?.()
            }}
          />
        </div>
      )}
    </Field>
  )
}
