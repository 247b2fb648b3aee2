import type { InputOf } from '#contract/endpoint.ts'
import { saveEvent } from '#features/events/service.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { saveRace } from '#features/races/service.ts'
import type { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { versionsOf } from '#features/registrations/signup/wording.rules.ts'
import type { World } from './world.ts'

export const RACE = 2026
const day = 24 * 3_600_000

type RaceGiven = Parameters<typeof saveRace>[1]
type EventGiven = Parameters<typeof saveEvent>[1]
/**
 * Makes a published race whose start is 2026-11-01 07:30 in Shanghai. Few accounts sign up many people here, so the
 * limit on unpaid registrations is high.
 */
export const openRace = ({ db, clock }: Pick<World, 'db' | 'clock'>, change: Partial<RaceGiven> = {}) =>
  db.transaction().execute((tx) => {
    const now = clock.now()
    return saveRace(
      tx,
      {
        id: RACE,
        name: '江城马拉松',
        city: '江城',
        province: '浙江省',
        time: new Date('2026-10-31T23:30:00Z'),
        published_at: new Date(now.getTime() - day),
        settings: { unpaid_most: 1000 },
        created_at: now,
        updated_at: now,
        ...change,
      },
      now,
    )
  })

export const openEvent = ({ db, clock }: Pick<World, 'db' | 'clock'>, change: Partial<EventGiven> = {}) =>
  db.transaction().execute((tx) => {
    const now = clock.now()
    const row = {
      raceid: RACE,
      id: 1,
      name: '半程马拉松',
      names: { en: 'Half marathon' },
      type: 'half',
      distance_cm: 2_109_750,
      price: 12_000,
      places: 100,
      signup_from: new Date(now.getTime() - day),
      signup_until: new Date(now.getTime() + 30 * day),
      created_at: now,
      updated_at: now,
    }
    return saveEvent(tx, { ...row, ...change }, now)
  })

const numberFrom = (county: string, birth: string, nth: number): string => {
  const digits = `${county}${birth}${String(nth).padStart(3, '0')}`
  return digits + checkCharacter(digits)
}
const two = (number: number) => String(number).padStart(2, '0')
const counties = ['330106', '330105', '330108', '330110']
/**
 * Returns the identity number of invented person `n`, born in 1970–1999. If `n` is odd, the person is a man. No two of
 * 1,120 people in a row share county and birthday, because a limit counts guesses at numbers with the same county and
 * birthday together.
 */
export const idnumOf = (n: number): string => {
  const [day, county] = [n % 280, counties[Math.floor(n / 280) % 4]!]
  const year = 1970 + (Math.floor(n / 560_000) % 30)
  return numberFrom(
    county,
    `${year}${two(1 + Math.floor(day / 28))}${two(1 + (day % 28))}`,
    (n % 2) + 2 * (Math.floor(n / 1120) % 500),
  )
}
/**
 * Returns one of a thousand identity numbers that differ only in their last four characters. If `nth` is odd, the
 * number belongs to a man.
 */
export const neighbourOf = (nth: number): string => numberFrom('330106', '19881231', nth)

/**
 * Returns invented person `n` as one of several people in one sign-up. The sign-up itself names the race, so the person
 * does not name it.
 */
export const friendOf = (
  n: number,
  change: Parameters<typeof entrant>[1] = {},
): Omit<ReturnType<typeof entrant>, 'raceid'> => {
  const { raceid, ...friend } = entrant(n, change)
  if (raceid !== RACE) throw new Error('A friend is of the same race')
  return friend
}

export const entrant = (
  n: number,
  change: Partial<InputOf<typeof registrationSave>> = {},
): InputOf<typeof registrationSave> => {
  const { terms, sensitive, publication } = versionsOf()
  return {
    raceid: RACE,
    eventid: 1,
    idtype: 'idcard',
    idnum: idnumOf(n),
    name: '沈跑跑',
    mobile: `139${String(n % 100_000_000).padStart(8, '0')}`,
    emername: '陆家人',
    emertel: `138${String(n % 100_000_000).padStart(8, '0')}`,
    clothes: 'M',
    consents: { terms, sensitive, publication },
    ...change,
  }
}
