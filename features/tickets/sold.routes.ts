import { nameIn } from '#contract/words.ts'
import { masksOfAccounts } from '#features/accounts/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { returnGoods } from '#features/sales/returning.service.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleTicketsReturn, consoleTicketsShow, consoleTicketsSold, soldStates } from './sold.contract.ts'
import { pageSold, presentSold } from './sold.service.ts'
import { countSold, listHolders, listScans, listSold } from './sold.store.ts'
import { findTicketById, lockTickets } from './store.ts'
import { TICKETS } from './tickets.service.ts'

export const soldRoutes = [
  handle(consoleTicketsSold, async ({ input, db, lang, may }) => {
    const { raceid, after, limit, ...filter } = input
    const page = await pageSold(db, { lang, named: may('registrations.read') }, raceid, filter, { after, limit })
    const counted = await countSold(db, raceid, { ...page.wanted, limit: 0 })
    return {
      items: page.items,
      after: page.after,
      counts: Object.fromEntries(
        soldStates.map((state) => [state, counted.find((one) => one.state === state)?.n ?? 0]),
      ) as Record<(typeof soldStates)[number], number>,
      kinds: page.kinds.map(({ id, name, names }) => ({ id, name: nameIn(lang, name, names) })),
    }
  }),

  handle(consoleTicketsShow, async ({ input, db, lang, may, refuse }) => {
    const { raceid, id } = input
    const named = may('registrations.read')
    const [[row], kinds] = await Promise.all([
      listSold(db, raceid, { id, byName: named, limit: 1 }),
      goodsOf(db, raceid, TICKETS),
    ])
    if (!row) return refuse('own_ticket_unknown')
    const moves = await listHolders(db, raceid, id)
    const first = { uid: moves[0]?.from_uid ?? row.uid, since: row.created_at }
    const holders = [first, ...moves.map(({ to_uid, at }) => ({ uid: to_uid, since: at }))]
    const mobiles = named
      ? await masksOfAccounts(
          db,
          holders.map(({ uid }) => uid),
        )
      : new Map<number, string | null>()
    return {
      ticket: presentSold({ lang, named }, kinds)(row),
      holders: holders.map((one) => ({ ...one, mobile: mobiles.get(one.uid) ?? null })),
      scans: await listScans(db, raceid, id),
    }
  }),

  handle(consoleTicketsReturn, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, percent, reason } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const [sold] = await listSold(db, raceid, { id, byName: false, limit: 1 })
    if (!sold) return refuse('own_ticket_unknown')
    return save(async (tx) => {
      // The transaction locks the order before its tickets, in the usual order.
      await lockOrder(tx, raceid, sold.orderid)
      await lockTickets(tx, raceid, [id])
      if ((await findTicketById(tx, raceid, id))?.state !== 'valid') return refuse('ticket_gone')
      const back = await returnGoods(tx, {
        raceid,
        orderid: sold.orderid,
        zone: race.zone,
        lines: [{ itemid: sold.itemid, pieces: 1, piece: id }],
        now,
        staff: { who, percent, reason },
      })
      if ('refused' in back) return refuse(back.refused)
      return { amount: 'amount' in back ? back.amount : 0 }
    })
  }),
]
