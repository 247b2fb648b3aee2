import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/db.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { EVENT, openAccounts } from '../entries.ts'

/** Opens the sign-up of one event with `places` places, and makes `people` accounts. */
export const openSignUp = async (db: Db, places: number, people: number): Promise<void> => {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock }, { id: RACE, settings: { pay_minutes: 1, paypal: { currency: 'USD', rate: 7.15 } } })
  await openEvent({ db, clock }, { id: EVENT, places })
  await openAccounts(db, people)
}

/** Lets people sign up and pay, and runs `disturb` meanwhile. `reach` waits until `count` people are done. */
export const signUpAll = async (
  { people, sideBySide, say }: { people: number; sideBySide: number; say: (line: string) => void },
  person: (n: number) => Promise<void>,
  disturb: (reach: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> => {
  let [next, done] = [0, 0]
  const lane = async () => {
    while (next < people) {
      await person(next++)
      if ((done += 1) % 500 === 0) say(`${done} of ${people} have been through`)
    }
  }
  const reach = async (count: number) => {
    while (done < count) await wait(5)
  }
  await Promise.all([disturb(reach), ...Array.from({ length: sideBySide }, lane)])
}
