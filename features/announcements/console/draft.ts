import type { InputOf } from '#contract/endpoint.ts'
import { inSession } from '#ui/router/address.ts'
import type { AnnouncementAudience, consoleAnnouncementsPreview } from '../contract.ts'

/** The filter of the registrations that staff selected in the table. */
export type Selection = NonNullable<InputOf<typeof consoleAnnouncementsPreview>['filter']>

const empty = { 'zh-cn': '', 'zh-tw': '', en: '' }
export type AnnouncementDraft = {
  eventid: string
  audience: AnnouncementAudience
  title: typeof empty
  body: typeof empty
  by_text: boolean
  by_mail: boolean
  later: boolean
  send_at: string | null
}
export const fresh: AnnouncementDraft = {
  eventid: '',
  audience: 'all',
  title: empty,
  body: empty,
  by_text: false,
  by_mail: true,
  later: false,
  send_at: null,
}

/** Reads the selection that the registrations table left for this race. */
export const selectionFor = (raceid: number): Selection | undefined => {
  try {
    const kept = JSON.parse(inSession.get('message-to') ?? '') as { raceid: number; filter: Selection }
    return kept.raceid === raceid ? kept.filter : undefined
  } catch {
    return undefined
  }
}
export const forgetSelection = (): void => inSession.set('message-to', undefined)
