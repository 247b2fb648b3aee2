import { randomBytes } from 'node:crypto'
import { dayIn } from '#contract/days.ts'
import { sceneFrom } from '#features/scenes/scene.rules.ts'
import { countScans, insertScenes } from '#features/scenes/store.ts'
import type { Parts } from '#seam/server/handle.ts'

const zone = 'Asia/Shanghai'
const DAY = 86_400_000
/** The invented scene codes of race 2026: their places, their page and their scans on each of the last days. */
const batches = [
  { page: '/home', labels: ['地铁2号线灯箱', '江滨体育场海报', '大学城宣传栏'], scans: [31, 18, 44, 52, 27] },
  { page: '/package', labels: ['会展中心B2馆入口', '领物台排队区'], scans: [4, 9, 0, 0, 12] },
] as const

/** Writes two groups of scene codes of race 2026 with their scans. Each group leads to one page. */
export const seedScenes = async (parts: Parts, now: Date): Promise<void> => {
  for (const [at, { page, labels, scans }] of batches.entries()) {
    const made = new Date(now.getTime() - (12 - at) * DAY)
    const rows = await parts.db.transaction().execute((tx) =>
      insertScenes(
        tx,
        labels.map((label) => ({
          raceid: 2026,
          scene: sceneFrom(2026, randomBytes(32)),
          batch: at + 1,
          label,
          page,
          params: '{}',
          created_at: made,
          updated_at: made,
        })),
      ),
    )
    await countScans(
      parts.db,
      rows.flatMap(({ id }, place) =>
        scans.flatMap((count, back) => {
          const when = new Date(now.getTime() - back * DAY)
          const one = { raceid: 2026, sceneid: Number(id), day: dayIn(zone, when), at: when }
          return Array.from({ length: Math.max(0, count - place * 7) }, () => one)
        }),
      ),
    )
  }
}
