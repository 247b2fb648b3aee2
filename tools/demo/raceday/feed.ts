import sharp from 'sharp'
import { insertEntry, saveSettings } from '#features/feed/store.ts'
import { keepFile } from '#features/files/service.ts'
import { readRace } from '#features/races/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { sceneSvg } from '../pictures/feedScenes.ts'

const MINUTE = 60_000
/** The invented live feed of race 226. `after` counts the minutes after the gun. It is negative before the gun. */
const entries = [
  { after: -120, km: 0, body: '05:30 起点已经热闹起来，存包车准时到位。', pictures: [0] },
  { after: 0, km: 0, body: '发令！祝每一位跑者都跑出自己的节奏。', pictures: [1, 2], pinned: true },
  { after: 16, km: 5000, body: '男子领先集团 5 公里 15:42，五人并肩。', pictures: [3] },
  { after: 47, km: 15_000, body: '15 公里补给站：香蕉、盐丸、可乐都备齐了。', pictures: [4] },
  { after: 76, km: 21_097, body: '半程！女子第一集团还剩三人。', pictures: [] },
  { after: 133, km: 42_195, body: '男子冠军冲线！新赛会纪录！', pictures: [5, 0, 1] },
  { after: 390, km: 42_195, body: '谢谢每一位志愿者。', pictures: [] },
] as const

export const seedFeed = async (parts: Parts, now: Date): Promise<void> => {
  const raceid = 226
  const { time: gun } = (await readRace(parts.db, raceid, now))!
  await parts.db
    .transaction()
    .execute((tx) =>
      saveSettings(
        tx,
        raceid,
        { open: true, comments: 'after', cheers: true, words: ['博彩'], keep_days: 365, entry_days: null },
        now,
      ),
    )
  for (const { after, km, body, pictures, ...more } of entries) {
    const at = new Date(gun.getTime() + after * MINUTE)
    const kept: { path: string; width: number; height: number }[] = []
    for (const scene of pictures) {
      const bytes = await sharp(Buffer.from(sceneSvg(scene)))
        .jpeg({ quality: 86 })
        .toBuffer()
      const file = await keepFile({ ...parts, clock: () => at }, { raceid, bytes, name: 'feed' })
      if (typeof file !== 'string') kept.push({ path: file.path, width: file.width, height: file.height })
    }
    const staffid = null
    await parts.db.transaction().execute((tx) =>
      insertEntry(
        tx,
        {
          raceid,
          uid: null,
          staffid,
          author: '海屿马拉松组委会',
          body,
          km,
          state: 'shown',
          why: null,
          pinned_at: 'pinned' in more ? at : null,
          pictures: JSON.stringify(kept),
          film: null,
        },
        at,
      ),
    )
  }
}
