import * as z from 'zod/mini'
import { checklistStates, checklistSteps } from '#contract/checklist.ts'
import { post } from '#contract/endpoint.ts'
import { Time } from '#contract/scalars.ts'

export const ChecklistItem = z.object({
  step: z.enum(checklistSteps),
  state: z.enum(checklistStates),
  says: z.string(),
  /** A fact under the title, such as a place. */
  beside: z.nullable(z.string()),
  /** The moment from which the step is possible, or at which it happens. */
  from: z.nullable(Time),
  /** The moment by which the runner must act. */
  until: z.nullable(Time),
  /** The page of the step, as a path of ours with its query. */
  page: z.string(),
})
export type ChecklistItem = z.output<typeof ChecklistItem>

export const registrationChecklist = post('/registration/checklist', {
  access: 'anyone',
  input: z.object({ id: z.string().check(z.trim(), z.maxLength(60)) }),
  output: z.object({ zone: z.string(), items: z.array(ChecklistItem) }),
  refusals: ['registration_not_found'],
  description:
    'Lists what comes next for a registration, from every room: steps that need the runner by their deadline, then ' +
    "coming steps by date, then steps that are done. Only the registrant's session sees its own bookings, signatures " +
    'and purchases.',
})
