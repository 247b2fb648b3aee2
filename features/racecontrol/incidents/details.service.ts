import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type DetailName, detailNames } from './incidents.contract.ts'

export type Details = Record<DetailName, string>
const field = 'incident details'
const empty: Details = { happened: '', measure: '', hospital: '', family: '', notes: '' }

/** Seals the texts of an incident. The caller has prepared the key of the race. */
export const sealDetails = (seal: Seal, raceid: number, details: Details): Buffer =>
  seal.seal(raceScope(raceid), field, JSON.stringify(detailNames.map((name) => details[name])))
/** Opens the texts of an incident. Erased texts are empty. */
export const openDetails = (seal: Seal, raceid: number, sealed: Buffer | null): Details => {
  if (sealed === null) return empty
  const texts = JSON.parse(seal.open(raceScope(raceid), field, sealed)) as string[]
  return Object.fromEntries(detailNames.map((name, at) => [name, texts[at] ?? ''])) as Details
}
