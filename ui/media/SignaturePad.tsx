import { Eraser } from 'lucide-react'
import { type PointerEvent, useId, useRef } from 'react'
import { Button } from '../form/Button.tsx'
import { FieldError } from '../form/Field.tsx'
import { useWords } from '../language/lang.tsx'
import { Segmented } from '../form/Segmented.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { words } from '../language/words.ts'

/** The size of the field for the signature. A stroke is a path of moves and lines on the field, in whole numbers. */
const WIDE = 600
const HIGH = 200
const step = 3

export type Signature = { way: 'draw' | 'type'; strokes: string; typed: string }
export const unsigned: Signature = { way: 'draw', strokes: '', typed: '' }

type Props = {
  label: string
  value: Signature
  onChange: (value: Signature) => void
  /** The signer's name: the typed text must equal it. */ signer: string
  error?: string | undefined
  typedError?: string | undefined
  /** True if the pad leaves the typed name out, because another person watches the signing. */
  drawOnly?: boolean
}

/** A signature by finger, pen or mouse, or the typed name by keyboard. */
export const SignaturePad = ({ label, value, onChange, signer, error, typedError, drawOnly }: Props) => {
  const t = useWords()
  const id = useId()
  const drawing = useRef<{ path: string; x: number; y: number } | undefined>(undefined)
  const at = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (part: number, most: number) => Math.max(0, Math.min(most, Math.round(part * most)))
    return {
      x: within((event.clientX - box.left) / box.width, WIDE),
      y: within((event.clientY - box.top) / box.height, HIGH),
    }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = at(event)
    drawing.current = { path: `${value.strokes}M${x} ${y}`, x, y }
  }
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const now = drawing.current
    if (!now) return
    const { x, y } = at(event)
    if (Math.hypot(x - now.x, y - now.y) < step || now.path.length > 19_000) return
    drawing.current = { path: `${now.path}L${x} ${y}`, x, y }
    onChange({ ...value, strokes: drawing.current.path })
  }
  const end = () => void (drawing.current = undefined)
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-16 font-medium">{label}</legend>
      {drawOnly ? null : (
        <Segmented
          label={t(words.signature_way)}
          value={value.way}
          onChange={(way) => onChange({ ...value, way: way as Signature['way'] })}
          options={[
            { value: 'draw', label: t(words.signature_draw) },
            { value: 'type', label: t(words.signature_type) },
          ]}
        />
      )}
      {value.way === 'draw' ? (
        <>
          <div
            className={
              'relative overflow-hidden rounded border bg-surface ' + (error ? 'border-danger-ink' : 'border-edge')
            }
          >
            <svg
              role="img"
              aria-label={t(value.strokes ? words.signature_there : words.signature_here)}
              viewBox={`0 0 ${WIDE} ${HIGH}`}
              className="block w-full cursor-crosshair touch-none select-none"
              onPointerDown={begin}
              onPointerMove={go}
              onPointerUp={end}
              onPointerCancel={end}
            >
              <path
                d={`M40 ${HIGH - 44}H${WIDE - 40}`}
                stroke="var(--c-line)"
                strokeWidth={2}
                strokeDasharray="2 8"
                strokeLinecap="round"
              />
              <path
                d={value.strokes}
                fill="none"
                stroke="var(--c-ink)"
                strokeWidth={4}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            {value.strokes ? null : (
              <p
                aria-hidden
                className={
                  'pointer-events-none absolute inset-0 flex items-center ' +
                  'justify-center px-4 text-center text-soft'
                }
              >
                {t(words.signature_here)}
              </p>
            )}
          </div>
          <div className="flex min-h-11 items-center justify-between gap-3">
            <p className="text-14 text-soft">{signer}</p>
            {value.strokes ? (
              <Button
                look="quiet"
                className="-mr-3 px-3"
                icon={<Eraser className="size-5" aria-hidden />}
                onClick={() => onChange({ ...value, strokes: '' })}
              >
                {t(words.clear)}
              </Button>
            ) : null}
          </div>
          {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
        </>
      ) : (
        <TextInput
          label={t(words.signature_name)}
          hint={t(words.signature_name_hint, { name: signer })}
          error={typedError ?? error}
          value={value.typed}
          onChange={(event) => onChange({ ...value, typed: event.target.value })}
          maxLength={80}
          autoComplete="off"
          data-field="typed"
        />
      )}
    </fieldset>
  )
}

export const SignatureShown = ({
  strokes,
  typed,
  label,
}: {
  strokes: string | null
  typed: string | null
  label: string
}) =>
  strokes ? (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDE} ${HIGH}`} className="block w-full max-w-[20rem]">
      <path
        d={strokes}
        fill="none"
        stroke="var(--c-ink)"
        strokeWidth={4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  ) : typed ? (
    <p className="text-20 italic">{typed}</p>
  ) : null
