import type { OutputOf } from '#contract/endpoint.ts'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import type { MoveTarget, consoleMovesPreview } from '../contract.ts'
import { moveWords as words } from '../move.words.ts'

type Preview = OutputOf<typeof consoleMovesPreview>

/** Returns a function that describes the cost of a move or its refund. */
const useDifference = () => {
  const t = useWords()
  return ({ difference, back }: Pick<MoveTarget, 'difference' | 'back'>): string =>
    difference > 0
      ? t(words.dearer, { amount: bookMoney(difference) })
      : difference === 0
        ? t(words.same)
        : back > 0
          ? t(words.cheaper, { amount: bookMoney(back) })
          : t(words.cheaper_nothing)
}

export const TargetCards = (props: {
  targets: readonly MoveTarget[]
  mayOverrule: boolean
  value: string
  error: string | undefined
  onChange: (eventid: string) => void
}) => {
  const t = useWords()
  const differenceText = useDifference()
  if (props.targets.length === 0) return <p>{t(words.none)}</p>
  return (
    <RadioCards
      label={t(words.choose)}
      value={props.value}
      error={props.error}
      onChange={props.onChange}
      options={props.targets.map((one) => ({
        value: String(one.id),
        label: one.name,
        ...(one.why && !(one.overrulable && props.mayOverrule)
          ? { disabledReason: one.why }
          : { description: one.why ?? `${differenceText(one)} · ${t(words.left, { n: one.left })}` }),
      }))}
    />
  )
}

/** The things that the registration loses by a move, and the things that it keeps. */
export const Consequences = ({ preview, target }: { preview: Omit<Preview, 'targets'>; target: MoveTarget }) => {
  const t = useWords()
  const { bib, zone, team, result } = preview
  const lines = [
    ...(bib ? [t(words.bib, { bib })] : []),
    ...(zone ? [t(words.zone, { zone })] : []),
    ...target.loses.map((thing) => t(words[`loses_${thing}`])),
    ...(team ? [t(words.team, { team })] : []),
    ...(result ? [t(words.result)] : []),
  ]
  if (lines.length === 0) return null
  return (
    <section aria-label={t(words.gives_up)} className="rounded bg-sunk p-3">
      <h3 className="text-14 font-bold">{t(words.gives_up)}</h3>
      <ul className="list-inside list-disc text-14">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
