import { RACE } from '../entrants.ts'
import type { World } from '../world.ts'

type Given = Pick<World, 'db' | 'clock'>

export const registrationRow = ({ db }: Given, key: string) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()

export const placesTaken = async ({ db }: Given, eventid: number): Promise<number> => {
  const event = db.selectFrom('events').select('taken').where('raceid', '=', RACE).where('id', '=', eventid)
  return (await event.executeTakeFirstOrThrow()).taken
}

/** Adds a counter of an event. `most` is the counter's stock. */
export const addCounter = ({ db, clock }: Given, kind: string, name: string, most: number, eventid: number) =>
  db
    .insertInto('counters')
    .values({ raceid: RACE, kind, eventid, name, most, taken: 0, updated_at: clock.now() })
    .execute()

export const counterTaken = async ({ db }: Given, kind: string, name: string, eventid: number): Promise<number> => {
  const counter = db
    .selectFrom('counters')
    .select('taken')
    .where('raceid', '=', RACE)
    .where('kind', '=', kind)
    .where('eventid', '=', eventid)
    .where('name', '=', name)
  return (await counter.executeTakeFirstOrThrow()).taken
}

export const loggedOf = async ({ db }: Given, id: number): Promise<string[]> => {
  const actions = db
    .selectFrom('log')
    .select('what')
    .where('raceid', '=', RACE)
    .where('target', '=', `registration ${id}`)
  return (await actions.orderBy('id').execute()).map(({ what }) => what)
}
