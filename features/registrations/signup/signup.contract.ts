import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, RaceId, Time, OptionalTyped } from '#contract/scalars.ts'
import { RaceEvent } from '#features/events/contract.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { sentTexts } from '#features/fields/fields.contract.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { goodsRefusals, SignupGoodsGiven } from './beside.contract.ts'
import { registrationStates } from '../contract.ts'
import { Consent, consentNames } from './consents.contract.ts'

/**
 * An earlier run that shows a runner's speed: its race, its day, its time as `3:05:00`, and the path of the proof
 * (`/stor/upload`).
 */
export const Qualification = z.object({
  race: Line(120),
  day: z.iso.date(),
  time: z.string().check(z.trim(), z.regex(/^\d{1,2}:[0-5]\d:[0-5]\d$/)),
  proof: z.optional(z.string().check(z.maxLength(200))),
})
export type Qualification = z.output<typeof Qualification>
/**
 * The values of the form. `person` names a saved person, whose stored values replace missing values. `answers` holds
 * the answers to an event's own fields.
 */
export const SignupInput = z.object({
  raceid: RaceId,
  eventid: Int,
  person: z.optional(z.string().check(z.maxLength(60))),
  ...sentTexts(typedFields),
  idtype: z.optional(z.enum(documentTypes)),
  gender: z.optional(z.enum(['male', 'female'])),
  answers: z._default(z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(500))), {}),
  consents: z._default(z.partialRecord(z.enum(consentNames), z.string().check(z.maxLength(40))), {}),
  guardian_name: OptionalTyped(80),
  guardian_mobile: OptionalTyped(30),
  guardian_relationship: OptionalTyped(30),
  /** An invitation code. */
  invite: OptionalTyped(40),
  /** The answers of the quiz: the chosen option of each question. */
  quiz: z._default(z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(60))), {}),
  qualifying: z.optional(Qualification),
  /** The number of pieces of each add-on of the event, by id. */
  addons: z._default(
    z.record(z.string().check(z.maxLength(12)), z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20))),
    {},
  ),
  /**
   * The amount that the page shows for this person, in fen, with the add-ons. If the price differs, the server signs
   * nobody up (`price_changed`). Without this field the server does not compare the price.
   */
  amount: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000))),
  /** True if the server saves this person for the next sign-up. */
  keep: z._default(Flag, false),
})
export type SignupInput = z.output<typeof SignupInput>

export const registrationDocuments = post('/registration/documents', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: z.object({
    event: RaceEvent,
    documents: z.array(z.object({ idtype: z.enum(documentTypes), label: z.string(), hint: z.nullable(z.string()) })),
    consents: z.array(Consent),
  }),
  refusals: ['event_not_found'],
  description: 'The form of an event: its document types, its fields, and the consents with their versions.',
})
export const registrationExist = post('/registration/exist', {
  access: 'runner',
  input: z.object({ raceid: RaceId, idtype: z.enum(documentTypes), idnum: Line(60), country: OptionalTyped(2) }),
  output: z.object({
    exist: z.boolean(),
    mine: z.nullable(z.object({ _key: z.string(), eventid: z.number(), event: z.string() })),
    deleted_once: z.boolean(),
  }),
  description:
    'Tells whether a document already has a live registration of this race. Only the account that made the registration learns which one. Limited per account.',
})
/**
 * The refusals of a sign-up. `*_gone` and `bus_full`: another runner took the last place or thing. `invite_*`: the
 * reason why the code does not work. `price_changed` has the former price in `from` and the present price in `to`.
 */
export const signupRefusals = [
  'event_not_found',
  'signup_soon',
  'signup_over',
  'sold_out',
  'already_registered',
  'qualification_lost',
  'event_changed',
  'person_not_found',
  'clothes_gone',
  'bus_full',
  'too_many_unpaid',
  'invite_unknown',
  'invite_over',
  'invite_used_up',
  'invite_elsewhere',
  'invite_of_another',
  'in_waiting_room',
  'addon_gone',
  'addons_need_place',
  'goods_need_place',
  ...goodsRefusals,
  'price_changed',
] as const
export const registrationSave = post('/registration/save', {
  access: 'runner',
  input: z.extend(SignupInput, { goods: z.optional(SignupGoodsGiven) }),
  output: z.object({
    _key: z.string(),
    raceid: z.number(),
    eventid: z.number(),
    state: z.enum(registrationStates),
    orderid: z.nullable(z.number()),
    amount: Fen,
    pay_end: z.nullable(Time),
    payable: z.union([z.literal(0), z.literal(1)]),
  }),
  refusals: signupRefusals,
  description:
    'Signs a person up. The answer is a place with a registration and an order, or a refusal. The number of places is exact, even if thousands sign up at once. Wrong fields are named one by one. `goods` are paid by the same order.',
})
export const registrationFriends = post('/registration/friends', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    friends: z.array(z.omit(SignupInput, { raceid: true })).check(z.minLength(1), z.maxLength(50)),
    goods: z.optional(SignupGoodsGiven),
  }),
  output: z.object({
    items: z.array(
      z.object({
        _key: z.string(),
        eventid: z.number(),
        name: z.string(),
        state: z.enum(registrationStates),
        amount: Fen,
      }),
    ),
    orderid: z.nullable(z.number()),
    amount: Fen,
    pay_end: z.nullable(Time),
    payable: z.union([z.literal(0), z.literal(1)]),
  }),
  refusals: [...signupRefusals, 'too_many_friends'],
  description:
    'Signs several people up at once, all of them or none. Each person gets a registration, and one order covers all. Wrong fields are named `<n>.<field>`. A refusal names its person in `person` (0 is the first).',
})
