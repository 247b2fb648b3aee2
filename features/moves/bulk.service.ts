import * as z from 'zod/mini'
import { type Text, nameIn } from '#contract/words.ts'
import { Amount, Line } from '#contract/scalars.ts'
import { refusals as eventRefusals } from '#features/events/words.ts'
import { eventsOf } from '#features/events/service.ts'
import {
  type BulkForeseeing,
  type RowOutcome,
  bulkAction,
  leftRow,
} from '#features/registrations/bulk/action.service.ts'
import { changesWords } from '#features/registrations/changes/changes.words.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { priceRefusals } from '#features/registrations/signup/prices.words.ts'
import { refusals as signUpRefusals } from '#features/registrations/words.ts'
import type { AnyBulkAction } from '#seam/server/bulk.ts'
import { bulkWords as words } from './bulk.words.ts'
import { foreseeMoves } from './foreseen.service.ts'
import { type MoveOutcome, isMovable, moveRegistration } from './service.ts'
import { refusals, words as moveWords } from './words.ts'

const Input = z.object({
  eventid: Amount,
  charge: z._default(z.enum(['ask', 'waive']), 'ask'),
  reason: Line(200),
})

/** The fields that decide which registrations move. */
const Decisive = z.pick(Input, { eventid: true, charge: true })

const done: RowOutcome = { outcome: 'done', why: null }

type Refused = Extract<MoveOutcome, { refused: unknown }>['refused']
const sentences: Readonly<Record<Refused, Text>> = {
  not_movable: refusals.not_movable.message,
  move_pending: refusals.move_pending.message,
  move_not_admitted: refusals.move_not_admitted.message,
  event_not_found: eventRefusals.event_not_found.message,
  sold_out: signUpRefusals.sold_out.message,
  clothes_gone: words.clothes_gone,
  bus_full: words.bus_full,
  addon_gone: priceRefusals.addon_gone.message,
  paid_meanwhile: changesWords.outcome_paid_meanwhile,
  gateway_down: changesWords.outcome_gateway_down,
}

const sentenceOf = (found: { refused: Refused } | { why: 'too_young' | 'too_old' | 'idtype' }): Text =>
  'refused' in found ? sentences[found.refused] : moveWords[found.why]

/** Moves many registrations to one event. The price of each registration decides the difference to pay. */
const move = bulkAction<z.output<typeof Input>>({
  name: 'move',
  label: words.move,
  description: words.move_text,
  right: 'registrations.edit',
  fields: async (db, raceid, lang) => {
    const events = (await eventsOf(db, raceid)).map(({ id, name, names }) => ({
      value: String(id),
      label: nameIn(lang, name, names),
    }))
    return [
      {
        name: 'eventid',
        kind: 'choice',
        label: words.to,
        decides: true,
        required: true,
        options: [{ value: '', label: words.choose[lang] }, ...events],
      },
      {
        name: 'charge',
        kind: 'choice',
        label: words.charge,
        decides: true,
        options: [
          { value: 'ask', label: words.charge_ask[lang] },
          { value: 'waive', label: words.charge_waive[lang] },
        ],
      },
      { name: 'reason', kind: 'text', label: words.reason, required: true, most: 200 },
    ]
  },
  input: Input,
  foreseeInput: {
    input: Decisive,
    of: async ({ db, seal, race, input, now }: BulkForeseeing<z.output<typeof Decisive>>) => {
      const { eventid, charge } = input
      const to = (await eventsOf(db, race.id)).find(({ id }) => id === eventid)
      if (!to) return undefined
      const foreseen = await foreseeMoves({ db, seal }, { race, to, charge, now })
      const each = async (rows: readonly RegistrationRow[]) =>
        new Map([...(await foreseen(rows))].map(([id, found]) => [id, leftRow(sentenceOf(found))]))
      return {
        row: (row) => (row.eventid === eventid ? { outcome: 'unchanged', why: moveWords.same } : undefined),
        space: { room: Math.max(0, to.places - to.taken), why: sentences.sold_out },
        each,
      }
    },
  },
  foresee: (row, race, now) => (isMovable(row, race, now) ? done : leftRow(refusals.not_movable.message)),
  run: async (working, id, { eventid, charge, reason }) => {
    const { db, race, who, now, beside } = working
    const seen = await registrationById(db, race.id, id)
    if (seen?.eventid === eventid) return { outcome: 'unchanged', why: moveWords.same }
    const moving = { race, who, by: 'staff' as const, eventid, charge, reason, now }
    const moved = await moveRegistration(working, { ...moving, beside: (tx) => beside(tx, done) }, id)
    if (!moved) return leftRow(changesWords.outcome_not_found)
    if ('state' in moved) return done
    return leftRow('changed' in moved ? changesWords.outcome_changed_since : sentenceOf(moved))
  },
})

export const bulk: readonly AnyBulkAction[] = [move]
