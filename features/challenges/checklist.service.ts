import { pageWith } from '#contract/checklist.ts'
import { dayIn } from '#contract/days.ts'
import { fill, nameIn } from '#contract/words.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { findChallenge, listProofs, listSignups } from './store.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, uid, zone }) => {
  if (uid === null) return []
  const today = dayIn(zone, now)
  const lines: ChecklistLine[] = []
  for (const signup of await listSignups(db, uid, raceid)) {
    const challenge = await findChallenge(db, raceid, signup.challengeid)
    if (!challenge || challenge.starts_on > today || challenge.ends_on < today) continue
    const proofs = await listProofs(db, raceid, signup.id)
    const done = proofs.some(({ day, state }) => day === today && state !== 'refused')
    const name = nameIn(lang, challenge.name, challenge.names)
    lines.push({
      step: 'challenge',
      state: done ? 'done' : 'todo',
      says: fill(words[done ? 'done' : 'today'][lang], { name }),
      page: pageWith('/challenge', { raceid, id: challenge.id }),
    })
  }
  return lines
}
