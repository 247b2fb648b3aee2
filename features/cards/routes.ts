import type { Lang } from '#contract/words.ts'
import { dayIn } from '#contract/days.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { presentPrize } from '#features/luckydraws/prizes/prizes.service.ts'
import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { handle } from '#seam/server/handle.ts'
import { tokenHash } from '#db/sessions.ts'
import { drawCard, cardFactsOf, giveGift, presentSet, presentOwnSet } from './cards.service.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import {
  fucardDemand,
  fucardDraw,
  fucardGift,
  fucardGive,
  fucardGiving,
  fucardMy,
  fucardShow,
  fucardShowDemand,
  fucardTake,
} from './contract.ts'
import { askByLink, giveByLink, offerByLink, takeByLink } from './links.service.ts'
import { findDemand, findOffered, findPlayerById } from './moving.store.ts'
import { isSetOpen } from './rules.ts'
import { type SetRow, findSet, listKinds, listSets } from './store.ts'

const tapsOfAccount = rateOf(60, 60, 'cards taps of account')
const LINKS = 30
const linksOfAccount = rateOf(LINKS, 60, 'cards links of account')

type Asker = { db: Db; seal: Seal; lang: Lang; now: Date; who: { uid: number | null } }
const shownSet = async (db: Db, raceid: number, id: number, now: Date): Promise<SetRow | undefined> => {
  const set = (await publishedRace(db, raceid, now)) && (await findSet(db, raceid, id))
  return set && set.published_at !== null && set.published_at <= now ? set : undefined
}
/** Returns a set as the caller sees it after a change. */
const shown = async ({ db, seal, lang, now, who }: Asker, raceid: number, id: number) => {
  const race = (await publishedRace(db, raceid, now))!
  const set = (await findSet(db, raceid, id))!
  return presentOwnSet({ db, seal }, set, { uid: who.uid!, day: dayIn(race.zone, now), lang })
}

const drawing = [
  handle(fucardShow, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [sets, kinds] = await Promise.all([listSets(db, race.id), listKinds(db, race.id)])
    const open = sets.filter(
      ({ id, published_at }) => published_at !== null && published_at <= now && (input.id ?? id) === id,
    )
    return { zone: race.zone, items: open.map((set) => presentSet(lang, set, kinds)) }
  }),
  handle(fucardMy, async (context) => {
    const { input, db, now, refuse } = context
    if (!(await shownSet(db, input.raceid, input.id, now))) return refuse('card_set_not_found')
    return shown(context, input.raceid, input.id)
  }),
  handle(fucardDraw, async (context) => {
    const { input, db, seal, now, who, refuse, save } = context
    const uid = who.uid!
    const wait = tapsOfAccount.count(String(uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const set = (await shownSet(db, input.raceid, input.id, now)) ?? refuse('card_set_not_found')
    const race = (await publishedRace(db, set.raceid, now))!
    const facts = await cardFactsOf({ db, seal }, set, uid)
    const { card } = (await save(async (tx) => {
      const drawn = await drawCard(tx, set, { uid, day: dayIn(race.zone, now), facts, now })
      return 'refused' in drawn ? refuse(drawn.refused) : (drawn as never)
    })) as unknown as { card: number }
    return { card, ...(await shown(context, set.raceid, set.id)) }
  }),
  handle(fucardGift, async (context) => {
    const { input, db, lang, now, who, refuse, save } = context
    const wait = tapsOfAccount.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const set = (await shownSet(db, input.raceid, input.id, now)) ?? refuse('card_set_not_found')
    const { prize } = (await save(async (tx) => {
      const done = await giveGift(tx, set, { uid: who.uid!, now })
      return 'refused' in done ? refuse(done.refused) : ({ prize: presentPrize(done.prize, lang) } as never)
    })) as unknown as { prize: ReturnType<typeof presentPrize> }
    return { prize, ...(await shown(context, set.raceid, set.id)) }
  }),
]

const linking = [
  handle(fucardGiving, async (context) => {
    const { input, db, now, who, refuse, save } = context
    const { raceid, id, card, name, stop } = input
    const wait = linksOfAccount.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (!(await shownSet(db, raceid, id, now))) return refuse('card_set_not_found')
    const { token } = (await save(async (tx) => {
      const made = await offerByLink(tx, { raceid, setid: id, uid: who.uid!, now }, { card, name, stop })
      return 'refused' in made ? refuse(made.refused) : (made as never)
    })) as unknown as { token: string }
    return { token, ...(await shown(context, raceid, id)) }
  }),
  handle(fucardTake, async (context) => {
    const { input, now, who, refuse, save } = context
    const wait = tapsOfAccount.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, token } = input
    const taken = (await save(async (tx) => {
      const done = await takeByLink(tx, { raceid, uid: who.uid!, now }, token)
      return 'refused' in done ? refuse(done.refused) : (done as never)
    })) as unknown as { setid: number; card: number }
    return { card: taken.card, ...(await shown(context, raceid, taken.setid)) }
  }),
  handle(fucardDemand, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, card, name } = input
    const wait = linksOfAccount.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const set = (await shownSet(db, raceid, id, now)) ?? refuse('card_set_not_found')
    if (!isSetOpen(set, now)) return refuse('card_set_closed')
    if (!(await listKinds(db, raceid, id)).some((kind) => kind.card === card)) return refuse('card_unknown')
    return save(async (tx) => ({
      token: await askByLink(tx, { raceid, setid: id, uid: who.uid!, now }, { card, name }),
    }))
  }),
  handle(fucardShowDemand, async ({ input, db, lang, now, refuse }) => {
    const { raceid, token, offer } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('card_link_over')
    const found = offer
      ? await findOffered(db, raceid, tokenHash(token))
      : await findDemand(db, raceid, tokenHash(token))
    if (!found) return refuse('card_link_over')
    const { setid, card, playerid } = found
    const set = (await findSet(db, raceid, setid))!
    const player = await findPlayerById(db, raceid, playerid)
    const over = 'cardid' in found && found.cardid !== null
    const kinds = await listKinds(db, raceid, setid)
    return { set: presentSet(lang, set, kinds), card, name: player?.name ?? '', over }
  }),
  handle(fucardGive, async (context) => {
    const { input, now, who, refuse, save } = context
    const wait = tapsOfAccount.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, token } = input
    const given = (await save(async (tx) => {
      const done = await giveByLink(tx, { raceid, uid: who.uid!, now }, token)
      return 'refused' in done ? refuse(done.refused) : (done as never)
    })) as unknown as { setid: number }
    return shown(context, raceid, given.setid)
  }),
]
export const routes = [...drawing, ...linking, ...consoleRoutes]
