import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { placeIn, skinsOf } from '#features/races/rules.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import { officialById } from '#features/results/report/official.service.ts'
import type { ActivityKind } from '../activity/activity.contract.ts'
import { activityOfNumber } from '../activity/activity.service.ts'
import { findEntry } from '../store.ts'
import { factsOfEntry, factsOfResult } from './facts.rules.ts'
import { judgeNumber, readCertificateNumber } from './number.service.ts'

type Read = NonNullable<ReturnType<typeof readCertificateNumber>>
type Parts = { db: Db; seal: Seal; lang: Lang; now: Date }

const raceIn = (lang: Lang, race: RaceRow, time: Date) => ({
  id: race.id,
  name: nameIn(lang, race.name, race.names),
  ...placeIn(lang, { city: race.city, names: race.names }),
  time,
  zone: race.zone,
  primary: skinsOf(race).primary,
})

/** Judges the number of a result or of a registration. Undefined if the number is forged. */
const ofRunner = async ({ db, seal, lang, now }: Parts, race: RaceRow, read: Read) => {
  const { kind, id } = read.holder
  const result = kind === 'timing' ? await officialById(db, race.id, id, now) : undefined
  const entry = kind === 'reg' ? await findEntry(db, race.id, id) : undefined
  const facts = result ? factsOfResult(result) : entry ? factsOfEntry(entry) : null
  const judged = judgeNumber(seal, read, facts === null ? [] : [facts])
  if (judged === 'forged') return undefined
  const row = result?.row ?? entry
  const event = await readEvent(db, race.id, row?.eventid ?? 0, now)
  const report = result && facts !== null ? result.report(false) : undefined
  return {
    verdict: facts === null ? ('withdrawn' as const) : judged,
    number: read.number,
    kind,
    race: raceIn(lang, race, event?.start_at ?? race.time),
    event: event ? nameIn(lang, event.name, event.names) : '',
    name: row && !row.hide_name ? row.name || null : null,
    bib: result?.row.bib ?? (entry?.bib ? `${entry.prefix_bib ?? ''}${entry.bib}` : null),
    outcome: result?.row.outcome ?? null,
    gun: report?.time ?? null,
    net: report?.nettime ?? null,
    place: report?.position ?? null,
    changed_at: judged === 'genuine' ? null : (result?.row.changed_at ?? entry?.updated_at ?? null),
    activity: null,
  }
}
/** Judges the number of a trail's or a challenge's certificate. Undefined if the number is forged. */
const ofActivity = async ({ db, seal, lang, now }: Parts, race: RaceRow, read: Read, kind: ActivityKind) => {
  const done = await activityOfNumber(db, { raceid: race.id, kind, zone: race.zone, lang, now }, read.holder.id)
  const facts = done?.facts ?? []
  const judged = judgeNumber(seal, read, facts)
  if (judged === 'forged') return undefined
  return {
    verdict: facts.length === 0 ? ('withdrawn' as const) : judged,
    number: read.number,
    kind,
    race: raceIn(lang, race, race.time),
    event: done?.activity ?? '',
    name: done?.name || null,
    bib: null,
    outcome: null,
    gun: null,
    net: null,
    place: null,
    changed_at: null,
    activity: facts.length > 0 && done ? done : null,
  }
}

/** Judges a typed number. Undefined if the number is not ours. */
export const certificateVerdictOf = async (parts: Parts, typed: string) => {
  const read = readCertificateNumber(typed)
  const race = read && (await readRace(parts.db, read.holder.raceid, parts.now))
  if (!read || !race) return undefined
  await parts.seal.prepare(raceScope(race.id))
  const { kind } = read.holder
  const activity = kind === 'timing' ? 'trail' : 'challenge'
  const shared = { ...read, holder: { ...read.holder, kind: activity } } as const
  return (await ofRunner(parts, race, read)) ?? ofActivity(parts, race, shared, activity)
}
