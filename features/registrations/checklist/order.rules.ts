import { type ChecklistState, type ChecklistStep, checklistStates, checklistSteps } from '#contract/checklist.ts'

type Line = { step: ChecklistStep; state: ChecklistState; from?: Date | null; until?: Date | null }
const at = (moment: Date | null | undefined): number => moment?.getTime() ?? Infinity
const later = (a: number, b: number): number => (a === b ? 0 : a - b)

/**
 * Orders the lines of a check list. First come the steps that need the runner, by deadline. Coming steps follow by
 * date, and finished steps come last. Lines without a date keep the order of a race.
 */
export const byChecklist = (a: Line, b: Line): number =>
  checklistStates.indexOf(a.state) - checklistStates.indexOf(b.state) ||
  (a.state === 'todo' ? later(at(a.until), at(b.until)) : a.state === 'later' ? later(at(a.from), at(b.from)) : 0) ||
  checklistSteps.indexOf(a.step) - checklistSteps.indexOf(b.step)
