import { pageWith } from '#contract/checklist.ts'
import { resultsOf } from '#features/results/service.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { bestTimeOf, whyNoPostage } from './rules.ts'
import { findOwn, readSettings } from './store.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, id, _key, uid, start }) => {
  if (uid === null || start > now) return []
  const line = { step: 'shirt', page: pageWith('/postage', { raceid, _key }) } as const
  const parcel = await findOwn(db, raceid, id)
  if (parcel?.state === 'open') return [{ ...line, state: 'todo', says: words.pay[lang] }]
  if (parcel?.state === 'paid') return [{ ...line, state: 'later', says: words.ordered[lang] }]
  if (parcel?.state === 'sent') return [{ ...line, state: 'done', says: words.sent[lang] }] satisfies ChecklistLine[]
  const settings = await readSettings(db, raceid)
  if (!settings.open) return []
  const ran = (await resultsOf(db, raceid, { registrationids: [id], numbers: [] }, now)).find(
    ({ outcome }) => outcome === 'finished',
  )
  const seconds = ran ? bestTimeOf(ran.time, ran.nettime) : null
  return whyNoPostage({ ...settings, who: settings.who as 'pb' | 'finishers' }, { seconds, declared: null }, now)
    ? []
    : [{ ...line, state: 'todo', says: words.order[lang], until: settings.until }]
}
