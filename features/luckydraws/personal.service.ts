import { nameIn } from '#contract/words.ts'
import { eachLang } from '#features/messages/rules.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Personal } from '#seam/server/personal.ts'
import {
  adoptPlayers,
  countedPrizes,
  erasePrizesOfErased,
  forgetEntrant,
  forgetPlayer,
  listHeldPrizes,
  listHeldTries,
  listUnsentPrizes,
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
  unsent: {
    list: async (db, of) =>
      (await listUnsentPrizes(db, of)).map(({ raceid, name, names }) => ({
        raceid,
        name: eachLang((lang) => nameIn(lang, name, names)),
      })),
    eraseDone: erasePrizesOfErased,
  },
  erase: {
    account: forgetPlayer,
    registration: (tx, { raceid, id }) => forgetEntrant(tx, raceid, id),
  },
}
