import type { EventDraft } from '../contract.ts'

/** The props of each part of the form: the draft, a function that changes it, and the error of a field. */
export type PartProps = {
  draft: EventDraft
  change: (patch: Partial<EventDraft>) => void
  errorAt: (field: string) => string | undefined
}
