import type { Personal } from '#seam/server/personal.ts'
import { eraseGameRunners } from './personal.store.ts'

/** The data of runners of games. A document's number identifies the person. */
export const personal: Personal = {
  tables: ['game_runners'],
  erase: {
    registration: (tx, { raceid, idnum_ix, anonymous }, now) => eraseGameRunners(tx, raceid, idnum_ix, anonymous, now),
  },
}
