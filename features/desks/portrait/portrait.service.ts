import type { Db } from '#db/db.ts'
import { formOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { fileAnswered } from '#features/registrations/public.store.ts'

/** Finds, for each event, the own field that holds the photo for the desks. An event asks at most one such field. */
export const portraitFields = async (db: Db, raceid: number): Promise<ReadonlyMap<number, string>> => {
  const fields = new Map<number, string>()
  for (const event of await eventsOf(db, raceid)) {
    const asked = formOf(event).questions.find(({ kind, desk }) => kind === 'file' && desk === true)
    if (asked) fields.set(event.id, asked.name)
  }
  return fields
}

/** Returns the hash of the private file that holds a runner's photo; undefined if the runner gave no photo. */
export const portraitHash = async (
  db: Db,
  raceid: number,
  { id, eventid }: { id: number; eventid: number },
  fields: ReadonlyMap<number, string>,
): Promise<string | undefined> => {
  const field = fields.get(eventid)
  return field === undefined ? undefined : fileAnswered(db, raceid, id, field)
}
