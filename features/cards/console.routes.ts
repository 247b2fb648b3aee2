import type { ParsedOf } from '#contract/endpoint.ts'
import type { Db } from '#db/db.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import { presentSet } from './cards.service.ts'
import { consoleCardsList, consoleCardsSave } from './contract.ts'
import { whyNoSet } from './rules.ts'
import { type SetChange, type SetRow, countPlayers, listKinds, listSets, lockSet, saveKinds, saveSet } from './store.ts'

type Texts = Record<string, string>
const rowOf = (given: ParsedOf<typeof consoleCardsSave>, published_at: Date | null): SetChange => ({
  name: given.name,
  names: given.names as Texts,
  about: given.about,
  ...(given.abouts ? { abouts: given.abouts as Texts } : {}),
  chances: given.chances,
  daily: given.daily,
  opens_at: momentFrom(given.opens_at),
  closes_at: momentFrom(given.closes_at),
  claim_days: given.claim_days,
  gift_name: given.gift.name,
  gift_names: given.gift.names as Texts,
  gift_icon: given.gift.icon,
  gift_value: given.gift.value,
  gift_pieces: given.gift.pieces,
  gift_way: given.gift.way,
  gift_settings: given.gift.settings as SetRow['gift_settings'],
  published_at,
})
const setsForStaff = async (db: Db, raceid: number) => {
  const [sets, kinds, players] = await Promise.all([
    listSets(db, raceid),
    listKinds(db, raceid),
    countPlayers(db, raceid),
  ])
  return sets.toReversed().map((set) => {
    const shown = presentSet('zh-cn', set, kinds)
    return {
      ...shown,
      name: set.name,
      about: set.about,
      abouts: set.abouts,
      chances: set.chances,
      gift: { ...shown.gift, name: set.gift_name, names: set.gift_names, settings: set.gift_settings },
      players: players.get(set.id) ?? 0,
    }
  })
}

export const routes = [
  handle(consoleCardsList, async ({ input, db, now, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    return { zone: race.zone, items: await setsForStaff(db, race.id) }
  }),
  handle(consoleCardsSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, kinds, gift, published } = input
    const why = whyNoSet(kinds, gift)
    if (why) return refuse(why)
    const { id } = (await save(async (tx) => {
      const before =
        input.id === undefined ? undefined : ((await lockSet(tx, raceid, input.id)) ?? refuse('card_set_not_found'))
      if (before?.published_at) return refuse('card_set_published')
      if (before && input.updated_at !== undefined && before.updated_at.toISOString() !== input.updated_at)
        return refuse('card_set_changed_meanwhile')
      const setid = await saveSet(tx, { raceid, id: before?.id }, rowOf(input, published ? now : null), now)
      await saveKinds(
        tx,
        raceid,
        setid,
        kinds.map((kind, at) => ({ ...kind, card: at + 1, names: kind.names as Texts })),
      )
      const what = published ? 'card set published' : before ? 'card set changed' : 'card set written'
      const after = { name: input.name, kinds: kinds.map(({ name, odds, pieces }) => ({ name, odds, pieces })) }
      await logChange(tx, { who, now, raceid, what, target: `cardset ${setid}`, after })
      return { id: setid } as never
    })) as unknown as { id: number }
    return { set: (await setsForStaff(db, raceid)).find((one) => one.id === id)! }
  }),
]
