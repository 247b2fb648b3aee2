import { randomBytes } from 'node:crypto'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './prizes/checklist.service.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { couponGiver } from './prizes/prizes.service.ts'
import { routes } from './routes.ts'
import { rawRoutes } from './stage/stage.routes.ts'
import { table } from './table.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

/** A copy of a race keeps its draws as drafts. Seeds, tries and winners stay with their race. */
export const room: Room = {
  name: 'luckydraws',
  checklist,
  routes,
  rawRoutes,
  refusals,
  sweeps,
  tables: [table],
  personal,
  story,
  // A default without coupons. The room of the shop replaces this function.
  provides: [couponGiver.from(async () => undefined)],
  configuration: {
    copied: {
      luckydraws: {
        part: 'rules',
        numbered: 'unnoted',
        row: (row) => ({
          raceid: row.raceid,
          id: row.id,
          kind: row.kind,
          name: row.name,
          names: row.names,
          about: row.about,
          abouts: row.abouts,
          design: row.design,
          chances: row.chances,
          wins_each: row.wins_each,
          present: row.present,
          source: row.source,
          opens_at: row.opens_at,
          closes_at: row.closes_at,
          claim_days: row.claim_days,
          stage_key: randomBytes(24).toString('base64url'),
          created_at: row.created_at,
          updated_at: row.updated_at,
          state: 'draft',
          tries: 0,
          entries: 0,
        }),
      },
      luckydraw_gifts: {
        part: 'rules',
        row: (row, { ids }) => {
          const drawid = ids.luckydraws?.get(Number(row.drawid))
          return drawid === undefined ? undefined : { ...row, drawid, won: 0 }
        },
      },
    },
  },
}
