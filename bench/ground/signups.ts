import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'

type Clock = Parameters<typeof openRace>[0]['clock']
/**
 * Opens events whose sign-ups use everything that costs time: a disclaimer, a quiz, shirts that the event and the race
 * count, and a start zone. `places` are the places by event. The events of `drawn` draw their places, so their sign-ups
 * open no order.
 */
export const openSignups = async (
  db: Db,
  clock: Clock,
  places: Readonly<Record<number, number>>,
  drawn: readonly number[] = [],
): Promise<void> => {
  await openRace({ db, clock }, { settings: { consents: { disclaimer: { version: 'v1', title: {}, body: {} } } } })
  const options = [{ value: 'left' }, { value: 'right' }]
  const form = {
    ask: { email: 'optional', emername: 'required', emertel: 'required', clothes: 'required' },
    quiz: [{ name: 'side', says: {}, options, right: 'right' }],
    zones: [{ name: 'A' }],
  }
  const counters: (readonly [string, number, string, number])[] = [
    ['clothes', 0, 'M', Object.values(places).reduce((sum, n) => sum + n, 0)],
  ]
  for (const [event, most] of Object.entries(places)) {
    const id = Number(event)
    await openEvent({ db, clock }, { id, places: most, form, ...(drawn.includes(id) ? { state: 'draw' } : {}) })
    counters.push(['clothes', id, 'M', most], ['zone', id, 'A', most])
  }
  for (const [kind, eventid, name, most] of counters)
    await sql`insert into counters (raceid, kind, eventid, name, most, updated_at)
      values (${RACE}, ${kind}, ${eventid}, ${name}, ${most}, now())`.execute(db)
}
