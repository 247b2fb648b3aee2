import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { consolePrivacySave, consolePrivacyShow } from './contract.ts'
import { personRoutes } from './onePerson/onePerson.routes.ts'
import { daysFor, retentionReportOf } from './retaining.service.ts'
import { saveDays } from './store.ts'

export const routes = [
  handle(consolePrivacyShow, async ({ input, db, now, refuse }) => {
    const race = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    return retentionReportOf(db, race)
  }),

  handle(consolePrivacySave, async ({ input, db, now, who, refuse, save }) => {
    const race = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const before = (await daysFor(db, race.id))[input.class]
    await save(async (tx) => {
      await saveDays(tx, race.id, input.class, input.days ?? null, now)
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'retention changed',
        target: `race ${race.id}`,
        before: { [input.class]: before },
        after: { [input.class]: input.days ?? null },
      })
      return { items: [], asked: 0, erased: 0 }
    })
    return retentionReportOf(db, race)
  }),

  ...personRoutes,
]
