import { type Lang, nameIn } from '#contract/words.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { paystateOf, eventStateOf } from '#features/events/rules.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type OptionalField, type TypedField, optionalFields } from '#features/fields/lists.rules.ts'
import { itemsIn } from '#features/orders/items.rules.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import type { IdType } from '#features/people/rules.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { tierSpans } from '#features/races/refund.rules.ts'
import { placeIn } from '#features/races/rules.ts'
import { momentFrom } from '#contract/days.ts'
import { type RefundState, type RegistrationState, paymentMethods } from '../contract.ts'
import { answersOf } from '../answers/answers.service.ts'
import { boughtIn, presentDiscount, presentCharge } from '../payment/presentPrice.rules.ts'
import { statusOf } from '../rules.ts'
import type { StatusFacts } from './facts.rules.ts'
import { delayWordsOf } from './delayWords.rules.ts'
import { openText } from '../signup/sealing.service.ts'
import { say, sayStatus } from './statusText.rules.ts'
import type { ViewRow } from '../store.ts'
import type { CardRow } from '../lookup/cards.store.ts'

type EventFacts = {
  state: string
  paystate: string
  pay_end: Date | null
  draw_at: Date | null
  signup_from: Date | null
  signup_until: Date | null
  coded?: boolean
}
/** The facts about a race that an answer about a registration needs. */
export type RaceGiven = {
  id: number
  name: string
  names: unknown
  city: string
  province: string
  time: Date
  zone: string
  settings: RaceSettings
}

export const paymentMethodOf = (name: string | null): (typeof paymentMethods)[number] | null =>
  paymentMethods.find((one) => one === name) ?? null
export const orderStateOf = (state: string): 'open' | 'paid' | 'closed' =>
  state === 'paid' || state === 'closed' ? state : 'open'

const raceFacts = (race: RaceGiven, eventid: number): StatusFacts['race'] => {
  const { zone, settings } = race
  return {
    zone,
    refund_until: null,
    exits: tierSpans(race, eventid),
    edit_until: momentFrom(settings.edit_until),
    delay_until: momentFrom(settings.delay?.until),
    teams: settings.teams,
    team_until: settings.team_until,
  }
}
const eventFacts = (event: EventFacts): StatusFacts['event'] => ({
  state: eventStateOf(event),
  paystate: paystateOf(event),
  pay_end: event.pay_end,
  draw_at: event.draw_at,
  signup_from: event.signup_from,
  signup_until: event.signup_until,
  ...(event.coded === undefined ? {} : { coded: event.coded }),
})
const orderFacts = (row: {
  o_state: string | null
  o_payment: string | null
  o_pay_end: Date | null
  o_pay_at: Date | null
}): StatusFacts['order'] =>
  row.o_state === null
    ? null
    : {
        state: orderStateOf(row.o_state),
        payment: paymentMethodOf(row.o_payment),
        pay_end: row.o_pay_end,
        pay_at: row.o_pay_at,
      }

const ofEvent = (row: ViewRow): EventFacts => ({
  state: row.e_state,
  paystate: row.e_paystate,
  pay_end: row.e_pay_end,
  draw_at: row.e_draw_at,
  signup_from: row.e_signup_from,
  signup_until: row.e_signup_until,
  coded: row.e_coded,
})

export const statusFactsOf = (row: ViewRow, race: RaceGiven): StatusFacts => ({
  registration: { ...row, state: row.state as RegistrationState, deleted_once: row.deleted_once },
  order: orderFacts(row),
  refund:
    row.f_state === null
      ? null
      : {
          state: row.f_state as RefundState,
          refund_at: row.f_refund_at,
          amount: row.f_amount!,
          by_hand: row.f_hand_at !== null,
        },
  event: eventFacts(ofEvent(row)),
  race: raceFacts(race, row.eventid),
})

/**
 * Presents a card of the public look-up: event, bib, name and status. `own` is for a caller who may see a hidden name.
 */
export const presentCard = (
  lang: Lang,
  row: CardRow,
  event: EventFacts & { name: string; names: unknown },
  race: RaceGiven,
  now: Date,
  own: boolean,
) => {
  const facts: StatusFacts = {
    registration: {
      refusemsg: null,
      description: null,
      deleted_at: null,
      ...row,
      state: row.state as RegistrationState,
    },
    order: orderFacts(row),
    ...(row.f_state === null ? {} : { refund: { state: row.f_state as RefundState, refund_at: null } }),
    event: eventFacts(event),
    race: raceFacts(race, row.eventid),
  }
  const found = statusOf(facts, now)
  return {
    _key: row._key,
    raceid: race.id,
    eventid: row.eventid,
    event: nameIn(lang, event.name, event.names),
    bib: found.shows.bib && row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : null,
    name: nameFor(lang, row, own),
    state: facts.registration.state,
    icon: found.icon,
    status: say(found.title, race.zone, lang),
    paid_label: found.paidText[lang],
    fee_label: found.fee && found.fee.text[lang],
    bib_due: found.shows.bib,
  }
}

const WEEK = 7 * 24 * 3_600_000
const next = (at: Date | null): Date | null => at && new Date(at.getTime() + WEEK)

/** Returns the amount that an invoice may cover. The room of invoices has the same rule about an order. */
const leftToInvoice = ({ o_state, o_payment, o_amount, o_refunded }: ViewRow): number =>
  o_state === 'paid' && o_payment !== 'invite' ? Math.max(0, o_amount! - o_refunded!) : 0

export const presentOrder = (lang: Lang, row: ViewRow) =>
  row.o_state === null
    ? null
    : {
        id: row.orderid!,
        _key: row.o_key!,
        state: orderStateOf(row.o_state),
        pay_at: row.o_pay_at,
        refundid: row.o_refundid!,
        payment: paymentMethodOf(row.o_payment),
        amount: row.o_amount!,
        fee: row.o_fee!,
        discount: row.o_discount!,
        items: itemsIn(lang, row.o_items),
        left: leftToInvoice(row),
        tradeno: row.o_tradeno!,
        paydata: { buyer_logon_id: buyerOf(row.o_paydata) },
        pay_end: row.o_pay_end,
        draw_at: row.e_draw_at,
        created_at: row.o_created_at!,
      }
const buyerOf = (paydata: unknown): string | null => {
  const buyer =
    typeof paydata === 'object' && paydata !== null
      ? (paydata as { buyer_logon_id?: unknown }).buyer_logon_id
      : undefined
  return typeof buyer === 'string' ? buyer : null
}

/** Presents the team of a registration. A registration that is not valid any more has left its team. */
const teamOf = ({ teamid, t_name, deleted_at, closed_at, refundid, state }: ViewRow) =>
  teamid === null ||
  t_name === null ||
  deleted_at ||
  closed_at ||
  refundid !== 0 ||
  state === 'delay' ||
  state === 'waitfail'
    ? null
    : { id: teamid, name: t_name }

const refundOf = (row: ViewRow) =>
  row.f_state === null
    ? null
    : {
        id: row.refundid,
        amount: row.f_amount!,
        currency: row.f_currency!,
        state: row.f_state as RefundState,
        by_hand: row.f_hand_at !== null,
        created_at: row.f_created_at!,
        refund_at: row.f_refund_at,
        next_at: next(row.f_refund_at),
        meta: { payment: paymentMethodOf(row.f_payment) },
      }

const eventOf = (lang: Lang, row: ViewRow) => ({
  id: row.eventid,
  raceid: row.raceid,
  name: nameIn(lang, row.e_name, row.e_names),
  state: eventStateOf({ state: row.e_state }),
  price: row.e_price,
  paystate: paystateOf({ paystate: row.e_paystate }),
  poster_reg: row.e_poster_reg,
  poster_paid: row.e_poster_paid,
  pay_end: row.e_pay_end,
  draw_at: row.e_draw_at,
  start_at: row.e_start_at,
  colour: row.e_colour,
})

/**
 * Presents a field. The value is open for a caller who may see it (`seal`, with the race's key prepared), otherwise
 * masked or public. The value is null if there is none, or if the caller may not see it.
 */
export const presentField = (row: ViewRow, name: TypedField, seal: Seal | null): string | null => {
  if (seal) return openText(seal, row, name)
  const entry = fields[name]
  if ('beside' in entry && 'mask' in entry.beside) return row[entry.beside.mask]
  return entry.seen === 'all' ? (row[name] as string | null) : null
}

/**
 * Presents a registration. With `seal` (and the race's key prepared) sealed fields are open. Without `seal` sealed
 * fields are masked or left out.
 */
export const presentRegistration = (lang: Lang, row: ViewRow, race: RaceGiven, now: Date, seal: Seal | null) => {
  const found = statusOf(statusFactsOf(row, race), now)
  const shown = (name: TypedField) => presentField(row, name, seal)
  const order = presentOrder(lang, row)
  return {
    ...row,
    ...(Object.fromEntries(optionalFields.map((name) => [name, shown(name)])) as Record<OptionalField, string | null>),
    _id: String(row.id),
    mine: seal !== null,
    name: nameFor(lang, row, seal !== null),
    enname: row.hide_name && !seal ? null : row.enname,
    gender: row.gender as 'male' | 'female' | null,
    bib: found.shows.bib ? row.bib : null,
    prefix_bib: found.shows.bib ? row.prefix_bib : null,
    idtype: row.idtype as IdType,
    idnum: shown('idnum') ?? row.idnum_mask,
    birth: shown('birth'),
    mobile: shown('mobile'),
    answers: seal ? answersOf(seal, row) : {},
    // Everybody may see that a runner is invited (chip and method). Only the runner sees the code.
    invite: seal ? row.invite : null,
    state: row.state as RegistrationState,
    tag: row.tag && nameIn(lang, row.tag, delayWordsOf(row, 'tag')),
    description: row.description && nameIn(lang, row.description, delayWordsOf(row, 'description')),
    wait_pos: found.shows.wait_pos ? row.wait_pos : null,
    team: teamOf(row),
    payable: found.payable ? (1 as const) : (0 as const),
    charge: presentCharge(lang, row),
    price_by: presentDiscount(lang, row),
    addons: boughtIn(lang, row),
    meta: {
      order: order && seal === null ? { ...order, paydata: { buyer_logon_id: null } } : order,
      event: eventOf(lang, row),
    },
    refund: refundOf(row),
    race: { ...race, ...placeIn(lang, race), name: nameIn(lang, race.name, race.names) },
    status: sayStatus(found, race.zone, lang),
  }
}
