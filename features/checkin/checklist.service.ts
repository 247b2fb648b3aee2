import { pageWith } from '#contract/checklist.ts'
import { fill } from '#contract/words.ts'
import type { ChecklistReader, ChecklistGround, ChecklistLine } from '#seam/server/checklist.ts'
import type { ChecklistOf } from '#contract/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { declarationKinds } from './contract.ts'
import { listSignatures } from './public.store.ts'
import { declarationFor, isComplete, windowOf } from './rules.ts'
import { findTicks, listDeclarations, listGear } from './store.ts'

/** Lists the declarations of the event for the checklist. Only the registrant learns which declarations are signed. */
const signLines = async (
  { db, now, lang }: ChecklistGround,
  { raceid, id, eventid, _key, uid }: ChecklistOf,
): Promise<ChecklistLine[]> => {
  const rows = await listDeclarations(db, raceid)
  const signed = uid === null ? [] : await listSignatures(db, raceid, [id])
  return declarationKinds.flatMap((kind): ChecklistLine[] => {
    const row = declarationFor(
      rows.filter((one) => one.kind === kind),
      eventid,
    )
    if (!row) return []
    const line = { step: 'sign', page: pageWith('/healthsign', { raceid, _key, kind }) } as const
    const done = signed.find((one) => one.kind === kind)
    if (done) return [{ ...line, state: 'done', says: words[`${kind}_done`][lang], from: done.at }]
    const phase = windowOf(row, now)
    if (phase === 'over') return []
    const state = phase === 'soon' || uid === null ? 'later' : 'todo'
    // If people can sign already, the line shows only the end of the period, because the beginning is past.
    const from = phase === 'soon' ? row.from_at : null
    return [{ ...line, state, says: words[kind][lang], from, until: row.until_at }]
  })
}

/** Returns the checklist line about the required equipment, with the number of pieces that the runner has ticked. */
const gearLines = async (
  { db, now, lang }: ChecklistGround,
  { raceid, id, eventid, _key, uid, start }: ChecklistOf,
): Promise<ChecklistLine[]> => {
  if (uid === null || start <= now) return []
  const items = (await listGear(db, raceid, eventid)).filter(({ required }) => required)
  if (items.length === 0) return []
  const ticked = new Set((await findTicks(db, raceid, id)).map(({ gearid }) => gearid))
  const done = isComplete(items, ticked)
  const n = items.filter((one) => ticked.has(one.id)).length
  return [
    {
      step: 'gear',
      state: done ? 'done' : 'later',
      says: words[done ? 'gear_done' : 'gear'][lang],
      beside: fill(words.gear_count[lang], { n, of: items.length }),
      until: start,
      page: pageWith('/check', { raceid, _key }),
    },
  ]
}

export const checklist: ChecklistReader = async (ground, of) =>
  of.entered ? [...(await signLines(ground, of)), ...(await gearLines(ground, of))] : []
