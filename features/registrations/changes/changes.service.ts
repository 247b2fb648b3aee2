import { noteRegistrations } from '#features/webhooks/service.ts'
import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type EventRow, eventNow, lockEvent } from '#features/events/service.ts'
import { formOf, holdsPlace, raceDayOf, eventStateOf } from '#features/events/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { findOrder, lockOrder } from '#features/orders/finding.service.ts'
import { replaceOrder } from '#features/payments/service.ts'
import { isRingable } from '#features/people/service.ts'
import { fields } from '#features/fields/fields.rules.ts'
import {
  type EditableField,
  type OptionalField,
  type StockField,
  optionalFields,
  phoneFields,
  placeFields,
  stockFields,
} from '#features/fields/lists.rules.ts'
import type { Gender, IdType } from '#features/people/rules.ts'
import { words as people } from '#features/people/words.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import type { EditInput } from './changes.contract.ts'
import { type OpenRegistration, checkEdit, loggedAnswers } from './changes.rules.ts'
import { insertDeletion, listCompanions, updateRegistration } from './changes.store.ts'
import type { RegistrationState } from '../contract.ts'
import { answersOf, splitAnswers, strangeFiles } from '../answers/answers.service.ts'
import { replacePersonalAnswers } from '../answers/answers.store.ts'
import { type WhyNotHeld, changeHeld, holdPlace, releaseHeld } from '../inventory/inventory.service.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { boughtOf, chargeOf, chargeTogether, openingOfCharge, sumOfBought } from '../payment/pricing.rules.ts'
import type { Qualified } from '../signup/qualifying.rules.ts'
import { type StatusFound, statusOf } from '../rules.ts'
import { columnsOfTexts, mobileIndex, openText } from '../signup/sealing.service.ts'
import type { Entry, Wrong } from '../signup/signup.rules.ts'
import { type ViewRow, findByKey, linkOrder, lockRegistration } from '../store.ts'
import { stateAfter } from '../status/transitions.rules.ts'

export type ChangeWork = Pick<Parts, 'db' | 'seal' | 'integrations' | 'origin'>
type Can = StatusFound['can'][keyof StatusFound['can']]
export const reasonAgainst = (can: Can): Text | undefined => (can.ok ? undefined : can.why)
export const canOf = (row: ViewRow, race: RaceGiven, now: Date): StatusFound['can'] =>
  statusOf(statusFactsOf(row, race), now).can

/**
 * Works on a locked registration. It locks first the order, then the event, then the registration, and reads the
 * registration again. If the registration got another order meanwhile, it tries again with that order, up to five times
 * in all, and then throws.
 */
export const withHeld = async <T>(
  db: Db,
  raceid: number,
  key: string,
  work: (tx: Tx, row: ViewRow) => Promise<T>,
): Promise<T | undefined> => {
  for (let round = 0; round < 5; round++) {
    const seen = await findByKey(db, raceid, key)
    if (!seen) return undefined
    const worked = await db.transaction().execute(async (tx) => {
      if (seen.orderid !== null) await lockOrder(tx, raceid, seen.orderid)
      const row = await held(tx, seen)
      return row.orderid === seen.orderid ? { given: await work(tx, row) } : undefined
    })
    if (worked) return worked.given
  }
  throw new Error(`The order of registration ${key} changes faster than it can be held`)
}
/** Locks the event and the registration, and reads the registration. The caller has locked the order. */
const held = async (tx: Tx, { raceid, eventid, _key }: ViewRow): Promise<ViewRow> => {
  await lockEvent(tx, raceid, eventid)
  await lockRegistration(tx, raceid, _key)
  return (await findByKey(tx, raceid, _key))!
}

/**
 * Moves the other registrations of a shared order to a new order with the same `pay_end`, because one registration
 * leaves the order. Returns the id of the new order, or null if there are no other registrations.
 */
export const moveCompanions = async (tx: Tx, order: OrderRow, leaving: number, now: Date): Promise<number | null> => {
  const others = await listCompanions(tx, order.raceid, order.id, leaving)
  if (others.length === 0) return null
  const opened = await openOrder(
    tx,
    order.raceid,
    {
      room: order.room,
      uid: order.uid,
      ...openingOfCharge(chargeTogether(others.map(chargeOf))),
      subject: order.subject,
      payEnd: order.pay_end,
    },
    now,
  )
  const paid = opened.state === 'paid' ? await findOrder(tx, order.raceid, opened.id) : undefined
  for (const { id } of others) await linkOrder(tx, order.raceid, id, opened.id, paid?.pay_at ?? null, now)
  return opened.id
}

/**
 * The outcome of leaving an order. `elsewhere` means that another call closed the order first, so the caller tries
 * again.
 */
export type Left<T> = { given: T } | { refused: 'paid_meanwhile' | 'gateway_down' } | { elsewhere: true }
/**
 * Takes a registration out of its open order. It first closes the order at the gateway. `work` runs in the transaction
 * that closes the order. The other registrations of the order get a new order in this transaction. If `work` throws,
 * the order stays open, and its registrations do not change.
 */
export const leaveOrder = async <T>(
  parts: ChangeWork,
  row: ViewRow,
  work: (tx: Tx, row: ViewRow, companions: number | null) => Promise<T>,
  now: Date,
): Promise<Left<T>> => {
  let given: { given: T } | undefined
  const replace = async (tx: Tx, order: OrderRow) => {
    const fresh = await held(tx, row)
    if (fresh.orderid !== order.id) return
    given = { given: await work(tx, fresh, await moveCompanions(tx, order, row.id, now)) }
  }
  const closed = await replaceOrder(parts, row.raceid, row.orderid!, 'deleted', replace, now)
  if (closed === 'closed') return given ?? { elsewhere: true }
  return { refused: closed === 'paid' ? 'paid_meanwhile' : 'gateway_down' }
}

class CannotNow extends Error {
  readonly why: Text
  constructor(why: Text) {
    super('cannot now')
    this.why = why
  }
}
/**
 * Runs `work` and returns the reason if `work` refuses. A refusal inside a transaction rolls the transaction back.
 */
export const orWhy = async <T>(work: () => Promise<T>): Promise<T | { why: Text }> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotNow) return { why: error.why }
    throw error
  }
}
export const demand = (can: Can): void => {
  const why = reasonAgainst(can)
  if (why) throw new CannotNow(why)
}

export type Deleted =
  | { deleted_at: Date; orderid: number | null }
  | { refused: 'paid_meanwhile' | 'gateway_down' }
  | { why: Text }
/**
 * A function that stores the answer of a change in the transaction of the change. If the caller repeats the call, the
 * server returns this answer.
 */
export type Beside<T> = (tx: Tx, done: T) => Promise<void>
const nothing = async (): Promise<void> => {}
/**
 * Deletes a registration for its registrant. Each document has one deletion, even if several calls come at the same
 * moment.
 */
export const deleteRegistration = async (
  parts: ChangeWork,
  race: RaceGiven,
  key: string,
  now: Date,
  beside: Beside<{ deleted_at: Date; orderid: number | null }> = nothing,
): Promise<Deleted> => {
  const gone = async (
    tx: Tx,
    row: ViewRow,
    orderid: number | null,
  ): Promise<{ deleted_at: Date; orderid: number | null }> => {
    demand(canOf(row, race, now).delete)
    if (!(await insertDeletion(tx, race.id, row.document_ix, now)))
      demand(canOf({ ...row, deleted_once: true }, race, now).delete)
    stateAfter(row.state as RegistrationState, 'delete')
    await releaseHeld(tx, race.id, [row.id], now, { uses: true })
    await updateRegistration(tx, race.id, row.id, { deleted_at: now, bib: null, prefix_bib: null }, now)
    await logChange(tx, {
      who: undefined,
      now,
      raceid: race.id,
      what: 'registration deleted',
      target: `registration ${row.id}`,
      before: { state: row.state, deleted_at: null },
      after: { state: row.state, deleted_at: now },
    })
    await noteRegistrations(tx, race.id, 'registration.changed', [row.id], now)
    await beside(tx, { deleted_at: now, orderid })
    return { deleted_at: now, orderid }
  }
  for (let round = 0; round < 3; round++) {
    const row = (await findByKey(parts.db, race.id, key))!
    const why = reasonAgainst(canOf(row, race, now).delete)
    if (why) return { why }
    if (row.o_state !== 'open') {
      // Between this read and the lock, staff may approve the registration, which opens an order. Then the loop begins
      // again and closes that order first.
      const done = (await orWhy(() =>
        withHeld(parts.db, race.id, key, async (tx, fresh) =>
          fresh.o_state === 'open' ? { elsewhere: true as const } : gone(tx, fresh, null),
        ),
      ))!
      if (!('elsewhere' in done)) return done
      continue
    }
    const left = await orWhy(() => leaveOrder(parts, row, gone, now))
    if ('given' in left) return left.given
    if (!('elsewhere' in left)) return left
  }
  throw new Error(`The order of registration ${key} changes faster than it can be closed`)
}

/** Opens the registrant's stored values. The caller has prepared the race's key. */
export const openKept = (seal: Seal, row: ViewRow): OpenRegistration => {
  const guardian = row.guardian && seal.open(raceScope(row.raceid), fields.guardian.sealed, row.guardian)
  return {
    ...(Object.fromEntries(optionalFields.map((name) => [name, openText(seal, row, name)])) as Record<
      OptionalField,
      string | null
    >),
    idtype: row.idtype as IdType,
    country: row.country,
    idnum: openText(seal, row, 'idnum')!,
    name: row.name,
    gender: row.gender as Gender | null,
    birth: openText(seal, row, 'birth'),
    mobile: openText(seal, row, 'mobile'),
    answers: answersOf(seal, row),
    sealed: Object.keys(row.sealed_answers ?? {}),
    guardian: guardian === null ? null : (JSON.parse(guardian) as OpenRegistration['guardian']),
    qualifying: row.qualifying as Qualified | null,
  }
}

/** Returns the columns of a checked change as they are stored. Shirt and seat change with their counters. */
const columnsOf = (
  seal: Seal,
  raceid: number,
  touched: readonly EditableField[],
  entry: Entry,
  open: Readonly<Record<string, string>>,
) => {
  const made = (field: EditableField): object => {
    switch (field) {
      case 'mobile':
        return {
          mobile: seal.seal(raceScope(raceid), fields.mobile.sealed, entry.mobile),
          mobile_ix: mobileIndex(seal, raceid, entry.mobile),
          mobile_mask: maskMobile(entry.mobile),
        }
      case 'area':
        return columnsOfTexts(seal, raceid, placeFields, entry)
      case 'answers':
        return { answers: JSON.stringify(open) }
      case 'qualifying':
        return { qualifying: entry.qualifying && JSON.stringify(entry.qualifying) }
      default:
        return fields[field].kind === 'stock' ? {} : columnsOfTexts(seal, raceid, [field], entry)
    }
  }
  return Object.assign({}, ...touched.map(made)) as Record<string, unknown>
}

export type EditOutcome = { state: RegistrationState; edited_at: Date | null; changed: EditableField[] }
export type Changed = EditOutcome | { refused: WhyNotHeld } | { wrong: Partial<Record<string, Wrong>> } | { why: Text }
class Gone extends Error {
  readonly refused: WhyNotHeld
  constructor(refused: Gone['refused']) {
    super(refused)
    this.refused = refused
  }
}

const CHANGED = loggedAnswers.after
/** Keeps only the answers that a call sends. */
const only = (answers: Readonly<Record<string, string>>, sent: object): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(sent, name)))

/** Works out the columns of a change from the locked registration and event, or returns the faults. */
const changeOf = async (
  { tx, seal }: { tx: Tx; seal: Seal },
  race: RaceGiven,
  event: EventRow,
  row: ViewRow,
  input: EditInput,
  now: Date,
) => {
  const kept = openKept(seal, row)
  const checked = checkEdit(input, kept, { form: formOf(event), raceDay: raceDayOf(event, race) }, now)
  if (!checked.ok) return checked
  const { entry, touched } = checked
  for (const field of phoneFields)
    if (touched.includes(field) && entry[field] && !isRingable(entry[field]))
      return { ok: false as const, wrong: { [field]: { message: people.mobile_wrong } } }
  const strange = await strangeFiles(tx, race.id, row.uid, formOf(event), only(entry.answers, input.answers ?? {}))
  if (strange) return { ok: false as const, wrong: strange }
  const things: Partial<Record<StockField, string | null>> = Object.fromEntries(
    stockFields.filter((field) => touched.includes(field)).map((field) => [field, entry[field]]),
  )
  const answers = splitAnswers(seal, race.id, formOf(event), entry.answers, kept.sealed)
  const personal = touched.includes('answers') ? answers.personal : undefined
  return {
    ok: true as const,
    touched,
    columns: columnsOf(seal, race.id, touched, entry, answers.open),
    things,
    personal,
  }
}

/**
 * Works out the add-ons and the price of a registration without the add-ons `ids`. An order that exists already
 * keeps its amount, so its registration keeps the add-ons.
 */
const leavingOut = (row: ViewRow, ids: readonly string[]): { addons?: string; price?: number } => {
  const bought = boughtOf(row)
  const kept = bought.filter(({ id }) => !ids.includes(id))
  if (row.orderid !== null || kept.length === bought.length) return {}
  return { addons: JSON.stringify(kept), price: row.price - sumOfBought(bought) + sumOfBought(kept) }
}

/** Takes a place again for a mended registration, with the add-ons that it keeps. */
const holdAgain = async (tx: Tx, row: ViewRow, kept: ReturnType<typeof leavingOut>, now: Date): Promise<void> => {
  if (kept.addons) await updateRegistration(tx, row.raceid, row.id, kept, now)
  const gone = await holdPlace(tx, row.raceid, row.id, now, { behindWaitlist: true })
  if (gone) throw new Gone(gone)
}

/**
 * Changes a registration for its registrant. A registration that failed its review goes back to the review, and gets a
 * place if its event gives places at once.
 */
export const editRegistration = async (
  { db, seal }: ChangeWork,
  race: RaceGiven,
  row: ViewRow,
  input: EditInput,
  now: Date,
  beside: Beside<EditOutcome> = nothing,
): Promise<Changed> => {
  const why = reasonAgainst(canOf(row, race, now).edit)
  if (why && !canOf(row, race, now).mend.ok)
    return { why: row.state === 'auditfail' ? reasonAgainst(canOf(row, race, now).mend)! : why }
  await seal.prepare(raceScope(race.id))

  const work = async (tx: Tx, fresh: ViewRow): Promise<Changed> => {
    const mending = fresh.state === 'auditfail'
    demand(canOf(fresh, race, now)[mending ? 'mend' : 'edit'])
    const event = (await eventNow(tx, race.id, fresh.eventid))!
    const checked = await changeOf({ tx, seal }, race, event, fresh, input, now)
    if (!checked.ok) return { wrong: checked.wrong }
    const { touched, columns, things, personal } = checked
    if (touched.length === 0 && !mending)
      return { state: fresh.state as RegistrationState, edited_at: fresh.edited_at, changed: [] }
    const full = Object.keys(things).length > 0 ? await changeHeld(tx, race.id, fresh.id, things, now) : undefined
    if (full && full !== 'zone_full') throw new Gone(full)
    const bought = mending ? leavingOut(fresh, input.leave_out ?? []) : {}
    if (mending && holdsPlace(eventStateOf(event))) await holdAgain(tx, fresh, bought, now)
    const state = mending ? stateAfter('auditfail', 'mend') : (fresh.state as RegistrationState)
    const after = { ...columns, ...bought, ...(mending ? { state, refusemsg: null } : {}), edited_at: now }
    await updateRegistration(tx, race.id, fresh.id, after, now)
    if (personal) await replacePersonalAnswers(tx, race.id, fresh, personal)
    await noteRegistrations(tx, race.id, 'registration.changed', [fresh.id], now)
    const changed = Object.keys({ ...columns, ...things, ...bought }).filter((name) => !/_(ix|mask)$/.test(name))
    const before = Object.fromEntries(
      [...changed, ...(mending ? ['state', 'refusemsg'] : [])].map((name) => [
        name,
        name === 'answers' ? loggedAnswers.before : (fresh as unknown as Record<string, unknown>)[name],
      ]),
    )
    await logChange(tx, {
      who: undefined,
      now,
      raceid: race.id,
      what: mending ? 'registration mended' : 'registration edited',
      target: `registration ${fresh.id}`,
      before,
      after: Object.fromEntries(
        Object.keys(before).map((name) => [name, { ...after, ...things, answers: CHANGED }[name as 'state'] ?? null]),
      ),
    })
    await beside(tx, { state, edited_at: now, changed: touched })
    return { state, edited_at: now, changed: touched }
  }
  try {
    return (await orWhy(() => withHeld(db, race.id, row._key, work)))!
  } catch (error) {
    if (error instanceof Gone) return { refused: error.refused }
    throw error
  }
}
