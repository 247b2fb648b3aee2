import type { Personal } from '#seam/server/personal.ts'
import { eraseGameRunners } from './personal.store.ts'

/** Games identify runners by their numbers. */
export const personal: Personal = {
  tables: ['game_runners'],
  erase: {
    registration: (tx, { raceid, idnum_ix, anonymous }, now) => eraseGameRunners(tx, raceid, idnum_ix, anonymous, now),
  },
}
