import { handle } from '#seam/server/handle.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { ordersBeside } from '../public.store.ts'
import { findById } from '../store.ts'
import { consoleRegistrationsStory } from './story.contract.ts'
import { storyOf } from './story.service.ts'

export const routes = [
  handle(consoleRegistrationsStory, async ({ input, db, now, lang, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const row = (await findById(db, race.id, input.id)) ?? refuse('registration_not_found')
    const beside = await ordersBeside.get()(db, race.id, row.id)
    const orderids = [...(row.orderid === null ? [] : [row.orderid]), ...beside.map(({ orderid }) => orderid)]
    return { zone: race.zone, items: await storyOf(db, { ...row, zone: race.zone, orderids }, lang) }
  }),
]
