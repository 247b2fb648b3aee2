import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Flag, Int, RaceId, Id, OptionalTyped } from '#contract/scalars.ts'
import { FormField } from '#features/events/contract.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { ShownAddon, ShownPrice } from '#features/events/prices.contract.ts'
import { type DeskWay, deskWays } from '#features/payments/rules.ts'
import { sentTexts } from '#features/fields/fields.contract.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { SignupInput } from '#features/registrations/signup/signup.contract.ts'

export const WalkInRange = z.object({
  prefix: z._default(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{0,3}$/)), ''),
  first: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9_999_999)),
  last: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9_999_999)),
})
export type WalkInRange = z.output<typeof WalkInRange>
export const walkInPays = [...deskWays, 'free', 'link'] as const
export type WalkInPays = (typeof walkInPays)[number]
/** Tells whether the desk itself takes the money in this way. */
export const isDeskWay = (pay: WalkInPays): pay is DeskWay => (deskWays as readonly string[]).includes(pay)

export const consoleWalkinsOffer = post('/console/walkins/offer', {
  access: { right: 'registrations.enter' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        price: Fen,
        left: z.number(),
        idtypes: z.array(z.enum(documentTypes)),
        /** The lower prices of this moment. `price` is the fee without a lower price. */
        prices: z.array(ShownPrice),
        addons: z.array(ShownAddon),
        /** The fields of the event's form that a desk can fill in: all but uploads. */
        fields: z.array(FormField),
        /** The day on which ages count. */
        race_day: Day,
      }),
    ),
    /** The range of bibs for walk-ins. If it is null, the desk gives walk-ins no bibs. */
    range: z.nullable(WalkInRange),
    /** The bib that the next walk-in would get; null if none is free. */
    next: z.nullable(z.string()),
  }),
  description:
    'The data for a desk that enters a runner on race day: events with price and free places, and the next bib.',
})
export const consoleWalkinsEnter = post('/console/walkins/enter', {
  access: { right: 'registrations.enter' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    ...sentTexts(typedFields),
    /** The answers to the event's own fields. */
    answers: SignupInput.shape.answers,
    addons: SignupInput.shape.addons,
    /** The amount that the desk shows, in fen. If the price is another amount, the server enters nobody. */
    amount: SignupInput.shape.amount,
    /**
     * True if the server checks and keeps all fields of the event's form, without its quiz, earlier run and uploads.
     */
    whole: z._default(Flag, false),
    guardian_name: OptionalTyped(80),
    guardian_mobile: OptionalTyped(30),
    guardian_relationship: OptionalTyped(20),
    /** True if the runner has read terms, disclaimer and the publication of results, and agrees. */
    agreed: z._default(Flag, false),
    pay: z.enum(walkInPays),
    /** The reason why the entry is free. */
    reason: OptionalTyped(200),
    /** The number on the slip of the card terminal, or of the bank transfer. */
    reference: OptionalTyped(80),
    bib: z._default(Flag, true),
    /** True if the call ignores the event's limits of age. The caller needs `registrations.overrule`. */
    overrule: z._default(Flag, false),
  }),
  output: z.object({
    id: z.number(),
    _key: z.string(),
    name: z.string(),
    amount: Fen,
    paid: z.boolean(),
    bib: z.nullable(z.string()),
    /** The receipt's number, if the desk took money. */
    receipt: z.nullable(z.number()),
  }),
  refusals: [
    'event_not_found',
    'sold_out',
    'document_taken',
    'overrule_no_right',
    'free_no_right',
    'clothes_gone',
    'bus_full',
    'addon_gone',
    'price_changed',
  ],
  description:
    'Enters a person by hand, at any time. With `whole` the checks of sign-up hold for all fields of the event, otherwise for the person alone. The runner pays at the desk in cash, by card or by transfer (a channel of its own in the books, with a receipt), pays online, or enters free for a reason. If nothing is left to pay, the runner gets a bib from the range of walk-ins at once.',
})
export const consoleWalkinsBib = post('/console/walkins/bib', {
  access: { right: 'registrations.enter' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number(), paid: z.boolean(), bib: z.nullable(z.string()) }),
  refusals: ['registration_not_found'],
  description: 'The bib of a person who was entered by hand, once the online payment has arrived.',
})
export const consoleWalkinsRange = post('/console/walkins/range', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, range: z.nullable(WalkInRange) }),
  output: z.object({ range: z.nullable(WalkInRange) }),
  refusals: ['bib_range_wrong'],
  description: 'Sets the range of bibs for walk-ins. Null: walk-ins get no bib at once.',
})
