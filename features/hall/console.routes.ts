import { byId, idIn, pageOf } from '#db/pages.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { newStationKey } from './service.ts'
import {
  type JobKind,
  type JobState,
  type StationKind,
  consoleHallBlock,
  consoleHallJobs,
  consoleHallJudge,
  consoleHallRemove,
  consoleHallSave,
  consoleHallShow,
  consoleHallStation,
  consoleHallTest,
  hallUsers,
} from './contract.ts'
import { presentJob } from './present.service.ts'
import { hallFile } from './queue.service.ts'
import { doubtfulSince, hallOf, isHallOpenNow, isStationPresent, judgedJob } from './rules.ts'
import { runnerByKey, hallRunnerOf } from './runners.service.ts'
import {
  type JobRow,
  countHallJobs,
  findStation,
  insertStation,
  listStations,
  lockHall,
  lockJob,
  lockLine,
  lockUnderWay,
  makeHall,
  moveJob,
  pageJobs,
  pageUsers,
  readHall,
  saveHall,
  setBlocked,
  notifyHall,
  updateStation,
} from './store.ts'

export const routes = [
  handle(hallUsers, async ({ input: { raceid, after: seen, limit }, db, now }) => {
    const { rows, after } = pageOf(await pageUsers(db, raceid, idIn(seen) ?? null, limit), limit, ({ last }) => last)
    const items = await Promise.all(
      rows.map(async (row) => ({ ...row, name: (await hallRunnerOf(db, { ...row, raceid }, now))?.name ?? null })),
    )
    return { items, after }
  }),

  handle(consoleHallShow, async ({ input: { raceid }, db, now, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const [hall, stations, counts] = await Promise.all([
      readHall(db, raceid),
      listStations(db, raceid),
      countHallJobs(db, raceid),
    ])
    const settings = hallOf(hall?.settings)
    return {
      settings,
      updated_at: hall?.updated_at ?? null,
      open: isHallOpenNow(settings, now),
      zone: race.zone,
      stations: stations.map((one) => ({ ...one, kind: one.kind as StationKind })),
      counts: counts.map((one) => ({ kind: one.kind as JobKind, state: one.state as JobState, n: one.n })),
    }
  }),

  handle(consoleHallSave, async ({ input: { raceid, settings, updated_at }, db, now, who, refuse, save }) => {
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    return save(async (tx) => {
      const before = await lockHall(tx, raceid)
      if (updated_at !== undefined && (before?.updated_at.toISOString() ?? '') !== updated_at)
        return refuse('hall_changed_meanwhile')
      await saveHall(tx, raceid, settings, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'hall changed',
        target: `race ${raceid}`,
        before: hallOf(before?.settings),
        after: settings,
      })
      await notifyHall(tx, raceid)
      return settings
    })
  }),

  handle(
    consoleHallStation,
    async ({ input: { raceid, id, kind, name, renew }, db, origin, now, who, refuse, save }) => {
      if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
      const { key, kept } = newStationKey(raceid)
      const linkOf = (of: string) => `${origin}/hall/${of}?raceid=${raceid}#station=${key}`
      return save(async (tx) => {
        // The first station creates the hall. The hall is locked while the station gets its number.
        await makeHall(tx, raceid, hallOf({}), now)
        const before =
          id === undefined ? undefined : ((await findStation(tx, raceid, id)) ?? refuse('hall_station_unknown'))
        if (before) await updateStation(tx, raceid, before.id, { name, ...(renew ? { ...kept, seen_at: null } : {}) })
        const made =
          before?.id ??
          (await insertStation(tx, { raceid, kind, name, ...kept, seen_at: null, created_at: now, removed_at: null }))
        await logChange(tx, {
          who,
          now,
          raceid,
          what: before ? (renew ? 'hall station renewed' : 'hall station changed') : 'hall station added',
          target: `race ${raceid}`,
          before: before && { name: before.name },
          after: { id: made, kind: before?.kind ?? kind, name },
        })
        await notifyHall(tx, raceid)
        return { id: made, link: before && !renew ? null : linkOf(before?.kind ?? kind) }
      })
    },
  ),

  handle(consoleHallTest, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await lockHall(tx, raceid)
      const station = (await findStation(tx, raceid, id)) ?? refuse('hall_station_unknown')
      await updateStation(tx, raceid, id, { tested_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'hall station tested',
        target: `race ${raceid}`,
        after: { id, kind: station.kind, name: station.name },
      })
      await notifyHall(tx, raceid)
      return { id, connected: isStationPresent(station, now) }
    }),
  ),

  handle(consoleHallRemove, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await lockHall(tx, raceid)
      const before = (await findStation(tx, raceid, id)) ?? refuse('hall_station_unknown')
      await updateStation(tx, raceid, id, { removed_at: now })
      const other = (await listStations(tx, raceid)).find(({ kind }) => kind === 'screen')
      for (const job of await lockLine(tx, raceid, id)) {
        if (job.kind === 'print')
          await moveJob(tx, raceid, job.id, { state: 'waiting', state_at: now, stationid: null })
        else if (job.state === 'showing') await moveJob(tx, raceid, job.id, { state: 'shown', state_at: now })
        else
          await moveJob(tx, raceid, job.id, {
            state: other ? (job.state as JobState) : 'withdrawn',
            state_at: now,
            stationid: other?.id ?? id,
          })
      }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'hall station removed',
        target: `race ${raceid}`,
        before: { id, kind: before.kind, name: before.name },
      })
      await notifyHall(tx, raceid)
      return { id }
    }),
  ),

  handle(consoleHallJobs, async ({ input: { raceid, kind, only, after: seen, limit }, db, now, lang }) => {
    const page = { raceid, kind, only, since: doubtfulSince(now), after: idIn(seen), limit }
    const { rows, after } = pageOf(await pageJobs(db, page), limit, byId)
    const items = await Promise.all(
      rows.map((job) => presentJob(db, lang, job, now, job.state === 'removed' || job.state === 'withdrawn')),
    )
    return { items, after }
  }),

  handle(consoleHallJudge, async ({ input: { raceid, id, action }, integrations, now, who, refuse, save }) => {
    const gone: JobRow[] = []
    const answered = await save(async (tx) => {
      await lockHall(tx, raceid)
      const job = (await lockJob(tx, raceid, id)) ?? refuse('hall_job_unknown')
      const state = judgedJob(job.state as JobState, job.kind as JobKind, action) ?? refuse('hall_job_elsewhere')
      // The file of a runner's own picture is removed some time after its print. The certificate must not take its place
      // without a word.
      if (action === 'again' && job.picture === null && job.picture_bytes !== null) return refuse('hall_picture_gone')
      if (state === 'removed') gone.push(job)
      await moveJob(tx, raceid, id, {
        state,
        state_at: now,
        ...(state === 'waiting' && job.kind === 'print' ? { stationid: null } : {}),
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'hall picture judged',
        target: `race ${raceid}`,
        before: { id, bib: job.bib, state: job.state },
        after: { id, bib: job.bib, state },
      })
      await notifyHall(tx, raceid)
      return { id, state }
    })
    for (const { picture } of gone) if (picture !== null) await integrations.files.remove(hallFile(raceid, picture))
    return answered
  }),

  handle(consoleHallBlock, async ({ input: { raceid, key, blocked }, db, integrations, now, who, refuse, save }) => {
    const result = (await runnerByKey(db, raceid, key, now)) ?? refuse('hall_not_finished')
    const gone: JobRow[] = []
    const answered = await save(async (tx) => {
      await lockHall(tx, raceid)
      await setBlocked(tx, raceid, result.id, blocked, now)
      if (blocked) {
        gone.push(...(await lockUnderWay(tx, raceid, result.id)))
        for (const { id } of gone) await moveJob(tx, raceid, id, { state: 'removed', state_at: now })
      }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: blocked ? 'hall runner blocked' : 'hall runner let in',
        target: `race ${raceid}`,
        after: { bib: result.bib },
      })
      await notifyHall(tx, raceid)
      return { key, blocked }
    })
    for (const { picture } of gone) if (picture !== null) await integrations.files.remove(hallFile(raceid, picture))
    return answered
  }),
]
