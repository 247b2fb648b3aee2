import { writeSeries } from '#features/series/service.ts'
import type { Parts } from '#seam/server/handle.ts'

/**
 * Adds a series over the races of the demo, with points for runners and clubs. It holds the points of two events of the
 * past race, and one event is to come.
 */
export const seedSeries = async ({ db }: Parts, now: Date): Promise<void> => {
  const places = Array.from({ length: 30 }, (_, at) => Math.max(1, 100 - at * 3))
  await db.transaction().execute((tx) =>
    writeSeries(
      tx,
      {
        name: '江城路跑联赛',
        names: { 'zh-tw': '江城路跑聯賽', en: 'River City Road League' },
        description: '三站取最好两站积分，俱乐部取最好三人。',
        descriptions: {
          'zh-tw': '三站取最佳兩站積分，跑團取最佳三人。',
          en: "Your best two of three races count. A club's best three runners count.",
        },
        season: now.getUTCFullYear(),
        scoring: 'place',
        places,
        best: 2,
        club_size: 3,
        published_at: now,
        events: [
          { raceid: 226, eventid: 1 },
          { raceid: 226, eventid: 2 },
          { raceid: 2026, eventid: 1 },
        ],
      },
      now,
    ),
  )
}
