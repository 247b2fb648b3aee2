import { type Lang, fill } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import { readEvent } from '#features/events/service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { isMine, raceGiven, registrationOf } from '#features/registrations/status/ownership.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { RefusalError, handle } from '#seam/server/handle.ts'
import { consoleMovesMake, consoleMovesPreview, registrationMove, registrationMoves } from './contract.ts'
import { previewMove } from './preview.service.ts'
import { type MoveOutcome, isMovable, moveRegistration, takesRunners } from './service.ts'
import { words } from './words.ts'

const yuan = (fen: number) => (fen < 0 ? `-${amountText(-fen)}` : amountText(fen))
const doneOr = (moved: MoveOutcome, lang: Lang, mayOverrule: boolean) => {
  if ('state' in moved) return moved
  if ('refused' in moved) throw new RefusalError(moved.refused)
  if ('changed' in moved) throw new RefusalError('move_changed', { amount: yuan(moved.changed) })
  throw new RefusalError('field_wrong', {
    fields: { eventid: fill(words[moved.why][lang]) },
    ...(mayOverrule ? { overrulable: true } : {}),
  })
}
const until = ({ settings }: RaceGiven): Date | null =>
  settings.move_until === undefined ? null : new Date(settings.move_until)
const isOpen = (race: RaceGiven, now: Date): boolean => {
  const end = until(race)
  return end !== null && now < end
}

export const routes = [
  handle(consoleMovesPreview, async ({ input, db, seal, now, lang, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const row = (await registrationById(db, race.id, input.id)) ?? refuse('registration_not_found')
    if (!isMovable(row, race, now)) return refuse('not_movable')
    return previewMove({ db, seal }, race, row, 'staff', lang, now)
  }),

  handle(consoleMovesMake, async ({ input, now, who, lang, may, refuse, ...parts }) => {
    const { raceid, id, eventid, shown, charge, reason, overrule } = input
    const race = (await raceGiven(parts.db, raceid, now)) ?? refuse('race_not_found')
    if (overrule && !may('registrations.overrule')) return refuse('overrule_no_right')
    const moving = { race, who, by: 'staff' as const, eventid, charge, reason, overrule, shown, now }
    const moved = (await moveRegistration(parts, moving, id)) ?? refuse('registration_not_found')
    return { id, ...doneOr(moved, lang, may('registrations.overrule')) }
  }),

  handle(registrationMoves, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    if (!isMovable(row, race, now)) return refuse('not_movable')
    const preview = await previewMove({ db, seal }, race, row, 'runner', lang, now)
    return { open: isOpen(race, now), until: until(race), ...preview }
  }),

  handle(registrationMove, async ({ input, now, who, lang, refuse, ...parts }) => {
    const { row, race } = (await registrationOf(parts, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(parts.db, parts.seal, row, who.uid))) return refuse('no_permission')
    if (!isOpen(race, now)) return refuse('moves_closed')
    const to = (await readEvent(parts.db, race.id, input.eventid, now, true)) ?? refuse('event_not_found')
    if (!takesRunners(to)) return refuse('moves_closed')
    const { eventid, shown } = input
    const moving = { race, who, by: 'runner' as const, eventid, charge: 'ask' as const, reason: '', shown, now }
    const moved = (await moveRegistration(parts, moving, row.id)) ?? refuse('registration_not_found')
    return { id: row.id, ...doneOr(moved, lang, false) }
  }),
]
