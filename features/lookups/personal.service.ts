import type { Personal } from '#seam/server/personal.ts'
import { eraseGameRunners } from './personal.store.ts'

/** The rows about runners of games. They are found and erased by the number of the person's document. */
export const personal: Personal = {
  tables: ['game_runners'],
  erase: {
    registration: (tx, { raceid, idnum_ix, anonymous }, now) => eraseGameRunners(tx, raceid, idnum_ix, anonymous, now),
  },
}
