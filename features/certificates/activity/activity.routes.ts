import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { handle } from '#seam/server/handle.ts'
import { certificatesActivity } from './activity.contract.ts'
import { activityOf, numberOfActivity } from './activity.service.ts'

export const routes = [
  handle(certificatesActivity, async ({ input, db, seal, origin, now, who, lang, refuse }) => {
    const { raceid, kind, id } = input
    const race = await publishedRace(db, raceid, now)
    const done = race && (await activityOf(db, { raceid, kind, zone: race.zone, lang, now }, id, who.uid!))
    const number = (done && (await numberOfActivity(seal, raceid, kind, done))) ?? refuse('activity_not_completed')
    return { number, link: `${origin}/verify?n=${number}` }
  }),
]
