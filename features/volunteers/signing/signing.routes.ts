import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type VolunteerRow, findAtDesk, findVolunteerByKey, lockVolunteer, signVolunteer } from '../store.ts'
import { consoleVolunteersFind, consoleVolunteersSign } from './signing.contract.ts'
import { type SignedShift, afterStep, minutesOf } from './signing.rules.ts'

const FOUND_MOST = 20
const KEY = /(?:^|[?&#/=])([0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22})(?=$|[&#/?])/
const shown = (row: VolunteerRow) => ({ ...row, mobile: row.mobile_mask, minutes: minutesOf(row) })
/**
 * Returns a pattern for the masked mobiles that a typed text may mean. The text has the last four digits or the whole
 * number of a mobile. Null for any other text.
 */
const mobileLike = (text: string): string | null => {
  const plain = text.replaceAll(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
  if (/^\d{4}$/.test(plain)) return `%${plain}`
  return /^\+?\d{7,15}$/.test(plain) ? `${plain.slice(0, 3)}%${plain.slice(-4)}` : null
}
const logged = ({ came_at, left_at }: SignedShift) => ({ came_at, left_at })

export const signingRoutes = [
  handle(consoleVolunteersFind, async ({ input: { raceid, q }, db }) => {
    const key = KEY.exec(q)?.[1]
    if (key !== undefined) {
      const row = await findVolunteerByKey(db, raceid, key)
      return { items: row && row.state !== 'off' ? [shown(row)] : [], more: false }
    }
    const name = q.normalize('NFKC')
    const rows = await findAtDesk(db, raceid, { mobile: mobileLike(name), name }, FOUND_MOST + 1)
    return { items: rows.slice(0, FOUND_MOST).map(shown), more: rows.length > FOUND_MOST }
  }),

  handle(consoleVolunteersSign, async ({ input: { raceid, id, step }, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockVolunteer(tx, raceid, id)) ?? refuse('volunteer_not_found')
      if (before.state === 'off') return refuse('volunteer_not_found')
      const times = afterStep(before, step, now)
      if (typeof times === 'string') return refuse(times)
      await signVolunteer(tx, raceid, id, times)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'volunteer signed',
        target: `volunteer ${id}`,
        before: logged(before),
        after: logged(times),
      })
      return shown({ ...before, ...times })
    }),
  ),
]
