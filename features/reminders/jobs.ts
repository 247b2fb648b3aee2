import { type Lang, nameIn } from '#contract/words.ts'
import type { Sweep } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eachLang } from '#features/messages/rules.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import type { Template } from '#features/messages/words.ts'
import { recipientsByIds } from '#features/registrations/lookup/recipients.service.ts'
import { runnerMessage } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import { hoursText } from '#contract/written.ts'
import type { NoticeMoment } from '#features/wechatnotices/rules.ts'
import { noticeRaces, noticeReaders } from '#features/wechatnotices/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { listOut, listPickups, listStarts } from './store.ts'
import { words } from './words.ts'

type Working = Parts & { now: Date }
/** A message that is due: its registration, its values, and the moment after which it is useless. */
type Due = { id: number; template: Template; values: Message['values']; at: Date | undefined }
type ReminderRequest = { raceid: number; zone: string; uids: readonly number[]; now: Date }

const DAY_MS = 86_400_000
const PAGE = 500

/**
 * The functions that find due messages, by the kind of notice. A reminder goes out in the 24 hours before the
 * start or the pick-up.
 */
const dueOf: Readonly<Partial<Record<NoticeMoment, (db: Parts['db'], asked: ReminderRequest) => Promise<Due[]>>>> = {
  start: async (db, { raceid, zone, uids, now }) =>
    (await listStarts(db, { raceid, uids, from: now, until: new Date(now.getTime() + DAY_MS) })).map(
      ({ id, at, bib }) => ({
        id,
        template: 'start_soon',
        at,
        values: {
          when: eachLang((lang: Lang) => sayTime(at, zone, lang)),
          bib: bib ?? eachLang((lang) => words.no_bib[lang]),
        },
      }),
    ),
  pickup: async (db, { raceid, zone, uids, now }) =>
    (await listPickups(db, { raceid, uids, from: now, until: new Date(now.getTime() + DAY_MS) })).map(
      ({ id, at, place }) => ({
        id,
        template: 'pickup_soon',
        at,
        values: {
          when: eachLang((lang: Lang) => sayTime(at, zone, lang)),
          place: eachLang((lang) => nameIn(lang, place['zh-cn'] ?? '', place)),
        },
      }),
    ),
  result: async (db, { raceid, uids, now }) =>
    (await listOut(db, { raceid, uids, until: now })).map(({ id, ms }) => ({
      id,
      template: 'result_out',
      at: undefined,
      values: { time: hoursText(Math.ceil(ms / 1000)) },
    })),
}

/**
 * Queues the due messages of some runners of a race. Each message has a key, so a second sweep queues no message twice.
 */
const remind = async (working: Working, raceid: number, due: readonly Due[]): Promise<void> => {
  const { db, seal, now } = working
  const race = await raceGiven(db, raceid, now)
  if (!race || due.length === 0) return
  await seal.prepare('accounts')
  await seal.prepare(raceScope(raceid))
  const rows = new Map(
    (
      await recipientsByIds(
        db,
        raceid,
        due.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const messages = due.flatMap(({ id, template, values, at }) => {
    const row = rows.get(id)
    const key = `${template} ${raceid}/${id}`
    const ends = at ? { until: at, deadline: at } : {}
    return (row && runnerMessage({ seal, race, now }, row, { template, values, key, ...ends })) ?? []
  })
  await db.transaction().execute((tx) => sendMessages(tx, messages))
}

/**
 * Reminds runners who have allowed a notice through WeChat: of the pick-up and of the start on the day before, and of
 * their result once it is published. If WeChat refuses the notice, the runner gets a text message instead. Runners who
 * have allowed no notice get no reminder.
 */
export const remindByNotice = async (working: Working): Promise<void> => {
  const { db, now } = working
  for (const moment of ['pickup', 'start', 'result'] as const)
    for (const raceid of await noticeRaces(db, moment)) {
      const race = await raceGiven(db, raceid, now)
      if (!race) continue
      for (let after = 0; ;) {
        const uids = await noticeReaders(db, raceid, moment, { after, limit: PAGE })
        if (uids.length === 0) break
        await remind(working, raceid, await dueOf[moment]!(db, { raceid, zone: race.zone, uids, now }))
        after = uids.at(-1)!
        if (uids.length < PAGE) break
      }
    }
}

export const sweeps: readonly Sweep<Parts>[] = [{ name: 'wechat_reminders', everySeconds: 300, run: remindByNotice }]
