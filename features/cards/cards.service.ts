import { randomInt } from 'node:crypto'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type WonPrize, givePrizes } from '#features/luckydraws/prizes/prizes.service.ts'
import { isVolunteer } from '#features/volunteers/service.ts'
import {
  type CollectorRow,
  changePlayer,
  countOwn,
  findFree,
  findPlayer,
  insertCard,
  lockPlayer,
  ensurePlayer,
  takePiece,
  useCards,
} from './moving.store.ts'
import { type CardFacts, cardChanceActions, drawsLeft, isSetOpen, pickCard } from './rules.ts'
import { type KindRow, type SetRow, listKinds, readChanceActions, takeGift } from './store.ts'

const DAY = 86_400_000
type Parts = { db: Db; seal: Seal }
export const presentSet = (lang: Lang, set: SetRow, kinds: readonly KindRow[]) => ({
  ...set,
  name: nameIn(lang, set.name, set.names),
  about: nameIn(lang, set.about, set.abouts),
  chances: cardChanceActions.flatMap((deed) => {
    const most = set.chances[deed] ?? 0
    return most > 0 ? [{ deed, most }] : []
  }),
  gift: {
    name: nameIn(lang, set.gift_name, set.gift_names),
    icon: set.gift_icon,
    value: set.gift_value,
    pieces: set.gift_pieces,
    left: set.gift_pieces - set.gift_won,
    way: set.gift_way,
  },
  kinds: kinds
    .filter(({ setid }) => setid === set.id)
    .map((kind) => ({ ...kind, name: nameIn(lang, kind.name, kind.names), left: kind.pieces - kind.drawn })),
})

/**
 * Reads whether an account has done each of the actions that give cards. The function opens the mobile of the account,
 * so callers run it before their transaction.
 */
export const cardFactsOf = async ({ db, seal }: Parts, set: SetRow, uid: number): Promise<CardFacts> => ({
  ...(await readChanceActions(db, set.raceid, uid)),
  volunteered: set.chances.volunteered ? await isVolunteer({ db, seal }, set.raceid, uid) : false,
})

/** Presents a set together with the cards of an account. */
export const presentOwnSet = async (
  parts: Parts,
  set: SetRow,
  { uid, day, lang }: { uid: number; day: string; lang: Lang },
) => {
  const { db } = parts
  const { raceid, id } = set
  const [kinds, player, facts] = await Promise.all([
    listKinds(db, raceid, id),
    findPlayer(db, raceid, id, uid),
    cardFactsOf(parts, set, uid),
  ])
  const own = player ? await countOwn(db, raceid, player.id) : []
  const free = new Set(own.filter(({ n, offered }) => n > offered).map(({ card }) => card))
  return {
    set: presentSet(lang, set, kinds),
    my: {
      own,
      ...drawsLeft(set, player ?? { day: null, today: 0, used: 0 }, facts, day),
      has_gift: (player?.gift_at ?? null) !== null,
      full: kinds.every(({ card }) => free.has(card)),
    },
  }
}

type Drawing = { uid: number; day: string; facts: CardFacts; now: Date }
export type WhyNoCard = 'card_set_closed' | 'no_card_to_draw' | 'no_card_left'
/**
 * Counts one draw of a player. The function uses the draw for the visit of the day first, then a draw for another
 * action.
 */
const counted = (set: SetRow, player: CollectorRow, { day, facts }: Drawing): CollectorRow | undefined => {
  const left = drawsLeft(set, player, facts, day)
  if (left.visit > 0) return { ...player, day, today: player.day === day ? player.today + 1 : 1 }
  return left.deeds > 0 ? { ...player, used: player.used + 1 } : undefined
}
/**
 * Draws one card. The lock on the player makes simultaneous taps draw one after the other. The count of each card
 * decides who gets the last piece.
 */
export const drawCard = async (
  tx: Tx,
  set: SetRow,
  drawing: Drawing,
): Promise<{ refused: WhyNoCard } | { card: number }> => {
  const { raceid, id: setid } = set
  const { uid, now } = drawing
  if (!isSetOpen(set, now)) return { refused: 'card_set_closed' }
  await ensurePlayer(tx, raceid, setid, uid, now)
  const player = (await lockPlayer(tx, raceid, setid, uid))!
  const after = counted(set, player, drawing)
  if (!after) return { refused: 'no_card_to_draw' }
  for (;;) {
    const kinds = (await listKinds(tx, raceid, setid)).map((kind) => ({ ...kind, left: kind.pieces - kind.drawn }))
    const card = pickCard(kinds, (below) => randomInt(below))
    if (card === undefined) return { refused: 'no_card_left' }
    // Another draw may take the last piece meanwhile. The next round of this loop then leaves this card out.
    if (!(await takePiece(tx, raceid, setid, card))) continue
    await insertCard(tx, raceid, { setid, card, playerid: player.id }, now)
    await changePlayer(tx, raceid, after)
    return { card }
  }
}

export type WhyNoGift = 'card_set_closed' | 'card_set_not_full' | 'card_gift_taken' | 'card_gifts_gone'
/** Gives the gift for a full set in exchange for one free card of each kind. */
export const giveGift = async (
  tx: Tx,
  set: SetRow,
  { uid, now }: { uid: number; now: Date },
): Promise<{ refused: WhyNoGift } | { prize: WonPrize }> => {
  const { raceid, id: setid } = set
  if (!isSetOpen(set, now)) return { refused: 'card_set_closed' }
  const player = await lockPlayer(tx, raceid, setid, uid)
  if (!player) return { refused: 'card_set_not_full' }
  if (player.gift_at) return { refused: 'card_gift_taken' }
  const ids: number[] = []
  for (const { card } of await listKinds(tx, raceid, setid)) {
    const free = await findFree(tx, raceid, player.id, card)
    if (!free) return { refused: 'card_set_not_full' }
    ids.push(free.id)
  }
  if (!(await takeGift(tx, raceid, setid))) return { refused: 'card_gifts_gone' }
  await useCards(tx, raceid, ids, now)
  await changePlayer(tx, raceid, { ...player, gift_at: now })
  const { gift_name, gift_names, gift_icon, gift_value, gift_way, gift_settings, claim_days } = set
  const gift = { gift: 1, name: gift_name, names: gift_names, icon: gift_icon, value: gift_value, way: gift_way }
  const claim_until = new Date(now.getTime() + claim_days * DAY)
  const row = { room: 'cards' as const, sourceid: setid, uid, registrationid: null, settings: gift_settings }
  const [prize] = await givePrizes(tx, raceid, [{ ...gift, ...row, claim_until }], now)
  return { prize: prize! }
}
