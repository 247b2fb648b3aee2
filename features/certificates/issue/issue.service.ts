import { longDayIn } from '#contract/days.ts'
import { raceOfKey } from '#contract/key.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { readRace } from '#features/races/service.ts'
import { certificateIsHeld } from '#features/results/publication/publication.rules.ts'
import {
  type OfficialResult,
  officialById,
  officialByKey,
  officialOfRegistration,
} from '#features/results/report/official.service.ts'
import type { CertificateKind } from '../contract.ts'
import { factsOfEntry, factsOfResult, fieldsOfEntry, fieldsOfResult } from './facts.rules.ts'
import { numberFor } from './number.service.ts'
import { valuesFor } from '../rules.ts'
import { type CertificateEntryRow, findEntryByKey } from '../store.ts'

/** The holder of a certificate. `own` is true if the caller is the runner, who also sees a hidden name. */
export type CertificateHolder = (
  | { kind: 'timing'; result: OfficialResult }
  | { kind: 'reg'; entry: CertificateEntryRow }
) & {
  own: boolean
}
export const rowOfHolder = (holder: CertificateHolder): OfficialResult['row'] | CertificateEntryRow =>
  holder.kind === 'timing' ? holder.result.row : holder.entry

type IssueRequest = {
  raceid?: number | undefined
  key?: string | undefined
  scoreid?: number | undefined
  type?: CertificateKind | undefined
}
/**
 * Finds the holder of the wanted certificate. Returns 'held' if the race gives certificates only for official results
 * and this result is not official yet. Only a session of the account that signed up proves that the caller is the
 * runner. Public lists show keys and ids, and a person who knows a document's number can find keys and ids too.
 */
export const findCertificateHolder = async (
  db: Db,
  holder: IssueRequest,
  uid: number | null,
  now: Date,
): Promise<CertificateHolder | 'held' | undefined> => {
  const ofResult = async (result: OfficialResult | undefined): Promise<CertificateHolder | 'held' | undefined> => {
    const race = result && (await readRace(db, result.row.raceid, now))
    if (!result) return undefined
    if (race && certificateIsHeld(settingsOf(race), result.row)) return 'held'
    return { kind: 'timing', result, own: uid !== null && result.row.uid === uid }
  }
  if (holder.key) {
    const raceid = raceOfKey(holder.key)
    if (raceid === undefined) return undefined
    const result = holder.type === 'reg' ? undefined : await officialByKey(db, raceid, holder.key, now)
    if (result) return ofResult(result)
    const entry = await findEntryByKey(db, raceid, holder.key)
    if (!entry) return undefined
    const theirs = holder.type === 'reg' ? undefined : await officialOfRegistration(db, raceid, entry.id, now)
    if (theirs) return ofResult(theirs)
    return holder.type === 'timing' ? undefined : { kind: 'reg', entry, own: uid !== null && entry.uid === uid }
  }
  if (holder.scoreid === undefined) return undefined
  const raceid = holder.raceid ?? (await raceOfId(db, 'score', holder.scoreid))
  return raceid === undefined ? undefined : ofResult(await officialById(db, raceid, holder.scoreid, now))
}

/** The facts that all certificates of one event share. The race's key is ready for their numbers. */
export type Issuer = {
  seal: Seal
  origin: string
  raceid: number
  said: Pick<Parameters<typeof valuesFor>[1], 'race' | 'event'>
}
export const issuerFor = async (
  { db, seal, origin }: { db: Db; seal: Seal; origin: string },
  raceid: number,
  eventid: number,
  now: Date,
): Promise<Issuer> => {
  const race = (await readRace(db, raceid, now))!
  const event = await readEvent(db, raceid, eventid, now)
  await seal.prepare(raceScope(raceid))
  const date = longDayIn('zh-cn', race.zone, event?.start_at ?? race.time)
  return {
    seal,
    origin,
    raceid,
    said: {
      race: {
        name: race.name,
        name_en: (race.names as Record<string, string> | null)?.['en'] ?? '',
        city: race.city,
        date,
      },
      event: { name: event?.name ?? '' },
    },
  }
}

export type Issued = { values: Record<string, string>; number: string; link: string }
/** Returns the text of every field, the signed number, and the address in the code of a certificate. */
export const issue = (
  { seal, origin, raceid, said }: Issuer,
  holder: CertificateHolder,
  map: Readonly<Record<string, string>>,
): Issued => {
  const facts = holder.kind === 'timing' ? factsOfResult(holder.result) : factsOfEntry(holder.entry)
  const number = numberFor(seal, { raceid, kind: holder.kind, id: rowOfHolder(holder).id }, facts ?? '')
  const report =
    holder.kind === 'timing' ? fieldsOfResult(holder.result, holder.own) : fieldsOfEntry(holder.entry, holder.own)
  return { values: valuesFor(map, { ...said, report, number }), number, link: `${origin}/verify?n=${number}` }
}
