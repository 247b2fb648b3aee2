import { type Lang, fill, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import { headlineOf } from './headline.rules.ts'
import { type DisruptionRow, listPlansOf } from './store.ts'
import { headlineWords as words } from './words.ts'

/** One sentence about a plan, and the events that it changed. */
type PlanNote = { text: string; kind: DisruptionRow['kind']; whole: boolean; eventids: readonly number[] }
export type PlanNotes = {
  /** The notes of the plans that count, the newest first. */
  notes: PlanNote[]
  /** The last moment at which a plan began, changed, ended or was taken back. Null if there is no plan. */
  changed_at: Date | null
}

const noteOf = (plan: DisruptionRow, events: readonly { name: string }[], zone: string, lang: Lang): string => {
  const { kind, whole, new_start } = plan
  const what = headlineOf({ kind, whole, events }, (said, values) => fill(said[lang], values), lang)
  if (kind !== 'postpone') return what
  return new_start
    ? fill(words.note_start[lang], { what, when: sayTime(new_start, zone, lang) })
    : fill(words.note_start_unknown[lang], { what })
}

/**
 * Writes for each race what was postponed, shortened or cancelled, for places outside of our own pages: widgets,
 * previews and calendars. A plan that staff have taken back has no note.
 */
export const planNotesOf = async (
  db: Db,
  races: readonly { id: number; zone: string }[],
  lang: Lang,
): Promise<ReadonlyMap<number, PlanNotes>> => {
  const plans = Map.groupBy(
    await listPlansOf(
      db,
      races.map(({ id }) => id),
    ),
    ({ raceid }) => raceid,
  )
  const noted = new Map<number, PlanNotes>()
  for (const { id, zone } of races) {
    const own = plans.get(id)
    if (!own) continue
    const events = own.some(({ whole }) => !whole) ? await eventsOf(db, id) : []
    const later = { cancel: new Set<number>(), postpone: new Set<number>(), shorten: new Set<number>() }
    const notes = own.flatMap((plan): PlanNote[] => {
      if (plan.state === 'undone') return []
      const { kind, whole } = plan
      // A later plan that cancels an event, or changes it in the same way, takes the place of this plan.
      const eventids = plan.eventids.filter((event) => !later.cancel.has(event) && !later[kind].has(event))
      for (const event of plan.eventids) later[kind].add(event)
      if (eventids.length === 0) return []
      const said = { ...plan, whole: whole && eventids.length === plan.eventids.length }
      const meant = events.filter((event) => eventids.includes(event.id))
      const named = meant.map(({ name, names }) => ({ name: nameIn(lang, name, names) }))
      return [{ text: noteOf(said, named, zone, lang), kind, whole, eventids }]
    })
    const moments = own.flatMap(({ created_at, ended_at, news_at }) =>
      [created_at, ended_at, news_at].flatMap((at) => (at ? [at.getTime()] : [])),
    )
    noted.set(id, { notes, changed_at: new Date(Math.max(...moments)) })
  }
  return noted
}
