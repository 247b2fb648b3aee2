import { randomBytes } from 'node:crypto'
import type { Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import {
  answerDemand,
  changePlayer,
  findDemand,
  findFree,
  findOffered,
  findPlayer,
  insertDemand,
  insertMove,
  lockDemand,
  lockPlayer,
  ensurePlayer,
  moveCard,
  moveOffered,
  offerCard,
  stopOffers,
} from './moving.store.ts'

const newToken = (): string => randomBytes(24).toString('base64url')
type Holder = { raceid: number; setid: number; uid: number; now: Date }

/** Offers a card by a link, or with `stop` ends the links of this card. */
export const offerByLink = async (
  tx: Tx,
  { raceid, setid, uid }: Holder,
  { card, name, stop }: { card: number; name: string; stop: boolean },
): Promise<{ refused: 'card_not_yours' } | { token: string }> => {
  const player = await lockPlayer(tx, raceid, setid, uid)
  if (!player) return { refused: 'card_not_yours' }
  if (stop) {
    await stopOffers(tx, raceid, player.id, card)
    return { token: '' }
  }
  const free = await findFree(tx, raceid, player.id, card)
  if (!free) return { refused: 'card_not_yours' }
  const token = newToken()
  await offerCard(tx, raceid, free.id, tokenHash(token))
  await changePlayer(tx, raceid, { ...player, name })
  return { token }
}

export const takeByLink = async (
  tx: Tx,
  { raceid, uid, now }: Omit<Holder, 'setid'>,
  token: string,
): Promise<{ refused: 'card_link_over' | 'card_link_own' } | { setid: number; card: number }> => {
  const seen = await findOffered(tx, raceid, tokenHash(token))
  if (!seen) return { refused: 'card_link_over' }
  const { setid } = seen
  await ensurePlayer(tx, raceid, setid, uid, now)
  const taker = (await findPlayer(tx, raceid, setid, uid))!
  if (seen.playerid === taker.id) return { refused: 'card_link_own' }
  const moved = await moveOffered(tx, raceid, tokenHash(token), taker.id)
  if (!moved) return { refused: 'card_link_over' }
  const move = { cardid: moved.id, from: seen.playerid, to: taker.id, turn: moved.turn - 1, demandid: null }
  await insertMove(tx, raceid, move, now)
  return { setid, card: moved.card }
}

export const askByLink = async (
  tx: Tx,
  { raceid, setid, uid, now }: Holder,
  { card, name }: { card: number; name: string },
): Promise<string> => {
  await ensurePlayer(tx, raceid, setid, uid, now)
  const player = (await lockPlayer(tx, raceid, setid, uid))!
  await changePlayer(tx, raceid, { ...player, name })
  const token = newToken()
  await insertDemand(tx, raceid, { setid, card, playerid: player.id, link: tokenHash(token) }, now)
  return token
}

/**
 * Gives a card to the person who asks for it by a link. The lock on the request lets only one giver answer the request.
 */
export const giveByLink = async (
  tx: Tx,
  { raceid, uid, now }: Omit<Holder, 'setid'>,
  token: string,
): Promise<{ refused: 'card_link_over' | 'card_link_own' | 'card_not_yours' } | { setid: number }> => {
  const seen = await findDemand(tx, raceid, tokenHash(token))
  if (!seen) return { refused: 'card_link_over' }
  const { setid, card, id } = seen
  const giver = await lockPlayer(tx, raceid, setid, uid)
  if (giver?.id === seen.playerid) return { refused: 'card_link_own' }
  const demand = await lockDemand(tx, raceid, id)
  if (!demand || demand.cardid !== null) return { refused: 'card_link_over' }
  const free = giver && (await findFree(tx, raceid, giver.id, card))
  if (!giver || !free) return { refused: 'card_not_yours' }
  await moveCard(tx, raceid, free.id, demand.playerid)
  const move = { cardid: free.id, from: giver.id, to: demand.playerid, turn: free.turn, demandid: id }
  await insertMove(tx, raceid, move, now)
  await answerDemand(tx, raceid, { id, cardid: free.id }, now)
  return { setid }
}
