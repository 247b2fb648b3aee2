import { nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { violationOf } from '#db/errors/violation.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { payAtDesk } from '#features/payments/desk.service.ts'
import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { buyGoods, linesOfOrders, purchasesOf } from '#features/sales/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import {
  consoleDepositsBack,
  consoleDepositsKeep,
  consoleDepositsLend,
  consoleDepositsList,
  consoleDepositsTake,
  liveDeposit,
} from './contract.ts'
import { DEPOSITS, depositKinds, depositKindOf, takeBack } from './deposits.service.ts'
import { thingCode } from './rules.ts'
import { accountsOf, runnersOf } from './runners.store.ts'
import {
  changeDeposit,
  countDeposits,
  findLent,
  listDeposits,
  listDepositsOf,
  lockDeposit,
  lockDepositsOf,
} from './store.ts'

const buys = rateOf(20, 60, 'deposits buys')
/** Lists the accounts of the runners whom a written bib may mean. */
const accountsOfBib = async (db: Db, raceid: number, bib: string): Promise<number[]> =>
  accountsOf(db, raceid, await registrationsOfBib(db, raceid, bib))
/** Tells whether an error means that the number is already lent. */
const isLent = (error: unknown): boolean => violationOf(error)?.constraint === 'deposits_lent'

export const routes = [
  handle(liveDeposit, async ({ input, db, lang, now, who, once, address, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const kinds = await goodsOf(db, race.id, DEPOSITS)
    let order = null
    if (input.variantid !== undefined) {
      const wait = buys.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const outcome = await buyGoods(db, {
        raceid: race.id,
        room: DEPOSITS,
        uid: who.uid!,
        lines: [{ variantid: input.variantid, slot: '', n: input.n }],
        seen: input.amount,
        subject: nameIn(lang, race.name, race.names),
        payMinutes: race.settings.pay_minutes,
        once: onceKey(liveDeposit.path, { once, who, address }),
        now,
      })
      if ('refused' in outcome) return refuse(outcome.refused)
      order = outcome.saved
    }
    const [rows, bought] = await Promise.all([
      listDepositsOf(db, race.id, who.uid!),
      purchasesOf(db, race.id, who.uid!),
    ])
    return {
      zone: race.zone,
      race: nameIn(lang, race.name, race.names),
      kinds: depositKinds(lang, kinds),
      items: rows.map((row) => ({
        ...row,
        ...depositKindOf(lang, kinds, row),
        order_key: bought.find(({ id }) => id === row.itemid)?.order_key ?? '',
      })),
      order,
    }
  }),

  handle(consoleDepositsList, async ({ input, db, lang }) => {
    const { raceid, state, q, after, limit } = input
    const kinds = await goodsOf(db, raceid, DEPOSITS)
    const uids = q === '' ? [] : await accountsOfBib(db, raceid, q)
    const rows = await listDeposits(db, raceid, {
      state,
      code: thingCode(q),
      uids,
      after: idIn(after),
      limit: rowsFor(limit),
    })
    const page = pageOf(rows, limit, byId)
    const [runners, counts] = await Promise.all([
      runnersOf(
        db,
        raceid,
        page.rows.map(({ uid }) => uid),
      ),
      countDeposits(db, raceid),
    ])
    return {
      kinds: depositKinds(lang, kinds),
      items: page.rows.map((row) => ({ ...row, ...depositKindOf(lang, kinds, row), ...runners(row.uid) })),
      after: page.after,
      counts,
    }
  }),

  handle(consoleDepositsTake, async ({ input, db, now, who, once, address, refuse, save }) => {
    const { raceid, bib, variantid, way, reference, code } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('bib_unknown')
    const [uid = refuse('bib_unknown')] = await accountsOfBib(db, raceid, bib)
    if (code !== '' && (await findLent(db, raceid, code))) return refuse('thing_is_lent')
    const outcome = await buyGoods(db, {
      raceid,
      room: DEPOSITS,
      uid,
      lines: [{ variantid, slot: '', n: 1 }],
      seen: undefined,
      subject: nameIn('zh-cn', race.name, race.names),
      payMinutes: race.settings.pay_minutes,
      once: onceKey(`${consoleDepositsTake.path} order`, { once, who, address }),
      now,
    })
    if ('refused' in outcome) return refuse(outcome.refused)
    const { orderid, amount } = outcome.saved
    try {
      return await save(async (tx) => {
        const money = { way, staffid: who.staffid, reference }
        const receipt = amount > 0 ? await payAtDesk(tx, raceid, orderid, money, now) : null
        if (receipt === undefined) return refuse('deposit_unpaid')
        const item = (await linesOfOrders(tx, raceid, [orderid]))[0]!
        const [row] = await lockDepositsOf(tx, raceid, [item.id])
        const lent = { state: 'lent' as const, code, lent_at: now, staffid: who.staffid }
        if (code !== '') await changeDeposit(tx, row!, lent)
        const after = { way, amount, code }
        await logChange(tx, { who, now, raceid, what: 'deposit taken', target: `deposit ${row!.id}`, after })
        return { id: row!.id, receipt }
      })
    } catch (error) {
      if (isLent(error)) return refuse('thing_is_lent')
      throw error
    }
  }),

  handle(consoleDepositsLend, async ({ input: { raceid, id, code }, now, who, refuse, save }) => {
    try {
      return await save(async (tx) => {
        const row = (await lockDeposit(tx, raceid, { key: id })) ?? refuse('deposit_unknown')
        if (row.state !== 'paid') return refuse('deposit_state')
        await changeDeposit(tx, row, { state: 'lent', code, lent_at: now, staffid: who.staffid })
        await logChange(tx, { who, now, raceid, what: 'deposit lent', target: `deposit ${row.id}`, after: { code } })
        return { id: row.id }
      })
    } catch (error) {
      if (isLent(error)) return refuse('thing_is_lent')
      throw error
    }
  }),

  handle(consoleDepositsBack, async ({ input: { raceid, code }, db, lang, now, who, refuse, save }) => {
    const race = (await raceGiven(db, raceid, now)) ?? refuse('thing_not_lent')
    const kinds = await goodsOf(db, raceid, DEPOSITS)
    return save(async (tx) => {
      const row = (await findLent(tx, raceid, code)) ?? refuse('thing_not_lent')
      const back = (await takeBack(tx, row, { who, zone: race.zone, now })) ?? refuse('thing_not_lent')
      await logChange(tx, { who, now, raceid, what: 'deposit given back', target: `deposit ${row.id}`, after: back })
      return { id: row.id, amount: back.amount, name: depositKindOf(lang, kinds, row).name }
    })
  }),

  handle(consoleDepositsKeep, async ({ input: { raceid, id, reason }, db, seal, now, who, refuse, save }) => {
    const race = (await raceGiven(db, raceid, now)) ?? refuse('deposit_unknown')
    await seal.prepare('accounts')
    return save(async (tx) => {
      const row = (await lockDeposit(tx, raceid, { id })) ?? refuse('deposit_unknown')
      if (row.state !== 'lent' && row.state !== 'paid') return refuse('deposit_state')
      await changeDeposit(tx, row, { state: 'kept', reason, ended_at: now, staffid: who.staffid })
      await logChange(tx, { who, now, raceid, what: 'deposit kept', target: `deposit ${id}`, after: { reason } })
      await sendMessage(tx, {
        seal,
        now,
        uid: row.uid,
        path: `/deposit?raceid=${raceid}`,
        lang: 'zh-cn',
        template: 'deposit_kept',
        values: {
          race: eachLang((lang) => nameIn(lang, race.name, race.names)),
          amount: amountText(row.amount),
          reason,
        },
        key: `deposit_kept ${raceid}/${id}`,
        raceid,
      })
      return { id }
    })
  }),
]
