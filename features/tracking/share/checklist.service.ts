import { pageWith } from '#contract/checklist.ts'
import type { ChecklistReader } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'

const HOUR = 3_600_000
/** A runner can share the run from a day before the start until long after the usual cut-off. */
const [BEFORE, AFTER] = [24 * HOUR, 30 * HOUR]

export const checklist: ChecklistReader = async ({ now, lang }, { raceid, uid, entered, start }) => {
  const from = new Date(start.getTime() - BEFORE)
  if (uid === null || !entered || now.getTime() >= start.getTime() + AFTER) return []
  const page = pageWith('/live/share', { raceid })
  const state = now >= from ? 'todo' : 'later'
  return [{ step: 'share', state, says: words.share[lang], beside: words.share_why[lang], from, page }]
}
