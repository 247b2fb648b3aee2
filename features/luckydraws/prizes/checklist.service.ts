import { pageWith } from '#contract/checklist.ts'
import { fill } from '#contract/words.ts'
import type { Checklist, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { presentPrize } from './prizes.service.ts'
import { listPrizesOf } from './prizes.store.ts'

export const checklist: Checklist = async ({ db, now, lang }, { raceid, uid }) =>
  uid === null
    ? []
    : (await listPrizesOf(db, uid, raceid))
        .filter(({ state, claim_until }) => state === 'won' && claim_until > now)
        .map((prize): ChecklistLine => ({
          step: 'prize',
          state: 'todo',
          says: fill(words.claim[lang], { name: presentPrize(prize, lang).name }),
          until: prize.claim_until,
          page: pageWith('/prizes', { raceid }),
        }))
