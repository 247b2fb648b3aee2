import type { OutputOf } from '#contract/endpoint.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { consoleRegistrationsList } from '../changes/changes.contract.ts'
import { type ListedState, listedStates, standingStates } from '../lookup/filter.contract.ts'
import { words } from './desk.words.ts'

type Counts = OutputOf<typeof consoleRegistrationsList>['counts']
type Props = {
  state: ListedState | undefined
  counts: Counts | undefined
  /** The number of paid registrations in each state. */
  paid: Counts | undefined
  onChoose: (state: ListedState | undefined) => void
}
/**
 * A filter by state, with the count of each state. The count of all entries leaves out the states that end an entry.
 */
export const StateFilter = ({ state, counts, paid, onChoose }: Props) => {
  const t = useWords()
  const live = standingStates.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)
  /**
   * Writes the numbers of paid and of unpaid registrations, or nothing if all are paid. A registered runner has a
   * place, but perhaps has not paid for it.
   */
  const split = (all: number, of: number): string =>
    of === all ? '' : t(words.paid_split, { paid: countText(of), unpaid: countText(all - of) })
  const shown = listedStates.filter((one) => one === state || (counts?.[one] ?? 0) > 0)
  const chip = (one: ListedState) => (
    <ChoiceChip key={one} chosen={state === one} onClick={() => onChoose(one)}>
      {t(words.states[one])} {counts ? countText(counts[one] ?? 0) : ''}
      {/* A phone has no space for the two numbers: they would push the other states outside. */}
      {one === 'normal' && counts && paid ? (
        <span className="whitespace-pre max-md:hidden">{split(counts.normal ?? 0, paid.normal ?? 0)}</span>
      ) : null}
    </ChoiceChip>
  )
  const standing = shown.filter((one) => standingStates.some((other) => other === one))
  const ended = shown.filter((one) => !standing.includes(one))
  return (
    <div
      role="group"
      aria-label={t(words.state)}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <ChoiceChip chosen={state === undefined} onClick={() => onChoose(undefined)}>
        {t(words.states.all)} {counts ? countText(live) : ''}
      </ChoiceChip>
      {standing.map(chip)}
      {ended.length > 0 ? (
        <span className="flex shrink-0 items-center text-14 text-soft">{t(words.not_counted)}</span>
      ) : null}
      {ended.map(chip)}
    </div>
  )
}
