import { pageWith } from '#contract/checklist.ts'
import { fill } from '#contract/words.ts'
import type { ChecklistReader } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { presentPrize } from './prizes.service.ts'
import { listPrizesOf } from './prizes.store.ts'

/** The entry of the check list for won prizes. Several prizes share one entry, with the earliest of their deadlines. */
export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, uid }) => {
  if (uid === null) return []
  const open = (await listPrizesOf(db, uid, raceid))
    .filter(({ state, claim_until }) => state === 'won' && claim_until > now)
    .toSorted((a, b) => a.claim_until.getTime() - b.claim_until.getTime())
  const [first] = open
  if (!first) return []
  const says =
    open.length === 1
      ? fill(words.claim[lang], { name: presentPrize(first, lang).name })
      : fill(words.claim_all[lang], { n: open.length })
  return [{ step: 'prize', state: 'todo', says, until: first.claim_until, page: pageWith('/prizes', { raceid }) }]
}
