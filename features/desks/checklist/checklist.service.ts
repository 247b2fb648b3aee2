import { pageWith } from '#contract/checklist.ts'
import { pickupOf } from '#features/appointments/checklist.service.ts'
import { packOf } from '#features/checkin/handing.service.ts'
import { saidIn } from '#features/checkin/rules.ts'
import type { ChecklistReader } from '#seam/server/checklist.ts'
import { packsHandedOut } from '../public.store.ts'
import { checklistWords as words } from './checklist.words.ts'

/**
 * Returns at most one line, which tells where and when the runner collects the race pack. The place and time of an
 * appointment replace the place and time of the pack. If the runner has the pack, the line says so.
 */
export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, id, eventid, uid, entered, window }) => {
  if (!entered) return []
  const [pack, booked, handed] = await Promise.all([
    packOf(db, raceid, eventid),
    uid === null ? undefined : pickupOf(db, raceid, id),
    uid === null ? new Set<number>() : packsHandedOut(db, raceid, [id]),
  ])
  const page = pageWith('/package', { raceid })
  if (handed.has(id)) return [{ step: 'collect', state: 'done', says: words.collected[lang], page }]
  const [from, until] = booked ? [booked.starts_at, booked.ends_at] : [pack?.from_at ?? null, pack?.until_at ?? null]
  const place = saidIn(lang, booked?.place ?? pack?.place)
  if ((!pack && !booked) || (until && until <= now)) return []
  const open = from === null || from <= now
  return [
    {
      step: 'collect',
      state: open ? 'todo' : 'later',
      says: words.collect[lang],
      beside: [place, window].filter(Boolean).join(' · ') || null,
      from,
      until,
      page,
    },
  ]
}
