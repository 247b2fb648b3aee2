import { RACE } from '../entrants.ts'
import type { World } from '../world.ts'

type Given = Pick<World, 'db' | 'clock'>

/** Reads the registration of a key in the tests' race. */
export const registrationRow = ({ db }: Given, key: string) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()

/** Reads how many places of an event are taken. */
export const placesTaken = async ({ db }: Given, eventid: number): Promise<number> => {
  const event = db.selectFrom('events').select('taken').where('raceid', '=', RACE).where('id', '=', eventid)
  return (await event.executeTakeFirstOrThrow()).taken
}

/** Adds a counter of an event. `most` is its stock. */
export const addCounter = ({ db, clock }: Given, kind: string, name: string, most: number, eventid: number) =>
  db
    .insertInto('counters')
    .values({ raceid: RACE, kind, eventid, name, most, taken: 0, updated_at: clock.now() })
    .execute()

/** Reads how many of a counted thing are taken. */
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

/** Lists the actions that the log holds on a registration, in order. */
export const loggedOf = async ({ db }: Given, id: number): Promise<string[]> => {
  const actions = db
    .selectFrom('log')
    .select('what')
    .where('raceid', '=', RACE)
    .where('target', '=', `registration ${id}`)
  return (await actions.orderBy('id').execute()).map(({ what }) => what)
}
