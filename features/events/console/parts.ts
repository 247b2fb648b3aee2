import type { EventDraft } from '../contract.ts'

/** What each part of the form gets: the draft, a way to change it, and the sentence at a field. */
export type PartProps = {
  draft: EventDraft
  change: (patch: Partial<EventDraft>) => void
  errorAt: (field: string) => string | undefined
}
