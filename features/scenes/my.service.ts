import { type Lang, nameIn } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { declaredIn, pickupIn } from '#features/checkin/handing.service.ts'
import { listSignatures } from '#features/checkin/public.store.ts'
import { isEntered } from '#features/checkin/rules.ts'
import { packsHandedOut } from '#features/desks/public.store.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished, placeIn, skinsOf } from '#features/races/rules.ts'
import { ownRegistrations, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { presentRegistration } from '#features/registrations/status/present.service.ts'
import { resultsOf } from '#features/results/service.ts'
import type { MyRace } from './contract.ts'
import { type Next, byNeed, byUrgency, nextOf } from './next.rules.ts'
import { stepWords } from './words.ts'

type ViewRow = Awaited<ReturnType<typeof ownRegistrations>>[number]
const MOST = 100
type Ground = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }

const pageOf = (next: Next, row: ViewRow, result: string | undefined, unsigned: string | undefined): string => {
  const of = (page: string, more: Record<string, string>) =>
    `${page}?${new URLSearchParams({ raceid: String(row.raceid), ...more })}`
  const { _key } = row
  if (next.step === 'pay') return of('/pay', { _key })
  if (next.step === 'sign') return of('/healthsign', { _key, ...(unsigned === undefined ? {} : { kind: unsigned }) })
  if (next.step === 'pickup') return of('/package', {})
  if (next.step === 'result') return of('/score', { key: result ?? _key })
  if (next.step === 'again') return of('/baoming', {})
  return of('/queryDetail', { _key })
}

/** Reads the facts of race day for the registrations of one race. */
const factsOfRace = async ({ db, now }: Ground, raceid: number, rows: readonly ViewRow[]) => {
  const ids = rows.map(({ id }) => id)
  const [declared, pickup, signatures, handed, results] = await Promise.all([
    declaredIn(db, raceid, now),
    pickupIn(db, raceid, now),
    listSignatures(db, raceid, ids),
    packsHandedOut(db, raceid, ids),
    resultsOf(db, raceid, { registrationids: ids, numbers: [] }, now),
  ])
  return (row: ViewRow) => ({
    unsigned: declared(row.eventid).filter(
      (kind) => !signatures.some((one) => one.registrationid === row.id && one.kind === kind),
    ),
    pickup: handed.has(row.id) ? undefined : pickup(row.eventid),
    result: results.find((one) => one.registrationid === row.id)?._key,
  })
}

const raceOf = async (ground: Ground, raceid: number, rows: readonly ViewRow[]) => {
  const { db, seal, now, lang } = ground
  const [race, given] = [await readRace(db, raceid, now), await raceGiven(db, raceid, now)]
  if (!race || !given || !isPublished(race, now)) return undefined
  await seal.prepare(raceScope(raceid))
  const facts = await factsOfRace(ground, raceid, rows)
  const registrations = rows
    .filter(({ deleted_at }) => deleted_at === null)
    .map((row) => {
      const shown = presentRegistration(lang, row, given, now, null)
      const { status } = shown
      const own = facts(row)
      const next = nextOf(
        {
          ...own,
          state: row.state,
          paid: status.paid,
          canPay: status.can.pay.ok,
          canMend: status.can.mend.ok,
          canSignUpAgain: status.can.again.ok,
          payEnd: status.pay_end,
          entered: isEntered(row),
          start: shown.meta.event.start_at ?? race.time,
          zone: race.zone,
        },
        now,
      )
      return {
        _key: row._key,
        name: shown.name,
        event: shown.meta.event.name,
        bib: shown.bib,
        status: status.title,
        next,
        says: stepWords[next.step][lang],
        page: pageOf(next, row, own.result, own.unsigned[0]),
      }
    })
    .sort((a, b) => byUrgency(a.next, b.next))
  if (registrations.length === 0) return undefined
  return {
    id: race.id,
    name: nameIn(lang, race.name, race.names),
    ...placeIn(lang, { city: race.city, names: race.names }),
    time: race.time,
    zone: race.zone,
    cover: race.cover,
    skins: skinsOf(race),
    needs: registrations.some(({ next }) => next.needs),
    registrations: registrations.map(({ next, says, page, ...one }) => ({ ...one, next: { ...next, says, page } })),
  }
}

/** Lists the races of an account's newest registrations, each with its next step. */
export const myRaces = async (ground: Ground, uid: number) => {
  const { db, seal, now } = ground
  const rows = await ownRegistrations(db, seal, uid, { raceid: undefined, before: undefined, limit: MOST }, now)
  const found = []
  for (const [raceid, own] of Map.groupBy(rows, (row) => row.raceid)) {
    const race = await raceOf(ground, raceid, own)
    if (race) found.push(race)
  }
  return found.sort(byNeed(now)) satisfies readonly (Pick<MyRace, 'id' | 'name'> & object)[]
}
