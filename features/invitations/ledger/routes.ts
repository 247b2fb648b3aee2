import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { handle } from '#seam/server/handle.ts'
import { placesHeld } from '../public.store.ts'
import { placesLedger } from './contract.ts'
import { leastShare, ledgerOf } from './rules.ts'
import { listOpenCodes } from './store.ts'

export const ledgerRoutes = [
  handle(placesLedger, async ({ input: { raceid }, db, lang, now, refuse }) => {
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const events = await eventsOf(db, raceid)
    const ledger = ledgerOf(events, await placesHeld.get()(db, raceid), await listOpenCodes(db, raceid, now))
    return {
      race: nameIn(lang, race.name, race.names),
      least: leastShare,
      events: ledger.map((one, at) => ({ ...one, name: nameIn(lang, events[at]!.name, events[at]!.names) })),
    }
  }),
]
