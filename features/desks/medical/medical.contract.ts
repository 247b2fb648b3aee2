import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, RaceId, Time } from '#contract/scalars.ts'
import { PackFound } from '../contract.ts'

const right = { right: 'medical.open' } as const
const text = z.nullable(z.string())
export const consoleDesksMedicalFind = post('/console/desks/medical/find', {
  access: right,
  input: z.object({ raceid: RaceId, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
  output: z.object({ items: z.array(PackFound), more: z.boolean() }),
  description:
    'Finds runners for the medical desk, by the same text as a pick-up desk. The answer holds masked numbers and nothing medical.',
})
const Answered = z.object({ label: z.string(), answer: z.string(), note: text })
export const Medical = z.object({
  id: z.number(),
  name: z.string(),
  bib: text,
  event: z.string(),
  gender: text,
  age: z.nullable(z.number()),
  bloodtype: text,
  mobile: text,
  emergency: z.nullable(z.object({ name: text, mobile: text, relationship: text })),
  guardian: z.nullable(z.object({ name: z.string(), mobile: z.string() })),
  /** Answers of the sign-up form about health, such as allergies. */
  answers: z.array(Answered),
  /** The health declaration; null if the runner signed no declaration. */
  declaration: z.nullable(z.object({ at: Time, doctor: z.boolean(), answers: z.array(Answered) })),
})
export type Medical = z.output<typeof Medical>
export const consoleDesksMedicalOpen = post('/console/desks/medical/open', {
  access: right,
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)), reason: Line(200) }),
  output: Medical,
  refusals: ['registration_not_found'],
  description:
    "Opens a runner's medical details: the health declaration, answers about health, blood type and emergency contact. The staff log keeps each opening with its reason, and the runner sees it.",
})
