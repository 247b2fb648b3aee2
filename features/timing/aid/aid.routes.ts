import { fill, nameIn } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Db } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { raceIn } from '#features/races/rules.ts'
import { correctResult } from '#features/results/ranking/derived.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { listCourses, listStations } from '../course/course.store.ts'
import { listRunners } from '../course/runners.store.ts'
import { deriveIn, holdTiming } from '../derive/derive.service.ts'
import { type ReaderRow, sawDevices } from '../reads/devices.store.ts'
import { waveOf } from '../rules.ts'
import {
  consoleTimingAidContact,
  consoleTimingAidDecide,
  consoleTimingAidSend,
  consoleTimingAidShow,
} from './aid.contract.ts'
import { callingPhone, phoneStateOf, takeEntries } from './aid.service.ts'
import { aidWords } from './aid.words.ts'
import { showAid } from './control.service.ts'
import { decideEntry, findEntry } from './entries.store.ts'
import { listBibs } from './underway.store.ts'

/** Returns the station of a phone, with the points of the events there and the moment at which each point closes. */
const stationFor = async (db: Db, lang: Lang, { raceid, stationid }: ReaderRow) => {
  const events = new Map((await eventsOf(db, raceid)).map((one) => [one.id, nameIn(lang, one.name, one.names)]))
  const station = (await listStations(db, raceid)).find(({ id }) => id === stationid)!
  const points = (await listCourses(db, raceid)).flatMap(({ eventid, points: own, waves }) => {
    const gun = waveOf(waves, null)?.gun ?? null
    return own
      .filter((point) => point.stationid === stationid)
      .map(({ label, kind, cutoff }) => ({
        event: events.get(eventid) ?? '',
        label,
        kind,
        closes: gun === null || cutoff === null ? null : new Date(Date.parse(gun) + cutoff * 1000),
      }))
  })
  return { ...station, points }
}

export const routes = [
  handle(consoleTimingAidContact, async ({ input: { key, bibs }, db, now, lang, refuse }) => {
    const phone = (await callingPhone(db, key)) ?? refuse('phone_unknown')
    const { raceid } = phone
    const race = (await readRace(db, raceid, now)) ?? refuse('phone_unknown')
    await db.transaction().execute((tx) => sawDevices(tx, raceid, [phone.id], now))
    const state = phoneStateOf(phone)
    return {
      state,
      now,
      raceid,
      race: raceIn(lang, race).name,
      zone: race.zone,
      phone: phone.name,
      station: await stationFor(db, lang, phone),
      bibs: bibs && state === 'working' ? await listBibs(db, raceid) : null,
    }
  }),

  handle(consoleTimingAidSend, async ({ input: { key, clock, entries }, db, seal, now, refuse }) => {
    const phone = (await callingPhone(db, key)) ?? refuse('phone_unknown')
    return { state: phoneStateOf(phone), items: await takeEntries({ db, seal }, phone, { clock, entries }, now) }
  }),

  handle(consoleTimingAidShow, async ({ input: { raceid }, db, seal, now, lang, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    await seal.prepare(raceScope(raceid))
    return { now, zone: race.zone, ...(await showAid({ db, raceid, lang, now }, seal)) }
  }),

  handle(consoleTimingAidDecide, async ({ input: { raceid, entry, decision }, db, now, who, say, refuse, save }) => {
    const drop = await findEntry(db, raceid, entry)
    if (drop?.kind !== 'drop' || drop.undone) return refuse('entry_missing')
    const bib = drop.bib!
    const [runner] = await listRunners(db, raceid, [bib])
    if (!runner && decision === 'dnf') return refuse('drop_without_runner')
    return save(async (tx) => {
      const rankings = await holdTiming(tx, raceid)
      if (!(await decideEntry(tx, raceid, entry, { decision, staffid: who.staffid ?? null, now })))
        return refuse('drop_decided')
      if (decision === 'dnf') {
        const { eventid } = runner!
        const ranking = rankings.get(eventid) ?? refuse('event_not_found')
        // The drop-out itself is a read. So the runner gets a result when the server derives results from all reads.
        await deriveIn(tx, raceid, { bibs: [bib] }, now)
        const reason = fill(say(aidWords.drop_reason), { station: drop.station })
        const change = { kind: 'outcome', outcome: 'dnf', rule: null } as const
        const by = { reason, staffid: who.staffid, now }
        const done = await correctResult(tx, { raceid, eventid, ranking }, bib, change, by)
        if (typeof done === 'string') return refuse('result_not_found')
        if (done.timed) await deriveIn(tx, raceid, { bibs: done.bibs }, now)
      }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'drop-out decided',
        target: `result ${bib}`,
        after: { decision, station: drop.station },
      })
      return { entry, decision }
    })
  }),
]
