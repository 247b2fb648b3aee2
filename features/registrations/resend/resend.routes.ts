import { type Limit, countTry } from '#db/limits/limits.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eachLang } from '#features/messages/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { notifyRunner } from '../runnerMessages.service.ts'
import { statusOf } from '../rules.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { statusFactsOf } from '../status/present.service.ts'
import { say } from '../status/statusText.rules.ts'
import { findById } from '../store.ts'
import { consoleRegistrationsResend } from './resend.contract.ts'

/**
 * The limit for confirmations that are sent again. Each message costs money and may annoy a runner, so all processes
 * share one count.
 */
const perRegistration: Limit = { kind: 'confirmation resent', max: 3, seconds: 3600 }

export const routes = [
  handle(consoleRegistrationsResend, async ({ input, db, seal, now, who, refuse, save }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const row = (await findById(db, race.id, input.id)) ?? refuse('registration_not_found')
    if (!row.mobile) return refuse('no_contact')
    const wait = await countTry(db, perRegistration, `${race.id}/${row.id}`, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    await seal.prepare(raceScope(race.id))
    await seal.prepare('accounts')
    const { title } = statusOf(statusFactsOf(row, race), now)
    return save(async (tx) => {
      await notifyRunner(tx, { seal, race, now }, row, {
        template: 'confirmation',
        values: { status: eachLang((lang) => say(title, race.zone, lang)) },
        key: `confirmation ${race.id}/${row.id} ${now.getTime()}`,
      })
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'confirmation resent',
        target: `registration ${row.id}`,
      })
      return { id: row.id, mobile: row.mobile_mask }
    })
  }),
]
