import { type ChecklistState, type ChecklistStep, checklistStates, checklistSteps } from '#contract/checklist.ts'

type Line = {
  step: ChecklistStep
  state: ChecklistState
  from?: Date | null
  until?: Date | null
  before?: ChecklistStep | undefined
}
const at = (moment: Date | null | undefined): number => moment?.getTime() ?? Infinity
const later = (a: number, b: number): number => (a === b ? 0 : a - b)

/**
 * Returns the date that decides the position of a line. For a step that the runner must do, it is the deadline. For any
 * other step it is the moment from which the step is possible, or else the deadline.
 */
const dateOf = ({ state, from, until }: Line): number => at(state === 'todo' ? until : (from ?? until))

/**
 * Compares two lines of a check list for sorting. First come the steps that need the runner, by deadline. Coming steps
 * follow by date, and finished steps come last. A line without a date comes after the dated lines of its state. Lines
 * with equal dates, and finished steps, have the order of `checklistSteps`.
 */
export const byChecklist = (a: Line, b: Line): number =>
  checklistStates.indexOf(a.state) - checklistStates.indexOf(b.state) ||
  (a.state === 'done' ? 0 : later(dateOf(a), dateOf(b))) ||
  checklistSteps.indexOf(a.step) - checklistSteps.indexOf(b.step)

/**
 * Sorts a whole check list. A line that prepares another step stands directly before this step if both have the same
 * state. Example: the runner books a time for the pack, then collects the pack.
 */
export const inChecklistOrder = <T extends Line>(lines: readonly T[]): T[] => {
  const sorted = lines.toSorted(byChecklist)
  const isPlaced = (line: T): boolean =>
    line.before !== undefined && sorted.some(({ step, state }) => step === line.before && state === line.state)
  const placed = sorted.filter(isPlaced)
  return sorted
    .filter((line) => !isPlaced(line))
    .flatMap((line) => [...placed.filter(({ before, state }) => before === line.step && state === line.state), line])
}
