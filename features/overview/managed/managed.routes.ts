import { randomBytes } from 'node:crypto'
import { rightsOfHeld } from '#contract/rights.ts'
import { nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { racesByIds } from '#features/races/service.ts'
import { staffNow } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { tokenHash } from '#db/sessions.ts'
import { consoleOverviewBind, wechatManageRaceMy } from './contract.ts'
import { saveLink, staffOfAccount, takeLink, unbindAccount } from './managed.store.ts'

const LINK_MS = 10 * 60_000
const binds = rateOf(20, 600, 'overview managed binds')

export const managedRoutes = [
  handle(wechatManageRaceMy, async ({ input, db, lang, now, who, refuse }) => {
    const uid = who.uid!
    if (input.bind !== undefined || input.unbind) {
      const wait = binds.count(String(uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      await db.transaction().execute(async (tx) => {
        if (input.unbind) await unbindAccount(tx, uid)
        else if (!(await takeLink(tx, tokenHash(input.bind!), uid, now))) refuse('staff_link_over')
      })
    }
    const staff = await staffOfAccount(db, uid)
    if (!staff) return { bound: false, staff: '', items: [] }
    const { roles } = await staffNow(db, staff.staffid)
    const everywhere = roles.some(({ raceid }) => raceid === null)
    const races = await racesByIds(db, everywhere ? 'all' : roles.flatMap(({ raceid }) => raceid ?? []))
    return {
      bound: true,
      staff: staff.name,
      items: races.map((race) => ({
        raceid: race.id,
        name: nameIn(lang, race.name, race.names),
        time: race.time,
        zone: race.zone,
        rights: [
          ...new Set(
            roles.filter(({ raceid }) => raceid === null || raceid === race.id).flatMap((held) => rightsOfHeld(held)),
          ),
        ],
      })),
    }
  }),
  handle(consoleOverviewBind, async ({ db, now, who }) => {
    const token = randomBytes(24).toString('base64url')
    const until = new Date(now.getTime() + LINK_MS)
    return { token, until, bound: await saveLink(db, who.staffid!, tokenHash(token), until) }
  }),
]
