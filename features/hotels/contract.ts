import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Day, Fen, Int, Key, Line, RaceId, Time, Typed } from '#contract/scalars.ts'
import { GroundShown } from '#features/maps/contract.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { whyNotSold } from '#features/sales/fill.rules.ts'
import { beds, facilities } from './settings.rules.ts'
import { GUESTS_MOST, ROOMS_MOST, whyNoStay } from './stay.rules.ts'

/** The places of a race near which guests want to stay. */
export const placeKinds = ['start', 'expo'] as const
export const HotelPlace = z.object({ kind: z.enum(placeKinds), name: z.string(), lat: z.number(), lon: z.number() })
export type HotelPlace = z.output<typeof HotelPlace>

/** A deadline of cancellation, and the part that the race keeps until this deadline. */
export const Deadline = z.object({ until: Time, percent: z.number(), fixed: Fen })
export type Deadline = z.output<typeof Deadline>

/** A partner hotel as visitors see it. */
export const Hotel = z.object({
  id: z.number(),
  name: z.string(),
  about: z.string(),
  address: z.string(),
  phone: z.string(),
  stars: z.number(),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  pictures: z.array(z.string()),
  facilities: z.array(z.enum(facilities)),
  checkin: z.string(),
  checkout: z.string(),
  nights_least: z.number(),
  nights_most: z.number(),
  rooms_most: z.number(),
  sale_from: z.nullable(Time),
  sale_until: z.nullable(Time),
  /** Straight distances in metres. Null if a position is not known. */
  start_m: z.nullable(z.number()),
  expo_m: z.nullable(z.number()),
  /** The lowest price of a night that has a free room. Null if no night has a free room. */
  price_from: z.nullable(Fen),
  /**
   * The lowest price of the wanted stay. Null if nobody can book this stay at present, and in answers about one hotel.
   */
  stay_price: z.nullable(Fen),
  /** The free rooms of all room types that fit the wanted stay. 0 in answers about one hotel. */
  stay_free: z.number(),
  breakfast: z.boolean(),
  /** The tiers of cancellation, in hours before the arrival. An empty list means that guests cannot cancel. */
  cancel: z.array(z.object({ hours: z.number(), percent: z.number(), fixed: Fen })),
})
export type Hotel = z.output<typeof Hotel>
export const RoomType = z.object({
  variantid: z.number(),
  name: z.string(),
  about: z.string(),
  pictures: z.array(z.string()),
  beds: z.enum(beds),
  size: z.number(),
  sleeps: z.number(),
  breakfasts: z.number(),
  nights: z.array(z.object({ night: Day, price: Fen, free: z.number() })),
})
export type RoomType = z.output<typeof RoomType>

const stayDays = {
  arrival: z.optional(Day),
  departure: z.optional(Day),
  rooms: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(ROOMS_MOST)), 1),
}
export const stayStates = ['open', 'booked', 'cancelled', 'closed'] as const
export const stayOutcomes = ['arrived', 'no_show'] as const
/** A stay as its guest sees it. */
export const GuestStay = z.object({
  _key: z.string(),
  hotelid: z.number(),
  hotel: z.string(),
  room: z.string(),
  picture: z.nullable(z.string()),
  arrival: Day,
  departure: Day,
  nights: z.number(),
  rooms: z.number(),
  adults: z.number(),
  children: z.number(),
  guests: z.array(z.string()),
  note: z.string(),
  state: z.enum(stayStates),
  confirmation: z.nullable(z.string()),
  outcome: z.nullable(z.enum(stayOutcomes)),
  amount: Fen,
  back: Fen,
  order_key: z.string(),
  tradeno: z.string(),
  pay_end: Time,
  created_at: Time,
  /** The lines of the order, for /sales/offer and /sales/return. Empty if the guest can give nothing back. */
  lines: z.array(z.object({ id: z.string(), pieces: z.number() })),
  price: z.array(z.object({ night: Day, amount: Fen })),
})
export type GuestStay = z.output<typeof GuestStay>

export const hotels = post('/hotels', {
  access: 'anyone',
  shared: 2,
  input: z.object({
    raceid: RaceId,
    ...stayDays,
    /** The number of adults and children in all rooms. Room types that are too small for them have no price. */
    guests: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(80)), 1),
  }),
  output: z.object({
    zone: z.string(),
    today: Day,
    race_day: Day,
    /** The first and the last night that any hotel offers. Null if no hotel offers a night. */
    first: z.nullable(Day),
    last: z.nullable(Day),
    /** The days of the stay for which the answer shows prices. */
    arrival: Day,
    departure: Day,
    /** For each night, the lowest price of a free room and the number of free rooms. A full night also has a price. */
    nights: z.array(z.object({ night: Day, price: Fen, free: z.number() })),
    places: z.array(HotelPlace),
    ground: GroundShown,
    items: z.array(Hotel),
  }),
  refusals: ['stay_dates'],
  description:
    'Lists the partner hotels of a published race with the distances to the start and the expo, pictures and the ' +
    'price and the free rooms of a stay of all guests. Without days the stay is the two nights around the race day.',
})
export const hotelsInfo = post('/hotels/info', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({
    zone: z.string(),
    today: Day,
    race_day: Day,
    places: z.array(HotelPlace),
    ground: GroundShown,
    hotel: Hotel,
    rooms: z.array(RoomType),
  }),
  refusals: ['hotel_unknown'],
  description: 'Shows one partner hotel with its room types, and the price and the free rooms of each night.',
})
export const hotelsOrderGetstock = post('/hotels/order/getstock', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: Int, ...stayDays }),
  output: z.object({
    items: z.array(
      z.object({
        variantid: z.number(),
        /**
         * `amount`: the price of the stay for all rooms; null if a night is missing. `free`: the smallest number of
         * free rooms over the nights.
         */
        amount: z.nullable(Fen),
        free: z.number(),
        nights: z.array(z.object({ night: Day, price: Fen, free: z.number() })),
      }),
    ),
    deadlines: z.array(Deadline),
  }),
  refusals: ['hotel_unknown', 'stay_dates'],
  description:
    'Tells the price and the free rooms of each room type for a stay, night by night, and the deadlines of its ' +
    'cancellation. Without days it tells all nights.',
})
const Guests = z.array(Line(60)).check(z.minLength(1), z.maxLength(GUESTS_MOST))
const Note = z._default(Typed(200), '')
const people = (least: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(GUESTS_MOST))
export const hotelsOrderSave = post('/hotels/order/save', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    variantid: Int,
    arrival: Day,
    departure: Day,
    rooms: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(ROOMS_MOST)), 1),
    adults: z._default(people(1), 1),
    children: z._default(people(0), 0),
    guests: Guests,
    note: Note,
    amount: z.optional(Amount),
  }),
  output: z.object({ order: z.string(), stay: z.string(), amount: Fen, paid: z.boolean() }),
  refusals: ['hotel_unknown', ...whyNoStay, ...whyNotSold],
  description:
    'Books rooms for all nights of a stay, or for none. `amount` is the amount that the page showed. Each room needs ' +
    'the name of one guest at least. /hotels/order/payurl pays the order, and /sales/return cancels the stay.',
})
export const hotelsOrderPayurl = post('/hotels/order/payurl', {
  access: 'runner',
  input: registrationPay.input,
  output: registrationPay.output,
  refusals: ['goods_order_unknown', 'not_payable', 'payment_unavailable', 'gateway_down'],
  description:
    "Starts the payment of one's own stay, by the key of its order. Without `payment` it returns the state. It works " +
    'like /sales/pay.',
})
/** A change to dearer nights that is not complete. */
const OpenChange = z.object({
  order_key: Key,
  arrival: Day,
  departure: Day,
  due: Fen,
  pay_end: Time,
  /** True if the difference is paid, so that the stay moves in a moment. */
  paid: z.boolean(),
})
export type HeldChange = z.output<typeof OpenChange>
export const hotelsOrderList = post('/hotels/order/list', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({
    zone: z.string(),
    today: Day,
    items: z.array(z.extend(GuestStay, { change: z.nullable(OpenChange) })),
  }),
  description:
    "Lists the account's own stays at the partner hotels of a race, the newest first, each with the change of dates " +
    'that waits for its payment.',
})
export const hotelsInfoOrder = post('/hotels/info/order', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({
    zone: z.string(),
    today: Day,
    race: z.string(),
    stay: GuestStay,
    hotel: Hotel,
    places: z.array(HotelPlace),
    ground: GroundShown,
    deadlines: z.array(Deadline),
    change: z.nullable(OpenChange),
  }),
  refusals: ['stay_unknown'],
  description: "Shows one of the account's own stays with its hotel and the deadlines of its cancellation.",
})
const changeRefusals = [
  'stay_unknown',
  'stay_over',
  'stay_change_same',
  'stay_change_late',
  'stay_change_partly',
  'stay_change_open',
  'goods_sold_out',
  'goods_not_on_sale',
  ...whyNoStay,
] as const
export const hotelsOrderOther = post('/hotels/order/other', {
  access: 'runner',
  input: z.object({ id: Key, arrival: Day, departure: Day }),
  output: z.object({ refund: Fen, due: Fen }),
  refusals: changeRefusals,
  description:
    'Tells whether a booked stay can move to other dates, and the amount that would go back or be due. It holds nothing.',
})
export const hotelsOrderChange = post('/hotels/order/change', {
  access: 'runner',
  input: z.object({
    id: Key,
    arrival: Day,
    departure: Day,
    /** The refund that the page showed, in fen. */
    refund: z.optional(Amount),
    /** The amount to pay that the page showed, in fen. */
    due: z.optional(Amount),
  }),
  output: z.object({
    stay: GuestStay,
    refund: Fen,
    /** The order for the difference, if there is one. The stay moves when this order is paid. */
    pay: z.nullable(Key),
  }),
  refusals: [
    ...changeRefusals,
    'stay_change_moved',
    'goods_not_found',
    'goods_not_for_you',
    'goods_limit',
    'goods_unpaid',
  ],
  description:
    'Moves a booked stay to other dates, all nights or none. Nights of both dates keep their price. If the new nights ' +
    'are cheaper, the difference goes back. If they are dearer, the call holds them and answers with the order of the ' +
    'difference.',
})
export const whyNotWithdrawn = ['stay_change_none', 'stay_change_paid', 'stay_change_paying'] as const
export const hotelsOrderKeep = post('/hotels/order/keep', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ stay: GuestStay }),
  refusals: ['stay_unknown', ...whyNotWithdrawn],
  description:
    'Gives up a change of dates that waits for its payment, such as an offer of the hotel. The stay keeps its dates, ' +
    'and the held nights are free at once.',
})
export const hotelsOrderGuests = post('/hotels/order/guests', {
  access: 'runner',
  input: z.object({ id: Key, guests: Guests, note: Note }),
  output: z.object({ stay: GuestStay }),
  refusals: ['stay_unknown', 'stay_over', 'stay_guests'],
  description:
    'Changes the names of the guests and the note to the hotel, until the day of arrival is over. The hotel sees that ' +
    'the names changed after its confirmation.',
})
