import { pageWith } from '#contract/checklist.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { isEntered } from '#features/checkin/rules.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished, placeIn, skinsOf } from '#features/races/rules.ts'
import { checklistOf } from '#features/registrations/checklist/checklist.service.ts'
import { ownRegistrations, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { presentRegistration } from '#features/registrations/status/present.service.ts'
import { resultsOf } from '#features/results/service.ts'
import type { MyRace } from './contract.ts'
import { type NextStep, byNeed, byUrgency, isPast, nextStepOf } from './next.rules.ts'
import { nextStepWords } from './words.ts'

type ViewRow = Awaited<ReturnType<typeof ownRegistrations>>[number]
const MOST = 100
type Ground = Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang }

/** Returns the page of a state in which the runner need not act. */
const pageOf = (step: NextStep, { raceid, _key }: ViewRow, result: string | undefined): string =>
  step === 'result'
    ? pageWith('/score', { raceid, key: result ?? _key })
    : step === 'again'
      ? pageWith('/baoming', { raceid })
      : pageWith('/queryDetail', { raceid, _key })

/** Adds the race to the page of a line of the check list, so that the address works outside of the race's pages. */
const withRace = (page: string, raceid: number): string => {
  const address = new URL(page, 'http://page')
  address.searchParams.set('raceid', String(raceid))
  return address.pathname + address.search
}

const raceOf = async (ground: Ground, raceid: number, rows: readonly ViewRow[], uid: number) => {
  const { db, seal, now, lang } = ground
  const [race, given] = [await readRace(db, raceid, now), await raceGiven(db, raceid, now)]
  if (!race || !given || !isPublished(race, now)) return undefined
  await seal.prepare(raceScope(raceid))
  const live = rows.filter(({ deleted_at }) => deleted_at === null)
  const results = await resultsOf(db, raceid, { registrationids: live.map(({ id }) => id), numbers: [] }, now)
  const found = await Promise.all(
    live.map(async (row) => {
      const shown = presentRegistration(lang, row, given, now, null)
      const when = { start: shown.meta.event.start_at ?? race.time, zone: race.zone }
      const result = results.find(({ registrationid }) => registrationid === row.id)?._key
      const lines = result !== undefined || isPast(when, now) ? [] : await checklistOf(ground, row, given, uid)
      const { line, ...next } = nextStepOf(
        {
          ...when,
          lines,
          hasResult: result !== undefined,
          state: row.state,
          canSignUpAgain: shown.status.can.again.ok,
          entered: isEntered(row),
        },
        now,
      )
      return {
        _key: row._key,
        name: shown.name,
        event: shown.meta.event.name,
        bib: shown.bib,
        status: shown.status.title,
        next,
        says: line ? line.says : nextStepWords[next.step as keyof typeof nextStepWords][lang],
        page: line ? withRace(line.page, raceid) : pageOf(next.step, row, result),
      }
    }),
  )
  const registrations = found.sort((a, b) => byUrgency(a.next, b.next))
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
    const race = await raceOf(ground, raceid, own, uid)
    if (race) found.push(race)
  }
  return found.sort(byNeed(now)) satisfies readonly (Pick<MyRace, 'id' | 'name'> & object)[]
}
