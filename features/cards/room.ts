import type { Room } from '#seam/server/room.ts'
import { adoptCards, forgetCollector, listHeldCards } from './personal.store.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

/** A copy of a race keeps its sets as drafts, without drawn cards. */
export const room: Room = {
  name: 'cards',
  routes,
  refusals,
  personal: {
    tables: ['card_players'],
    merge: { tables: ['card_players'], adopt: adoptCards },
    copy: { ofAccount: async ({ db }, { uid }) => ({ collections: await listHeldCards(db, uid) }) },
    erase: { account: forgetCollector },
  },
  configuration: {
    copied: {
      card_sets: {
        part: 'rules',
        numbered: 'unnoted',
        row: (row) => ({ ...row, published_at: null, gift_won: 0 }),
      },
      card_kinds: {
        part: 'rules',
        row: (row, { ids }) => {
          const setid = ids.card_sets?.get(Number(row.setid))
          return setid === undefined ? undefined : { ...row, setid, drawn: 0 }
        },
      },
    },
  },
}
