import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { eventsOf } from '#features/events/service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleSafetyEnd,
  consoleSafetyFlag,
  consoleSafetyPreview,
  consoleSafetySend,
  consoleSafetyShow,
  safetyNow,
} from './contract.ts'
import { BROADCAST, measures } from './rules.ts'
import { inEvery } from './sending.service.ts'
import {
  type FlagRow,
  countReached,
  insertBroadcast,
  insertFlag,
  listBroadcasts,
  listFlags,
  lockBroadcast,
  newestFlags,
  updateBroadcast,
} from './store.ts'
import { safetyFaultWords } from './words.ts'

const noteIn = (note: Partial<Text>, lang: Lang): string => note[lang] || note['zh-cn'] || ''
const flagShown = ({ note, created_at, ...flag }: FlagRow, lang: Lang) => ({
  ...flag,
  note: noteIn(note, lang),
  since: created_at,
})
const raised = async (db: Parameters<typeof newestFlags>[0], raceid: number, lang: Lang) =>
  (await newestFlags(db, raceid)).flatMap((row) =>
    row.colour === null ? [] : [{ ...flagShown(row, lang), colour: row.colour }],
  )
const eventNames = async (db: Db, raceid: number, lang: Lang) =>
  (await eventsOf(db, raceid)).map(({ id, name, names }) => ({ id, name: nameIn(lang, name, names) }))

export const routes = [
  handle(safetyNow, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [broadcasts, flags] = await Promise.all([listBroadcasts(db, race.id, now), raised(db, race.id, lang)])
    return {
      zone: race.zone,
      broadcasts: broadcasts.map(({ id, title, body, created_at }) => ({
        id,
        title: inEvery(title)[lang],
        body: inEvery(body)[lang],
        since: created_at,
      })),
      flags,
    }
  }),

  handle(consoleSafetyShow, async ({ input, db, lang, now, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const [broadcasts, flags, history, events] = await Promise.all([
      listBroadcasts(db, race.id),
      raised(db, race.id, lang),
      listFlags(db, race.id),
      eventNames(db, race.id, lang),
    ])
    return {
      zone: race.zone,
      broadcasts: broadcasts.map((one) => ({
        ...one,
        eventids: [...one.eventids],
        title: inEvery(one.title)[lang],
        body: inEvery(one.body)[lang],
        shown: one.ended_at === null && one.until > now,
      })),
      flags,
      history: history.map((row) => flagShown(row, lang)),
      events,
    }
  }),

  handle(consoleSafetyPreview, ({ input, db }) => countReached(db, input)),

  handle(consoleSafetySend, async ({ input, db, who, now, refuse, refuseField, save }) => {
    const { raceid, eventids, audience, title, body, by_text, minutes, confirmed } = input
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    const known = new Set((await eventsOf(db, raceid)).map(({ id }) => id))
    if (eventids.some((id) => !known.has(id))) return refuseField('eventids', safetyFaultWords.event)
    if (!confirmed) return refuse('safety_not_confirmed')
    return save(async (tx) => {
      const { registrations: total } = await countReached(tx, { raceid, eventids, audience })
      const id = await insertBroadcast(tx, {
        raceid,
        eventids,
        audience,
        title,
        body,
        by_text,
        until: new Date(now.getTime() + minutes * 60_000),
        staffid: who.staffid!,
        total,
        created_at: now,
      })
      await addJob(tx, BROADCAST, { raceid, id }, { key: `${BROADCAST} ${raceid}/${id}` })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'safety broadcast sent',
        target: `broadcast ${id}`,
        after: { title: title['zh-cn'], audience, eventids, by_text, total },
      })
      return { id, total }
    })
  }),

  handle(consoleSafetyEnd, async ({ input: { raceid, id }, who, now, refuse, save }) =>
    save(async (tx) => {
      const broadcast = (await lockBroadcast(tx, raceid, id)) ?? refuse('safety_not_found')
      if (broadcast.ended_at !== null) return { id }
      await updateBroadcast(tx, raceid, id, { ended_at: now })
      await logChange(tx, { who, now, raceid, what: 'safety broadcast ended', target: `broadcast ${id}` })
      return { id }
    }),
  ),

  handle(consoleSafetyFlag, async ({ input, db, who, lang, now, refuse, refuseField, save }) => {
    const { raceid, of, note } = input
    const colour = input.colour ?? null
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    const { least, most } = measures[of]
    if (input.measured !== undefined && !(input.measured >= least && input.measured <= most))
      return refuseField('measured', safetyFaultWords.measured)
    const measured = input.measured === undefined ? null : Math.round(input.measured * 10) / 10
    return save(async (tx) => {
      const before = (await newestFlags(tx, raceid)).find((flag) => flag.of === of)
      await insertFlag(tx, { raceid, of, colour, measured, note, staffid: who.staffid!, created_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: colour === null ? 'safety flag lowered' : 'safety flag raised',
        target: `race ${raceid}`,
        before: { [of]: before?.colour ?? null },
        after: { [of]: colour, measured },
      })
      return { flags: await raised(tx, raceid, lang) }
    })
  }),
]
