import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import {
  Amount,
  Day,
  Fen,
  Flag,
  Int,
  Key,
  Line,
  Page,
  RaceId,
  Search,
  Time,
  Whole,
  GivenMoment,
} from '#contract/scalars.ts'
import { GoodsRefund } from '#features/sales/goods/goods.contract.ts'
import { placeKinds, stayOutcomes, stayStates, whyNotWithdrawn } from './contract.ts'
import { HotelSettings, RoomSettings } from './settings.rules.ts'
import { whyNoStay } from './stay.rules.ts'

const manage = { right: 'hotels.manage' } as const
const work = { right: 'hotels.work' } as const
const Names = z._default(z.record(z.string(), z.string().check(z.maxLength(2000))), {})
const Price = z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))
const moment = z._default(z.nullable(GivenMoment), null)

const OwnNight = z.object({ night: Day, pieces: z.number(), sold: z.number(), price: Fen, open: z.boolean() })
export type OwnNight = z.output<typeof OwnNight>
/** A hotel as its editors see it. */
export const OwnHotel = z.object({
  id: z.number(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  about: z.string(),
  abouts: z.record(z.string(), z.string()),
  open: z.boolean(),
  most_each: z.nullable(z.number()),
  audience: z.enum(['everybody', 'registrants', 'finishers']),
  sale_from: z.nullable(Time),
  sale_until: z.nullable(Time),
  cancel: GoodsRefund.shape.before,
  settings: HotelSettings,
  rooms: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      names: z.record(z.string(), z.string()),
      price: Fen,
      open: z.boolean(),
      settings: RoomSettings,
      nights: z.array(OwnNight),
    }),
  ),
})
export type OwnHotel = z.output<typeof OwnHotel>
const PlaceLine = z.object({
  kind: z.enum(placeKinds),
  name: z.string().check(z.trim(), z.maxLength(100)),
  names: Names,
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
})

export const consoleHotelsList = post('/console/hotels/list', {
  access: manage,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    zone: z.string(),
    today: Day,
    race_day: Day,
    items: z.array(OwnHotel),
    places: z.array(PlaceLine),
  }),
  description: 'Lists the partner hotels of a race with room types, nights, prices and stock, for their editors.',
})
const RoomGiven = z.object({
  id: z.optional(Whole),
  name: Line(100),
  names: Names,
  price: Price,
  open: z._default(z.boolean(), true),
  settings: z._default(z.record(z.string(), z.unknown()), {}),
})
export const consoleHotelsSave = post('/console/hotels/save', {
  access: manage,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(100),
    names: Names,
    about: z._default(z.string().check(z.maxLength(2000)), ''),
    abouts: Names,
    open: z._default(Flag, false),
    most_each: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))), null),
    audience: z._default(z.enum(['everybody', 'registrants', 'finishers']), 'everybody'),
    sale_from: moment,
    sale_until: moment,
    cancel: z._default(GoodsRefund.shape.before, []),
    settings: z._default(z.record(z.string(), z.unknown()), {}),
    rooms: z.array(RoomGiven).check(z.minLength(1), z.maxLength(20)),
  }),
  output: OwnHotel,
  refusals: ['hotel_unknown', 'goods_are_sold'],
  description:
    'Saves a partner hotel with its room types. Nights keep their stock and prices. A room type with a night ' +
    'that was sold cannot be removed; close it instead.',
})
export const consoleHotelsNights = post('/console/hotels/nights', {
  access: manage,
  input: z.object({
    raceid: RaceId,
    id: Int,
    variantids: z.array(Whole).check(z.minLength(1), z.maxLength(20)),
    from: Day,
    until: Day,
    /** Days of the week, 1 (Monday) to 7. An empty list means every day. */
    weekdays: z._default(z.array(z.number().check(z.int(), z.minimum(1), z.maximum(7))).check(z.maxLength(7)), []),
    pieces: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
    price: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))),
    open: z.optional(Flag),
  }),
  output: OwnHotel,
  refusals: ['hotel_unknown', 'stay_dates', 'nights_too_many', 'stock_below_sold'],
  description:
    'Sets rooms, price or sale of many nights of room types at once, from the first to the last night, both included. ' +
    'Values that are not named stay. The number of rooms never goes below the booked ones.',
})
export const consoleHotelsPlaces = post('/console/hotels/places', {
  access: manage,
  input: z.object({ raceid: RaceId, places: z.array(PlaceLine).check(z.maxLength(2)) }),
  output: z.object({ places: z.array(PlaceLine) }),
  description: 'Saves the places of a race from which the distance of hotels counts: the start and the expo.',
})
export const consoleHotelsClerks = post('/console/hotels/clerks', {
  access: manage,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(z.object({ staffid: z.number(), name: z.string(), hotels: z.array(z.number()) })),
  }),
  description: 'Lists the staff of the role hotel in a race, each with the hotels whose bookings the person sees.',
})
export const consoleHotelsClerksSave = post('/console/hotels/clerks/save', {
  access: manage,
  input: z.object({ raceid: RaceId, staffid: Int, hotels: z.array(Whole).check(z.maxLength(200)) }),
  output: z.object({ saved: z.boolean() }),
  refusals: ['clerk_unknown', 'hotel_unknown'],
  description: 'Sets the hotels whose bookings a clerk sees. Without hotels the clerk sees nothing.',
})

/** Dearer dates of a stay. The guest can pay the difference until the offer ends at `until`. */
const Offer = z.object({ arrival: Day, departure: Day, due: Fen, until: Time })
/** The ways in which an offer of dearer dates ends without a payment. */
export const offerEnds = ['declined', 'expired', 'withdrawn'] as const
/** A booking as the hotel sees it. */
export const Booking = z.object({
  id: z.number(),
  _key: z.string(),
  hotelid: z.number(),
  hotel: z.string(),
  room: z.string(),
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
  confirmed_at: z.nullable(Time),
  /** True if names, note or dates changed after the confirmation. */
  changed: z.boolean(),
  outcome: z.nullable(z.enum(stayOutcomes)),
  amount: Fen,
  back: Fen,
  tradeno: z.string(),
  offer: z.nullable(Offer),
  /** The last offer, if it ended without a payment and the dates of the stay have not changed since. */
  ended_offer: z.nullable(z.object({ arrival: Day, departure: Day, how: z.enum(offerEnds) })),
  order_key: z.string(),
  created_at: Time,
  lines: z.array(z.object({ id: z.string(), night: Day, pieces: z.number(), amount: Fen })),
})
export type Booking = z.output<typeof Booking>
export const bookingViews = ['all', 'unconfirmed', 'changed', 'arriving', 'no_show'] as const
export const BookingFilter = {
  hotelid: z.optional(Int),
  view: z._default(z.enum(bookingViews), 'all'),
  state: z.optional(z.enum(stayStates)),
  /** Stays that include a night in these days. */
  from: z.optional(Day),
  until: z.optional(Day),
  /** Stays that begin on this day. */
  arrival: z.optional(Day),
  q: z._default(Search, ''),
}
export const consoleHotelsBookings = post('/console/hotels/bookings', {
  access: work,
  input: z.object({ raceid: RaceId, ...BookingFilter, ...Page }),
  output: z.object({
    zone: z.string(),
    today: Day,
    hotels: z.array(z.object({ id: z.number(), name: z.string() })),
    items: z.array(Booking),
    after: z.nullable(z.string()),
  }),
  description:
    'Lists bookings of partner hotels, the newest first. A clerk of a hotel sees only bookings of the own hotels.',
})
export const consoleHotelsConfirm = post('/console/hotels/confirm', {
  access: work,
  input: z.object({ raceid: RaceId, id: Key, number: Line(40) }),
  output: z.object({ booking: Booking }),
  refusals: ['stay_unknown', 'stay_over', 'confirmation_taken'],
  description:
    'Writes the number that the hotel gave to a paid booking, and tells the guest. A second call replaces the number.',
})
export const consoleHotelsChange = post('/console/hotels/change', {
  access: work,
  input: z.object({
    raceid: RaceId,
    id: Key,
    arrival: Day,
    departure: Day,
    reason: Line(200),
    /** The amounts that the page showed, in fen. If one is different now, the call is refused. */
    refund: z.optional(Amount),
    due: z.optional(Amount),
  }),
  output: z.object({ booking: Booking, refund: Fen }),
  refusals: [
    'stay_unknown',
    'stay_over',
    'stay_change_same',
    'stay_change_partly',
    'stay_change_open',
    'stay_change_moved',
    'goods_unpaid',
    'goods_limit',
    'goods_sold_out',
    'goods_not_on_sale',
    ...whyNoStay,
  ],
  description:
    'Moves a booking to other dates for its guest, all nights or none. If the number of nights stays the same, ' +
    'no money moves. If other nights cost less, the difference goes back. If they cost more, the call holds the ' +
    'new nights for a day and asks the guest to pay the difference; `booking.offer` shows this. The guest gets ' +
    'a message.',
})
export const consoleHotelsOther = post('/console/hotels/other', {
  access: work,
  input: z.object({ raceid: RaceId, id: Key, arrival: Day, departure: Day }),
  output: z.object({
    refund: Fen,
    due: Fen,
    /** True if the number of nights is the same, so that no money moves. */
    free: z.boolean(),
  }),
  refusals: [
    'stay_unknown',
    'stay_over',
    'stay_change_same',
    'stay_change_partly',
    'stay_change_open',
    'goods_sold_out',
    'goods_not_on_sale',
    ...whyNoStay,
  ],
  description: 'Prices other dates of a booking for a clerk. It changes nothing.',
})
export const consoleHotelsWithdraw = post('/console/hotels/withdraw', {
  access: work,
  input: z.object({ raceid: RaceId, id: Key, reason: Line(200) }),
  output: z.object({ booking: Booking }),
  refusals: ['stay_unknown', ...whyNotWithdrawn],
  description:
    'Takes other dates back that wait for the payment of the guest. The booking keeps its dates, and the held nights ' +
    'are free at once. The guest gets a message.',
})
export const consoleHotelsOutcome = post('/console/hotels/outcome', {
  access: work,
  input: z.object({ raceid: RaceId, id: Key, outcome: z.enum([...stayOutcomes, 'none']) }),
  output: z.object({ booking: Booking }),
  refusals: ['stay_unknown', 'stay_over', 'stay_too_early'],
  description: 'Notes that guests came, or that they did not. `none` takes the note back. A no-show gets nothing back.',
})
