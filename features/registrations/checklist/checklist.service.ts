import type { ChecklistOf } from '#contract/checklist.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { formOf, startIn } from '#features/events/rules.ts'
import { readEvent } from '#features/events/service.ts'
import { type ChecklistGround, type ChecklistLine, everyChecklist } from '#seam/server/checklist.ts'
import { isMine } from '../status/ownership.service.ts'
import { type RaceGiven, presentRegistration } from '../status/present.service.ts'
import { teamsUntil } from '../status/membership.rules.ts'
import type { ViewRow } from '../store.ts'
import { inChecklistOrder } from './order.rules.ts'
import { type OwnFacts, ownLines } from './own.rules.ts'

const LATIN = /^[A-Za-z .'-]+$/

const factsFor = async (ground: ChecklistGround, row: ViewRow, race: RaceGiven): Promise<OwnFacts> => {
  const { db, lang, now } = ground
  const event = await readEvent(db, race.id, row.eventid, now, true)
  const start = event ? startIn(lang, event) : null
  const asksName = event !== undefined && formOf(event).ask.enname !== undefined
  const { status, team, runnerzone, charge, enname } = presentRegistration(lang, row, race, now, null)
  const { edit_until } = race.settings
  return {
    paid: status.paid,
    canPay: status.can.pay.ok,
    canMend: status.can.mend.ok,
    canEdit: status.can.edit.ok,
    canTeam: status.can.team.ok,
    payEnd: status.pay_end,
    paidAt: row.pay_at,
    amount: charge.amount,
    editUntil: edit_until === undefined ? null : new Date(edit_until),
    teamUntil: teamsUntil(race.settings, row.e_signup_until),
    team: team?.name ?? null,
    // A name in Latin letters needs no other English name.
    enname: enname || (asksName && !LATIN.test(row.name) ? '' : null),
    runnerzone,
    startPlace: start?.place ?? '',
    zoneStart: start?.zones.find(({ name }) => name === runnerzone)?.at ?? null,
  }
}

/** Gathers a registration's check list from every room. The lines have the order in which the runner needs them. */
export const checklistOf = async (
  ground: ChecklistGround,
  row: ViewRow,
  race: RaceGiven,
  caller: number | null,
): Promise<ChecklistLine[]> => {
  const { db, seal, lang, now } = ground
  const facts = await factsFor(ground, row, race)
  const of: ChecklistOf = {
    raceid: race.id,
    id: row.id,
    eventid: row.eventid,
    _key: row._key,
    uid: (await isMine(db, seal, row, caller)) ? caller : null,
    entered: row.state === 'normal' && facts.paid === '1' && row.deleted_at === null && row.closed_at === null,
    start: row.e_start_at ?? race.time,
    zone: race.zone,
    window: row.window,
  }
  await seal.prepare(raceScope(race.id))
  const others = await Promise.all(everyChecklist.get().map((read) => read(ground, of)))
  const lines: ChecklistLine[] = [...ownLines(facts, of, lang, now), ...others.flat()]
  const done = new Set(lines.flatMap(({ step, state }) => (state === 'done' ? [step] : [])))
  return inChecklistOrder(lines.filter(({ before }) => before === undefined || !done.has(before)))
}
