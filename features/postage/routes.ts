import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { maskMobile, normalMobile } from '#features/accounts/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { payEndFor } from '#features/orders/rules.ts'
import { type PaymentStart, orderState, payMethods, payOrder, returnedOf } from '#features/payments/service.ts'
import { foreignAmount, gatewayWays } from '#features/payments/rules.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { isMine, raceGiven, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import { paymentMethodOf } from '#features/registrations/status/present.service.ts'
import { printedBib } from '#features/registrations/bib.rules.ts'
import { qualifyingSecondsOf } from '#features/registrations/signup/qualifying.rules.ts'
import { resultsOf } from '#features/results/service.ts'
import { clockText } from '#features/results/rules.ts'
import { logChange, logChanges } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  type ParcelContact,
  consoleParcelsExport,
  consoleParcelsList,
  consoleParcelsSend,
  consoleParcelsSettings,
  postageOrder,
  postagePay,
  postageShow,
} from './contract.ts'
import { type ParcelState, bestTimeOf, whyNoBest, whyNoPostage } from './rules.ts'
import {
  type OwnParcel,
  type ParcelRow,
  type ParcelView,
  changeParcel,
  countParcels,
  findOwn,
  insertParcel,
  listParcels,
  lockParcel,
  readSettings,
  savePostageSettings,
} from './store.ts'
import { postageFieldWords } from './words.ts'

const orders = rateOf(30, 60, 'postage orders')
const pays = rateOf(60, 60, 'postage pays')
const EXPORTED = 500

type Place = { db: Db; seal: Seal }
/** Finds a registration and its race. Returns undefined if the registration does not belong to the account. */
const own = async ({ db, seal }: Place, key: string, uid: number, now: Date) => {
  const found = await registrationOf({ db }, key, now)
  const race =
    found && (await isMine(db, seal, found.row, uid)) ? await raceGiven(db, found.row.raceid, now) : undefined
  return found && race ? { row: found.row, race } : undefined
}

/** Finds the time of a registration's result, and the time that the runner declared at sign-up. */
const ranOf = async ({ db, seal }: Place, row: RegistrationRow, now: Date) => {
  await seal.prepare(raceScope(row.raceid))
  const results = await resultsOf(db, row.raceid, { registrationids: [row.id], numbers: [row.idnum_ix] }, now)
  const finished = results.find((one) => one.outcome === 'finished' && one.eventid === row.eventid)
  return {
    seconds: finished ? bestTimeOf(finished.time, finished.nettime) : null,
    declared: openKept(seal, row).qualifying?.seconds ?? null,
  }
}

/** Opens the address of a parcel. All fields of an erased address are empty. */
const contactOf = (seal: Seal, row: ParcelRow): ParcelContact =>
  JSON.parse(
    seal.open(raceScope(row.raceid), 'parcel contact', row.contact) || '{"name":"","mobile":"","address":""}',
  ) as ParcelContact
/** Masks an address: 王* · 138****0000 · 浙江省… */
const maskContact = ({ name, mobile, address }: ParcelContact): string =>
  `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))} · ${maskMobile(mobile)} · ` +
  `${[...address].slice(0, 3).join('')}…`

const shownParcel = (seal: Seal, row: OwnParcel) => ({
  ...row,
  state: row.state as ParcelState,
  former: row.former === null ? null : clockText(row.former),
  contact: contactOf(seal, row),
})

const presented = async (
  { db, seal }: Place,
  { row, race }: NonNullable<Awaited<ReturnType<typeof own>>>,
  lang: Lang,
  now: Date,
) => {
  const [settings, ran, parcel] = await Promise.all([
    readSettings(db, race.id),
    ranOf({ db, seal }, row, now),
    findOwn(db, race.id, row.id),
  ])
  return {
    ...settings,
    race: nameIn(lang, race.name, race.names),
    raceid: race.id,
    zone: race.zone,
    name: row.name,
    event: nameIn(lang, row.e_name, row.e_names),
    time: ran.seconds === null ? null : clockText(ran.seconds),
    why: whyNoPostage(settings, ran, now) ?? null,
    parcel: parcel ? shownParcel(seal, parcel) : null,
  }
}

const lineOf = ({ prefix_bib, bib, ...row }: ParcelView) => ({
  ...row,
  bib: bib === null ? null : printedBib({ prefix_bib, bib }),
  state: row.state as ParcelState,
  contact: row.contact_mask,
})

type ParcelMade = Pick<Parameters<typeof insertParcel>[1], 'former' | 'seconds' | 'size' | 'contact' | 'contact_mask'>
const openParcel = async (
  tx: Tx,
  { row, race }: NonNullable<Awaited<ReturnType<typeof own>>>,
  { uid, fee, lang }: { uid: number; fee: number; lang: Lang },
  parcel: ParcelMade,
  now: Date,
): Promise<void> => {
  const subject = `${nameIn(lang, race.name, race.names)} PB`
  const payEnd = payEndFor(now, race.settings.pay_minutes, null)
  const order = await openOrder(tx, race.id, { room: 'postage', uid, fee, subject, payEnd }, now)
  await insertParcel(
    tx,
    { raceid: race.id, registrationid: row.id, uid, orderid: order.id, state: order.state, ...parcel },
    now,
  )
}

export const routes = [
  handle(postageShow, async ({ input, db, seal, now, who, lang, refuse }) =>
    presented({ db, seal }, (await own({ db, seal }, input.id, who.uid!, now)) ?? refuse('postage_unknown'), lang, now),
  ),

  handle(postageOrder, async ({ input, db, seal, now, who, lang, refuse, refuseField, save }) => {
    const mine = (await own({ db, seal }, input.id, who.uid!, now)) ?? refuse('postage_unknown')
    const wait = orders.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { row, race } = mine
    const [settings, ran] = await Promise.all([readSettings(db, race.id), ranOf({ db, seal }, row, now)])
    const before = await findOwn(db, race.id, row.id)
    if (before?.state === 'sent') return refuse('parcel_on_its_way')
    const paid = before?.state === 'paid'
    const why = paid ? undefined : whyNoPostage(settings, ran, now)
    if (why) return refuse(why)
    if (!settings.sizes.includes(input.size)) return refuseField('size', postageFieldWords.size)
    const former = input.former?.trim() ? qualifyingSecondsOf(input.former) : undefined
    if (input.former?.trim() && former === undefined) return refuseField('former', postageFieldWords.former_format)
    const slow = paid ? undefined : whyNoBest(settings.who, ran, former)
    if (slow === 'postage_no_best') return refuse(slow)
    if (slow) return refuseField('former', postageFieldWords[slow])
    const mobile = normalMobile(input.mobile)
    if (!/^(1\d{10}|\+\d{6,15})$/.test(mobile)) return refuseField('mobile', postageFieldWords.mobile)
    const contact: ParcelContact = { name: input.name, mobile, address: input.address }
    const sealed = {
      contact: seal.seal(raceScope(race.id), 'parcel contact', JSON.stringify(contact)),
      contact_mask: maskContact(contact),
    }
    await save(async (tx) => {
      // A registration gets only one open parcel, even if many calls come at once.
      await lockAll(tx, [{ kind: 'parcels', raceid: race.id, id: row.id }])
      const own = await findOwn(tx, race.id, row.id)
      // Staff may send the parcel at this moment. The call is then refused, and the parcel keeps its address.
      const there = own && (await lockParcel(tx, race.id, own.id))
      if (there?.state === 'sent') return refuse('parcel_on_its_way')
      const said = { size: input.size, ...sealed }
      if (there?.state === 'paid') await changeParcel(tx, race.id, there.id, said, now)
      else if (there?.state === 'open')
        await changeParcel(tx, race.id, there.id, { ...said, former: former ?? null, seconds: ran.seconds! }, now)
      else {
        const { fee } = settings
        const parcel = { former: former ?? null, seconds: ran.seconds!, ...said }
        await openParcel(tx, mine, { uid: who.uid!, fee, lang }, parcel, now)
      }
      return {} as never
    })
    return presented({ db, seal }, mine, lang, now)
  }),

  handle(postagePay, async ({ input, now, who, address, userAgent, refuse, ...parts }) => {
    const { row, race } = (await own(parts, input.id, who.uid!, now)) ?? refuse('postage_unknown')
    const parcel = (await findOwn(parts.db, race.id, row.id)) ?? refuse('parcel_none')
    const foreign = race.settings.paypal
    const methods = payMethods(parts, userAgent, foreign)
    let next: PaymentStart | null = null
    if (input.payment) {
      const gateway = methods.find((one) => one === input.payment) ?? refuse('payment_unavailable')
      const wait = pays.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const way = gatewayWays[gateway].find((one) => one === input.way)
      const begun = await payOrder(
        parts,
        {
          raceid: race.id,
          orderid: parcel.orderid,
          gateway,
          way,
          userAgent,
          address,
          openid: input.openid || undefined,
          foreign,
          returnUrl: `${parts.origin}/postage?_key=${row._key}`,
        },
        now,
      )
      if (begun.why) return refuse(begun.why === 'gateway_down' ? 'gateway_down' : 'not_payable')
      next = begun.next
    }
    const order = (await orderState(parts, race.id, parcel.orderid, now))!
    const state = order.state as 'open' | 'paid' | 'closed'
    const paypal =
      foreign && state === 'open' && methods.includes('paypal')
        ? { currency: foreign.currency, amount: foreignAmount(order.amount, foreign), rate: foreign.rate }
        : null
    return {
      state,
      fee: order.fee,
      discount: order.discount,
      items: null,
      returned: await returnedOf(parts, race.id, order.id),
      paypal,
      amount: order.amount,
      pay_end: order.pay_end,
      pay_at: order.pay_at,
      payment: paymentMethodOf(order.payment),
      methods: state === 'open' ? methods : [],
      next: state === 'open' ? next : null,
    }
  }),

  handle(consoleParcelsList, async ({ input, db }) => {
    const seen = idIn(input.after)
    const [rows, counts, settings] = await Promise.all([
      listParcels(db, input.raceid, { state: input.state, after: seen, limit: rowsFor(input.limit) }),
      seen === undefined ? countParcels(db, input.raceid) : null,
      readSettings(db, input.raceid),
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map(lineOf),
      after,
      counts,
      settings,
    }
  }),

  handle(consoleParcelsSend, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, carrier, number } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    await seal.prepare('accounts')
    return save(async (tx) => {
      const before = (await lockParcel(tx, raceid, id)) ?? refuse('parcel_unknown')
      if (before.state !== 'paid' && before.state !== 'sent') return refuse('parcel_not_paid')
      const again = before.state === 'sent'
      await changeParcel(tx, raceid, id, { state: 'sent', carrier, number, sent_at: before.sent_at ?? now }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: again ? 'parcel changed' : 'parcel sent',
        target: `parcel ${id}`,
        before: { carrier: before.carrier, number: before.number },
        after: { carrier, number },
      })
      const view = (await listParcels(tx, raceid, { id, limit: 1 }))[0]!
      await sendMessage(tx, {
        seal,
        now,
        uid: before.uid,
        path: `/postage?_key=${view.registration_key}`,
        lang: 'zh-cn',
        template: 'parcel_sent',
        values: { race: eachLang((lang) => nameIn(lang, race.name, race.names)), carrier, number },
        key: `parcel_sent ${raceid}/${id} ${number}`,
        raceid,
      })
      return lineOf(view)
    })
  }),

  handle(consoleParcelsExport, async ({ input, db, seal, now, who }) => {
    const { raceid, state } = input
    const seen = idIn(input.after)
    const rows = await listParcels(db, raceid, { state, after: seen, limit: rowsFor(EXPORTED) })
    const { rows: items, after } = pageOf(rows, EXPORTED, byId)
    await seal.prepare(raceScope(raceid))
    await db.transaction().execute(async (tx) => {
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'parcels exported',
        target: `parcels ${state}`,
        after: { count: items.length },
      })
      // The log gets an entry for each registration whose address staff see.
      await logChanges(
        tx,
        items.map((row) => ({ who, now, raceid, what: 'parcel opened', target: `registration ${row.registrationid}` })),
      )
    })
    return {
      items: items.map((row) => ({ ...lineOf(row), to: contactOf(seal, row) })),
      after,
    }
  }),

  handle(consoleParcelsSettings, async ({ input, db, now, who, save }) => {
    const { raceid, until, ...given } = input
    const before = await readSettings(db, raceid)
    const after = { ...given, until: until === null ? null : new Date(until), sizes: [...new Set(given.sizes)] }
    return save(async (tx) => {
      await savePostageSettings(tx, raceid, after, now)
      await logChange(tx, { who, now, raceid, what: 'postage changed', target: `race ${raceid}`, before, after })
      return after
    })
  }),
]
