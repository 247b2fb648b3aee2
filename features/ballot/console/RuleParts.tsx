import { ChevronUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import type { BallotDeclared, Criterion } from '../contract.ts'
import { CriterionInput, blankOf } from './CriterionInput.tsx'
import { ballotDrawWords as words } from './draw.words.ts'

export type BallotSegment = BallotDeclared['segments'][number]
type Weight = BallotDeclared['weights'][number]
const box = 'grid gap-3 rounded border border-line p-3.5'

const Heading = ({ title, description, error }: { title: string; description: string; error?: string | undefined }) => (
  <div>
    <h3 className="font-medium">{title}</h3>
    <p className="text-14 text-soft">{description}</p>
    {error ? <FieldError>{error}</FieldError> : null}
  </div>
)

/** The segments except the last, in the order of the draw. The last segment has fields of its own. */
export const SegmentsPart = ({
  value,
  onChange,
  error,
}: {
  value: readonly BallotSegment[]
  onChange: (value: BallotSegment[]) => void
  error?: string | undefined
}) => {
  const t = useWords()
  const before = value.slice(0, -1)
  const last = value.at(-1)!
  const set = (at: number, one: BallotSegment) => onChange([...before.with(at, one), last])
  // The published list holds the name, so the name is short and unique.
  const nameFor = (who: Criterion): string => {
    let name: string = who.is
    for (let n = 2; value.some((one) => one.name === name); n++) name = `${who.is}_${n}`
    return name
  }
  return (
    <section className="grid gap-3">
      <Heading title={t(words.segments)} description={t(words.segmentsText)} error={error} />
      {before.map((one, at) => (
        <div key={one.name} className={box}>
          <WordsInput
            label={`${at + 1}. ${t(words.segmentName)}`}
            value={one.says}
            onChange={(says) => set(at, { ...one, says })}
          />
          <CriterionInput value={one.who} onChange={(who) => set(at, { ...one, who })} />
          <div className="flex items-end justify-between gap-3">
            <NumberInput
              empty
              className="w-40"
              label={t(words.segmentPlaces)}
              value={one.places ?? null}
              onChange={(places) => set(at, { ...one, places: places ?? undefined })}
            />
            <span className="flex">
              {at > 0 ? (
                <IconButton
                  label={t(words.up)}
                  onClick={() => onChange([...before.with(at - 1, one).with(at, before[at - 1]!), last])}
                >
                  <ChevronUp className="size-5" aria-hidden />
                </IconButton>
              ) : null}
              <IconButton
                label={`${t(words.remove)} ${at + 1}`}
                onClick={() => onChange([...before.toSpliced(at, 1), last])}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </span>
          </div>
        </div>
      ))}
      <div className={box}>
        <WordsInput
          label={`${before.length + 1}. ${t(words.segmentName)}`}
          value={last.says}
          onChange={(says) => onChange([...before, { ...last, says }])}
        />
        <p className="text-14 text-soft">
          {t(words.who)} {t(words.who_everybody)} · {t(words.segmentRest)}
        </p>
      </div>
      {value.length < 16 ? (
        <Button
          look="plain"
          className="w-fit"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() =>
            onChange([...before, { name: nameFor({ is: 'qualified' }), says: {}, who: { is: 'qualified' } }, last])
          }
        >
          {t(words.addSegment)}
        </Button>
      ) : null}
    </section>
  )
}

/** Fields for weights. A weight adds tickets to the first ticket. */
export const WeightsPart = ({
  value,
  onChange,
  error,
}: {
  value: readonly Weight[]
  onChange: (value: Weight[]) => void
  error?: string | undefined
}) => {
  const t = useWords()
  return (
    <section className="grid gap-3">
      <Heading title={t(words.weights)} description={t(words.weightsText)} error={error} />
      {value.map((one, at) => (
        <div key={at} className={box}>
          <CriterionInput value={one.who} onChange={(who) => onChange(value.with(at, { ...one, who }))} />
          <div className="flex items-end justify-between gap-3">
            <NumberInput
              className="w-40"
              label={t(words.plus)}
              value={one.plus}
              min={1}
              max={50}
              onChange={(plus) => onChange(value.with(at, { ...one, plus }))}
            />
            <IconButton label={`${t(words.remove)} ${at + 1}`} onClick={() => onChange(value.toSpliced(at, 1))}>
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </div>
        </div>
      ))}
      {value.length < 10 ? (
        <Button
          look="plain"
          className="w-fit"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange([...value, { who: blankOf('first_timer'), plus: 1 }])}
        >
          {t(words.addWeight)}
        </Button>
      ) : null}
    </section>
  )
}

/** The entrants who get a place without a draw. */
export const DirectPart = ({
  value,
  onChange,
  error,
}: {
  value: readonly Criterion[]
  onChange: (value: Criterion[]) => void
  error?: string | undefined
}) => {
  const t = useWords()
  return (
    <section className="grid gap-3">
      <Heading title={t(words.direct)} description={t(words.directText)} error={error} />
      {value.map((one, at) => (
        <div key={at} className={`${box} md:grid-cols-[1fr_auto] md:items-end`}>
          <CriterionInput value={one} onChange={(who) => onChange(value.with(at, who))} />
          <IconButton
            className="justify-self-end"
            label={`${t(words.remove)} ${at + 1}`}
            onClick={() => onChange(value.toSpliced(at, 1))}
          >
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        </div>
      ))}
      {value.length < 10 ? (
        <Button
          look="plain"
          className="w-fit"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange([...value, blankOf('tag')])}
        >
          {t(words.addDirect)}
        </Button>
      ) : null}
    </section>
  )
}
