import { pageWith } from '#contract/checklist.ts'
import { fill } from '#contract/words.ts'
import type { ChecklistReader } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { memberState } from './people/members.rules.ts'
import { membersOf } from './people/members.store.ts'
import { heldQuotas } from './quotas.service.ts'
import { clubsOfCaptain, findClub } from './store.ts'

/**
 * Returns a line of the checklist for each club that a runner leads in the race. The line counts the people whom the
 * captain can pay for, or else the people who still lack something, or else the places that are left.
 */
export const checklist: ChecklistReader = async ({ db, lang, now }, { raceid, uid }) => {
  if (uid === null) return []
  const led = (await clubsOfCaptain(db, uid)).filter((club) => club.raceid === raceid)
  const lines = led.map(async ({ id, name }) => {
    const [club, members, quotas] = await Promise.all([
      findClub(db, raceid, id),
      membersOf(db, raceid, id),
      heldQuotas(db, raceid, [id]),
    ])
    const count = (state: ReturnType<typeof memberState>) => members.filter((one) => memberState(one) === state).length
    const [waiting, ready] = [count('waiting'), count('ready') + count('unpaid')]
    const ends = quotas.flatMap(({ invitation }) => invitation.expires_at ?? []).filter((end) => end > now)
    const isOpen = club?.closed_at === null && ends.length > 0
    const left = quotas.reduce(
      (sum, { invitation, listed }) => sum + (invitation.uses ?? 0) - invitation.used - listed,
      0,
    )
    const says = ready > 0 ? words.pay : waiting > 0 ? words.complete : isOpen && left > 0 ? words.list : words.done
    return {
      step: 'club' as const,
      state:
        isOpen && ready + waiting > 0 ? ('todo' as const) : isOpen && left > 0 ? ('later' as const) : ('done' as const),
      says: fill(says[lang], { name, n: ready > 0 ? ready : waiting > 0 ? waiting : left }),
      until: isOpen ? ends.reduce((a, b) => (a < b ? a : b)) : null,
      page: pageWith('/club', { raceid, id }),
    }
  })
  return Promise.all(lines)
}
