import { usePageParams } from '#ui/router/Link.tsx'
import { isDay } from '#contract/days.ts'
import { NIGHTS_MOST, ROOMS_MOST, type Stay, nightsBetween } from '../stay.rules.ts'

const whole = (given: string | undefined, least: number, most: number, otherwise: number): number => {
  const n = Number(given)
  return Number.isInteger(n) && n >= least && n <= most ? n : otherwise
}

/**
 * Reads the wanted stay from the address of the page, so that a link contains the stay. The days are missing until the
 * guest chooses them.
 */
export const useStay = (): Omit<Stay, 'arrival' | 'departure'> & { arrival?: string; departure?: string } => {
  const { arrival = '', departure = '', rooms, adults, children } = usePageParams()
  const wanted = {
    rooms: whole(rooms, 1, ROOMS_MOST, 1),
    adults: whole(adults, 1, 40, 2),
    children: whole(children, 0, 40, 0),
  }
  const fits = isDay(arrival) && isDay(departure)
  const nights = fits ? nightsBetween(arrival, departure) : 0
  return nights > 0 && nights <= NIGHTS_MOST ? { ...wanted, arrival, departure } : wanted
}
