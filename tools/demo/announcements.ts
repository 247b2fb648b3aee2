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
          'zh-cn': '赛前两天 10:00—20:00，请携带报名所用的有效证件原件，到江滨体育场赛事服务中心领取。',
          'zh-tw': '賽前兩天 10:00—20:00，請攜帶報名所用的有效證件正本，到江濱體育場賽事服務中心領取。',
          en: 'On the two days before the race, 10:00–20:00, at the race centre in the riverside stadium. Please bring the document you signed up with.',
        },
      },
      readers,
      now,
    ),
  )
}
