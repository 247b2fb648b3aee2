import { type Lang, nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { words as banWords } from '#features/bans/words.ts'
import { formOf, publicPlaces } from '#features/events/rules.ts'
import type { ChangeWork } from '#features/registrations/changes/changes.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { ageAt, prepareMove } from '#features/registrations/move/move.service.ts'
import { moveLimitOf, shirtSeatAfterMove } from '#features/registrations/move/move.rules.ts'
import { openShare } from '#features/registrations/payment/shares.rules.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import type { MoveTarget } from './contract.ts'
import { priceDifferenceOf, isMoveBarred, priceOfMove } from './service.ts'
import { findPending, hasResult, listMoves } from './store.ts'
import { words } from './words.ts'

/**
 * Returns the reason why a registration cannot move to an event, or null if it can. The function does not check bans.
 */
const whyNot = ({ left, limit, open }: { left: number; limit: ReturnType<typeof moveLimitOf>; open: boolean }) => {
  if (left === 0) return words.full
  if (limit) return words[limit]
  return open ? null : words.not_open
}

/**
 * Previews a move of a registration to each other event, for staff or for its runner: the cost, the consequences, and
 * the reason why a move is not possible.
 */
export const previewMove = async (
  { db, seal }: Pick<ChangeWork, 'db' | 'seal'>,
  race: RaceGiven,
  row: RegistrationRow,
  by: 'staff' | 'runner',
  lang: Lang,
  now: Date,
) => {
  await prepareMove(seal, race.id)
  const [events, moves, pending, result, share] = await Promise.all([
    eventsOf(db, race.id),
    listMoves(db, race.id, row.id),
    findPending(db, race.id, row.id),
    hasResult(db, race.id, row.id),
    shareFacts(db, row),
  ])
  const nameOf = (id: number) => {
    const event = events.find((one) => one.id === id)
    return event ? nameIn(lang, event.name, event.names) : ''
  }
  const others = events.filter(({ id }) => id !== row.eventid)
  const barred = await Promise.all(others.map((to) => isMoveBarred(db, seal, { row, to }, race, now)))
  const targets = others.map((to, at): MoveTarget => {
    const form = formOf(to)
    const age = ageAt(seal, row, to, race)
    const limit = moveLimitOf(form, { idtype: row.idtype, age })
    const left = by === 'staff' ? Math.max(0, to.places - to.taken) : publicPlaces(to)
    const things = shirtSeatAfterMove(form, row)
    const why = barred[at]
      ? banWords.not_admitted
      : whyNot({ left, limit, open: by === 'staff' || to.state === 'normal' })
    const terms = { zone: race.zone, age, now }
    const difference = priceDifferenceOf(row, to, moves, terms)
    return {
      id: to.id,
      name: nameIn(lang, to.name, to.names),
      price: priceOfMove(row, to, terms),
      difference,
      back: difference < 0 ? Math.min(-difference, openShare(share)) : 0,
      left,
      why: why?.[lang] ?? null,
      overrulable: !barred[at] && left > 0 && limit !== undefined,
      loses: (['clothes', 'packagebus'] as const).filter((thing) => row[thing] !== null && things[thing] === null),
    }
  })
  return {
    event: nameIn(lang, row.e_name, row.e_names),
    targets,
    bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`,
    zone: row.runnerzone,
    team: row.t_name,
    result,
    pending: pending ? { event: nameOf(pending.to_eventid), amount: pending.amount, pay_end: pending.pay_end } : null,
  }
}
