import * as z from 'zod/mini'
import { NIGHTS_MOST, ROOMS_MOST } from './stay.rules.ts'

export const facilities = ['breakfast', 'wifi', 'parking', 'gym', 'laundry', 'shuttle', 'early', 'bath'] as const
export const beds = ['king', 'twin', 'triple', 'family', 'single'] as const

const count = (least: number, most: number, otherwise: number) =>
  z.catch(z.number().check(z.int(), z.minimum(least), z.maximum(most)), otherwise)
const line = (most: number) => z.catch(z.string().check(z.trim(), z.maxLength(most)), '')
const words = (most: number) => z.catch(z.record(z.string(), z.string().check(z.maxLength(most))), {})
const clock = (otherwise: string) => z.catch(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), otherwise)
/** Pictures that the race keeps, by their path on our origin. */
const pictures = z.catch(z.array(z.string().check(z.regex(/^\/files\/\d+\/[\w.-]{1,80}$/))).check(z.maxLength(12)), [])
const degrees = (most: number) => z.catch(z.nullable(z.number().check(z.minimum(-most), z.maximum(most))), null)

/** The facts of a hotel. A wrong value counts as the default. */
export const HotelSettings = z.object({
  address: line(200),
  addresses: words(200),
  phone: z.catch(z.string().check(z.trim(), z.regex(/^([+\d][\d -]{4,24})?$/)), ''),
  stars: count(0, 5, 0),
  lat: degrees(90),
  lon: degrees(180),
  pictures,
  checkin: clock('14:00'),
  checkout: clock('12:00'),
  facilities: z.catch(z.array(z.enum(facilities)), []),
  nights_least: count(1, NIGHTS_MOST, 1),
  nights_most: count(1, NIGHTS_MOST, 14),
  rooms_most: count(1, ROOMS_MOST, 3),
})
export type HotelSettings = z.output<typeof HotelSettings>
export const hotelSettings = (given: Record<string, unknown>): HotelSettings => HotelSettings.parse(given)

/** The facts of a room type. */
export const RoomSettings = z.object({
  about: line(500),
  abouts: words(500),
  pictures,
  beds: z.catch(z.enum(beds), 'king'),
  /** Floor area in square metres. Zero means that it is unknown. */
  size: count(0, 500, 0),
  sleeps: count(1, 8, 2),
  /** The number of breakfasts that the price of a room and night includes. */
  breakfasts: count(0, 8, 0),
})
export type RoomSettings = z.output<typeof RoomSettings>
export const roomSettings = (given: Record<string, unknown>): RoomSettings => RoomSettings.parse(given)
