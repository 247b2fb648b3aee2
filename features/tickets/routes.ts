import { randomBytes } from 'node:crypto'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { menuWords } from '#features/races/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { buyGoods } from '#features/sales/service.ts'
import { handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import { tokenHash } from '#db/sessions.ts'
import {
  ticketBuy,
  ticketDetail,
  ticketKeep,
  ticketMy,
  ticketName,
  ticketOffer,
  ticketShow,
  ticketTake,
  ticketTickets,
} from './contract.ts'
import { choicesIn, kindIn } from './kinds.service.ts'
import { gateRoutes } from './gate.routes.ts'
import { soldRoutes } from './sold.routes.ts'
import {
  type PaidTicketRow,
  changeTicket,
  findTicketById,
  insertMove,
  listMoves,
  listTicketsOf,
  lockByOffer,
  lockTickets,
} from './store.ts'
import { TICKETS, ownTicket, presentTickets } from './tickets.service.ts'

const buys = rateOf(30, 60, 'tickets buys')
const takes = rateOf(20, 60, 'tickets takes')

/** Locks an account's own ticket and reads it again; undefined if the account no longer holds it. */
const held = async (tx: Tx, found: PaidTicketRow, uid: number): Promise<PaidTicketRow | undefined> => {
  await lockTickets(tx, found.raceid, [found.id])
  return ownTicket(tx, found._key, uid)
}

export const routes = [
  handle(ticketShow, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const kinds = await goodsOf(db, race.id, TICKETS)
    return { zone: race.zone, items: kinds.flatMap((goods) => kindIn(lang, goods, now) ?? []) }
  }),

  handle(ticketTickets, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [goods] = await goodsOf(db, race.id, TICKETS, input.id)
    const kind = (goods && kindIn(lang, goods, now)) ?? refuse('ticket_kind_unknown')
    return { zone: race.zone, kind, choices: choicesIn(lang, goods!, now) }
  }),

  handle(ticketBuy, async ({ input, db, now, who, once, address, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const wait = buys.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const outcome = await buyGoods(db, {
      raceid: race.id,
      room: TICKETS,
      uid: who.uid!,
      lines: input.lines,
      seen: input.amount,
      // Payers and accountants read this text, so it is always in Chinese.
      subject: `${race.name} · ${menuWords.tickets['zh-cn']}`,
      payMinutes: race.settings.pay_minutes,
      once: onceKey(ticketBuy.path, { once, who, address }),
      now,
    })
    return 'refused' in outcome ? refuse(outcome.refused) : outcome.saved
  }),

  handle(ticketMy, async ({ input, db, seal, lang, now, who, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const rows = await listTicketsOf(db, race.id, who.uid!)
    return { zone: race.zone, items: await presentTickets({ db, seal }, race.id, who.uid!, rows, lang, now) }
  }),

  handle(ticketDetail, async ({ input, db, seal, lang, now, who, refuse }) => {
    const row = (await ownTicket(db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    const race = (await raceGiven(db, row.raceid, now))!
    const [ticket] = await presentTickets({ db, seal }, race.id, who.uid!, [row], lang, now)
    return {
      zone: race.zone,
      race: nameIn(lang, race.name, race.names),
      ticket: ticket!,
      moves: await listMoves(db, race.id, row.id),
    }
  }),

  handle(ticketName, async ({ input, db, seal, lang, now, who, refuse, save }) => {
    const found = (await ownTicket(db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    await save(async (tx) => {
      const row = (await held(tx, found, who.uid!)) ?? refuse('own_ticket_unknown')
      if (row.state !== 'valid') return refuse('ticket_gone')
      if (row.used) return refuse('ticket_is_used')
      await changeTicket(tx, row, { holder: input.name }, now)
      return {} as never
    })
    const row = (await ownTicket(db, input.id, who.uid!))!
    const [ticket] = await presentTickets({ db, seal }, row.raceid, who.uid!, [row], lang, now)
    return { ticket: ticket! }
  }),

  handle(ticketOffer, async ({ input, db, now, who, refuse, save }) => {
    const found = (await ownTicket(db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    return save(async (tx) => {
      const row = (await held(tx, found, who.uid!)) ?? refuse('own_ticket_unknown')
      if (row.state !== 'valid') return refuse('ticket_gone')
      if (row.used) return refuse('ticket_is_used')
      const token = randomBytes(24).toString('base64url')
      await changeTicket(tx, row, { offer: tokenHash(token), offered_at: now }, now)
      return { token }
    })
  }),

  handle(ticketKeep, async ({ input, db, seal, lang, now, who, refuse, save }) => {
    const found = (await ownTicket(db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    await save(async (tx) => {
      const row = (await held(tx, found, who.uid!)) ?? refuse('own_ticket_unknown')
      await changeTicket(tx, row, { offer: null, offered_at: null }, now)
      return {} as never
    })
    const row = (await ownTicket(db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    const [ticket] = await presentTickets({ db, seal }, row.raceid, who.uid!, [row], lang, now)
    return { ticket: ticket! }
  }),

  handle(ticketTake, async ({ input, db, seal, lang, now, who, refuse, save }) => {
    const wait = takes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, token } = input
    let id = 0
    await save(async (tx) => {
      id = (await lockByOffer(tx, raceid, tokenHash(token))) ?? refuse('ticket_link_over')
      const row = (await findTicketById(tx, raceid, id))!
      if (row.used) return refuse('ticket_is_used')
      if (row.uid === who.uid) return refuse('ticket_link_over')
      await insertMove(tx, { raceid, ticketid: id, from_uid: row.uid, to_uid: who.uid!, turn: row.turn, at: now })
      const set = { uid: who.uid!, turn: row.turn + 1, holder: null, offer: null, offered_at: null }
      await changeTicket(tx, row, set, now)
      return {} as never
    })
    const row = (await findTicketById(db, raceid, id)) ?? refuse('ticket_link_over')
    const [ticket] = await presentTickets({ db, seal }, raceid, who.uid!, [row], lang, now)
    return { ticket: ticket! }
  }),

  ...gateRoutes,
  ...soldRoutes,
]
