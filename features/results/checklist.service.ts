import { pageWith } from '#contract/checklist.ts'
import type { ChecklistReader } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { resultsOf } from './service.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, id, start }) => {
  if (start > now) return []
  const [found] = await resultsOf(db, raceid, { registrationids: [id], numbers: [] }, now)
  if (!found) return []
  const says = words[found.outcome === 'finished' ? 'result_finished' : 'result'][lang]
  const page = pageWith('/score', { raceid, key: found._key })
  return [{ step: 'result', state: 'todo', says, beside: found.nettime ?? found.time, page }]
}
