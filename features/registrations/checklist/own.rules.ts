import { type Lang, fill } from '#contract/words.ts'
import { type ChecklistOf, pageWith } from '#contract/checklist.ts'
import type { ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'

export type OwnFacts = {
  paid: '0' | '1' | '2' | 'closed'
  canPay: boolean
  canMend: boolean
  canEdit: boolean
  canTeam: boolean
  payEnd: Date | null
  /** The moment of payment; null for a free registration that nobody paid. */
  paidAt: Date | null
  amount: number
  editUntil: Date | null
  teamUntil: Date | null
  team: string | null
  /**
   * The English name. It is '' if the runner has not given the name, and null if the event does not use an English
   * name.
   */
  enname: string | null
  runnerzone: string | null
  /** The place of the start, and the time at which the runner's zone starts. */
  startPlace: string
  zoneStart: Date | null
}

const payLine = (facts: OwnFacts, { _key }: ChecklistOf, lang: Lang): ChecklistLine[] => {
  const page = pageWith('/pay', { _key })
  if (facts.paid === '0' && facts.canPay)
    return [{ step: 'pay', state: 'todo', says: words.pay[lang], until: facts.payEnd, page }]
  if (facts.paid !== '1' || facts.amount === 0) return []
  return [{ step: 'pay', state: 'done', says: words.paid[lang], from: facts.paidAt, page }]
}

const nameLine = (facts: OwnFacts, { _key, uid, entered }: ChecklistOf, lang: Lang): ChecklistLine[] => {
  if (facts.enname === null || uid === null || !entered) return []
  const page = pageWith('/enname', { _key })
  if (facts.enname !== '')
    return [{ step: 'enname', state: 'done', says: words.enname_done[lang], beside: facts.enname, page }]
  if (!facts.canEdit) return []
  const says = words.enname[lang]
  return [{ step: 'enname', state: 'todo', says, beside: words.enname_why[lang], until: facts.editUntil, page }]
}

const teamLine = (facts: OwnFacts, { raceid, uid }: ChecklistOf, lang: Lang): ChecklistLine[] => {
  if (uid === null) return []
  const page = pageWith('/team', { raceid })
  if (facts.team !== null)
    return [{ step: 'team', state: 'done', says: words.team_done[lang], beside: facts.team, page }]
  return facts.canTeam ? [{ step: 'team', state: 'later', says: words.team[lang], until: facts.teamUntil, page }] : []
}

const startLine = (
  facts: OwnFacts,
  { raceid, entered, start }: ChecklistOf,
  lang: Lang,
  now: Date,
): ChecklistLine[] => {
  if (!entered) return []
  const says = facts.runnerzone ? fill(words.start_zone[lang], { zone: facts.runnerzone }) : words.start[lang]
  const from = facts.zoneStart ?? start
  const page = pageWith('/start', { raceid })
  return [{ step: 'start', state: from <= now ? 'done' : 'later', says, beside: facts.startPlace || null, from, page }]
}

/** Lists the lines that the registration itself gives. */
export const ownLines = (facts: OwnFacts, of: ChecklistOf, lang: Lang, now: Date): ChecklistLine[] => [
  ...payLine(facts, of, lang),
  ...(facts.canMend
    ? [{ step: 'mend', state: 'todo', says: words.mend[lang], page: pageWith('/edit', { _key: of._key }) } as const]
    : []),
  ...nameLine(facts, of, lang),
  ...teamLine(facts, of, lang),
  ...startLine(facts, of, lang, now),
]
