import type { ChecklistOf, ChecklistState, ChecklistStep } from '#contract/checklist.ts'
import type { Lang } from '#contract/words.ts'
import { needed } from '#db/needed.ts'
import type { Parts } from './handle.ts'

/** One line of a registration's check list. Its texts are in the caller's language and hold nothing sealed. */
export type ChecklistLine = {
  step: ChecklistStep
  state: ChecklistState
  says: string
  /** A fact under the title, such as a place. */
  beside?: string | null
  /** The moment from which the step is possible, or at which it happens. */
  from?: Date | null
  /** The moment by which the runner must act. */
  until?: Date | null
  /** The path and query of the page on which the runner does the step. */
  page: string
  /** A later step. The list leaves the line out once that step is done. */
  before?: ChecklistStep
}
export type ChecklistGround = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }
/**
 * The lines that a room gives to the check list of one registration. features/registrations gathers the lines of all
 * rooms and knows no table of another room. A room gives private facts only if `uid` is not null.
 */
export type ChecklistReader = (ground: ChecklistGround, of: ChecklistOf) => Promise<ChecklistLine[]>

/** The check lists of every room, in the order of the rooms. */
export const everyChecklist = needed<readonly ChecklistReader[]>('the check lists of registrations')
