import { announceTo, readersOf } from '#features/announcements/service.ts'
import type { Parts } from '#seam/server/handle.ts'

/** Writes an announcement of race 2026 to everybody. It reaches the demo runners' boxes once the server's jobs run. */
export const seedAnnouncements = async ({ db, seal }: Parts, now: Date): Promise<void> => {
  const readers = await readersOf({ db, seal, now }, { raceid: 2026, eventid: null, audience: 'all' })
  if (!readers) return
  await db.transaction().execute((tx) =>
    announceTo(
      tx,
      {
        raceid: 2026,
        eventid: null,
        audience: 'all',
        by_text: false,
        by_mail: true,
        send_at: null,
        staffid: null,
        title: {
          'zh-cn': '参赛包领取时间已公布',
          'zh-tw': '參賽包領取時間已公布',
          en: 'When to collect your race pack',
        },
        body: {
          'zh-cn': '赛前三天 9:00 至赛前一天 18:00，请携带报名所用的有效证件原件，到澜江会展中心 B2 馆领取。',
          'zh-tw': '賽前三天 9:00 至賽前一天 18:00，請攜帶報名所用的有效證件正本，到瀾江會展中心 B2 館領取。',
          en: 'On the three days before the race, until 18:00 on the last of them, at Lanjiang Expo, hall B2. Please bring the document you signed up with.',
        },
      },
      readers,
      now,
    ),
  )
}
