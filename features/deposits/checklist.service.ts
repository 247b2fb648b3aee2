import { pageWith } from '#contract/checklist.ts'
import { fill, nameIn } from '#contract/words.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { DEPOSITS } from './deposits.service.ts'
import { listDepositsOf } from './store.ts'

export const checklist: ChecklistReader = async ({ db, lang }, { raceid, uid, start }) => {
  if (uid === null) return []
  const held = (await listDepositsOf(db, raceid, uid)).filter(({ state }) => state === 'paid' || state === 'lent')
  if (held.length === 0) return []
  const goods = await goodsOf(db, raceid, DEPOSITS)
  const page = pageWith('/deposit', { raceid })
  return held.map(({ goodsid, state, code }): ChecklistLine => {
    const kind = goods.find(({ id }) => id === goodsid)
    const name = kind ? nameIn(lang, kind.name, kind.names) : ''
    return state === 'paid'
      ? { step: 'deposit', state: 'later', says: fill(words.collect[lang], { name }), from: start, page }
      : { step: 'deposit', state: 'todo', says: fill(words.return[lang], { name }), beside: code, page }
  })
}
