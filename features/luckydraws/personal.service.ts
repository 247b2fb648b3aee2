import { raceScope } from '#db/sealing/seal.ts'
import type { Personal } from '#seam/server/personal.ts'
import {
  adoptPlayers,
  countedPrizes,
  forgetEntrant,
  forgetPlayer,
  listHeldPrizes,
  listHeldTries,
} from './personal.store.ts'

export const personal: Personal = {
  tables: ['luckydraw_players', 'luckydraw_shares', 'luckydraw_entries', 'luckydraw_presences', 'prizes'],
  counted: { prizes: countedPrizes },
  merge: {
    tables: ['luckydraw_players', 'luckydraw_shares', 'luckydraw_entries', 'prizes'],
    adopt: adoptPlayers,
  },
  copy: {
    ofAccount: async ({ db, seal }, { uid }) => {
      const prizes = []
      for (const { contact, ...prize } of await listHeldPrizes(db, uid)) {
        await seal.prepare(raceScope(prize.raceid))
        const opened = contact?.length ? seal.open(raceScope(prize.raceid), 'prize contact', contact) : '{}'
        prizes.push({ ...prize, contact: JSON.parse(opened) as unknown })
      }
      return { prizes, draws: await listHeldTries(db, uid) }
    },
  },
  erase: {
    account: forgetPlayer,
    registration: (tx, { raceid, id }) => forgetEntrant(tx, raceid, id),
  },
}
