import { byMoment, momentCursorIn } from '#db/pages.ts'
import type { GivenOf } from '#contract/endpoint.ts'
import { raceOfKey } from '#contract/key.ts'
import { type Text, nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import type { Db } from '#db/db.ts'
import { type Limit, countTry, triesSoFar } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { countersOf, eventsOf, readEvent } from '#features/events/service.ts'
import { eventIn, formOf, leftIn } from '#features/events/rules.ts'
import { itemsIn } from '#features/orders/items.rules.ts'
import { type PaymentStart, orderState, payMethods, payOrder, returnedOf } from '#features/payments/service.ts'
import { type Foreign, type PayGateway, foreignAmount, gatewayWays } from '#features/payments/rules.ts'
import { checkDocument } from '#features/people/rules.ts'
import { documentWords, words as people } from '#features/people/words.ts'
import { mayEnter } from '#features/waitingrooms/service.ts'
import { handle } from '#seam/server/handle.ts'
import { keptAnswer, onceKey } from '#seam/server/once.ts'
import { goodsOrderPage } from './signup/goodsAtSignup.service.ts'
import type { NotIn } from './signup/batch/batch.service.ts'
import type { SavedAnswer } from './signup/batch/accepted.service.ts'
import { routes as changes } from './changes/changes.routes.ts'
import { routes as inviting } from './payment/redeem.routes.ts'
import { routes as companions } from './lookup/companions.routes.ts'
import { routes as bulk } from './bulk/bulk.routes.ts'
import { routes as staff } from './console.routes.ts'
import { routes as correcting } from './correct/correct.routes.ts'
import { routes as deferring } from './deferral/deferral.routes.ts'
import { routes as resending } from './resend/resend.routes.ts'
import { routes as checklists } from './checklist/checklist.routes.ts'
import { routes as storyRoutes } from './story/story.routes.ts'
import { routes as exporting } from './export/export.routes.ts'
import { registrationMy, registrationOrders, registrationPay, registrationQuery, registrationShow } from './contract.ts'
import {
  registrationDocuments,
  registrationExist,
  registrationFriends,
  registrationSave,
} from './signup/signup.contract.ts'
import { type FriendsSaved, signUpFriends } from './signup/friends.service.ts'
import { bindCodeOf, hasMini } from './partner/bindCode.service.ts'
import { mayAskOfNumber } from './lookup/numberBound.service.ts'
import { lookUpCards, presentCards } from './lookup/publicLookup.service.ts'
import {
  isMine,
  laneOfCaller,
  ownRegistrations,
  publishedRace,
  raceGiven,
  registrationOf,
  whyNotNumber,
} from './status/ownership.service.ts'
import { routes as miniprogram } from './partner/miniProgram.routes.ts'
import { orderToPay, pendingOrder, starts } from './payment/startPayment.service.ts'
import {
  statusFactsOf,
  orderStateOf,
  paymentMethodOf,
  presentCard,
  presentOrder,
  presentRegistration,
} from './status/present.service.ts'
import { presentCharge } from './payment/presentPrice.rules.ts'
import { statusOf } from './rules.ts'
import { documentIndex } from './signup/sealing.service.ts'
import type { Wrong } from './signup/signup.rules.ts'
import { consentsFor } from './signup/wording.rules.ts'
import { signUp } from './signup/signup.service.ts'
import { findByDocument, registrationsOfOrders, listOrderKeysOfAccount, wasDeletedOnce } from './store.ts'
import { codesTried } from './payment/redeem.service.ts'

const saves = rateOf(60, 60, 'registrations saves')
const shows = rateOf(20, 60, 'registrations shows')
const exists: Limit = { kind: 'registration exist', max: 60, seconds: 3600 }
const waitForCodes = async (db: Db, uid: number, now: Date): Promise<number> =>
  (await triesSoFar(db, codesTried, String(uid), now)) < codesTried.max ? 0 : countTry(db, codesTried, String(uid), now)

/** Writes the fault of each field as a sentence in the caller's language. */
const sentences = (
  wrong: Partial<Record<string, Wrong>>,
  say: (said: Text, values?: Record<string, string | number>) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(wrong).map(([field, said]) => [field, say(said!.message, said!.values)]))

/**
 * Returns the former and the present price as texts, and for programs the present price as `fen`. Without these prices
 * the result is empty.
 */
const changedPrice = ({
  from,
  to,
}: Partial<Pick<NotIn, 'from' | 'to'>>): { from?: string; to?: string; fen?: number } =>
  from === undefined || to === undefined ? {} : { from: amountText(from), to: amountText(to), fen: to }

/** Converts an amount to PayPal's currency; null if the race offers no PayPal. */
const paypalPrice = (methods: readonly PayGateway[], foreign: Foreign | undefined, amount: number) =>
  foreign && methods.includes('paypal')
    ? { currency: foreign.currency, amount: foreignAmount(amount, foreign), rate: foreign.rate }
    : null

export const routes = [
  handle(registrationDocuments, async ({ input, db, now, lang, say, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const event = (await readEvent(db, race.id, input.eventid, now, true)) ?? refuse('event_not_found')
    const counters = await countersOf(db, race.id)
    return {
      event: eventIn(lang, event, race, race.settings.pay_minutes, now, leftIn(counters, event.id)),
      documents: formOf(event).idtypes.map((idtype) => ({
        idtype,
        label: say(people[idtype]),
        hint: idtype === 'idcard' ? say(people.idcard_also) : null,
      })),
      consents: consentsFor(lang, race.settings.consents),
    }
  }),

  handle(registrationExist, async ({ input, db, seal, now, who, lang, refuse, refuseField }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const verdict = checkDocument(input, now)
    if (!verdict.ok) return refuseField(verdict.why === 'country' ? 'country' : 'idnum', documentWords[verdict.why])
    const wait = await countTry(db, exists, String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (!(await mayAskOfNumber({ db, seal }, who.uid!, verdict.document.lookup, now)))
      return refuse('too_often', { retry_after: 86_400 })
    await seal.prepare(raceScope(race.id))
    const document = documentIndex(seal, race.id, verdict.document.identity)
    const [row, deletedOnce] = await Promise.all([
      findByDocument(db, race.id, document),
      wasDeletedOnce(db, race.id, document),
    ])
    const mine =
      row && (await isMine(db, seal, row, who.uid))
        ? { _key: row._key, eventid: row.eventid, event: nameIn(lang, row.e_name, row.e_names) }
        : null
    return { exist: row !== undefined, mine, deleted_once: deletedOnce }
  }),

  handle(
    registrationSave,
    async ({ input, db, seal, integrations, now, who, once, ticket, address, lang, say, refuse }) => {
      const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
      const uid = who.uid!
      const wait = saves.count(String(uid), now) || (input.invite ? await waitForCodes(db, uid, now) : 0)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const repeated = onceKey('/registration/save', { once, who, address })
      if (!(await mayEnter({ db, seal }, { raceid: race.id, uid, ticket }, now)))
        return (await keptAnswer<SavedAnswer>(db, repeated)) ?? refuse('in_waiting_room')
      const { goods } = input
      const outcome = await signUp({ db, seal, integrations }, { input, race, uid, lang, once: repeated, goods }, now)
      if ('saved' in outcome) return outcome.saved
      if ('wrong' in outcome) return refuse('field_wrong', { fields: sentences(outcome.wrong, say) })
      if (outcome.refused === 'too_often') return refuse('too_often', { retry_after: 86_400 })
      if (outcome.refused === 'invite_unknown') await countTry(db, codesTried, String(uid), now)
      return refuse(outcome.refused, changedPrice(outcome))
    },
  ),

  handle(
    registrationFriends,
    async ({ input, db, seal, integrations, now, who, once, ticket, address, lang, say, save, refuse }) => {
      const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
      const most = race.settings.friends_most
      if (input.friends.length > most) return refuse('too_many_friends', { n: most })
      const uid = who.uid!
      const wait =
        saves.count(String(uid), now) ||
        (input.friends.some(({ invite }) => invite) ? await waitForCodes(db, uid, now) : 0)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      if (!(await mayEnter({ db, seal }, { raceid: race.id, uid, ticket }, now)))
        return (
          (await keptAnswer<FriendsSaved>(db, onceKey('/registration/friends', { once, who, address }))) ??
          refuse('in_waiting_room')
        )
      const { friends, goods } = input
      const outcome = await signUpFriends({ db, seal, integrations }, { friends, race, uid, lang, goods }, now, save)
      if ('saved' in outcome) return outcome.saved
      const kept = await keptAnswer<FriendsSaved>(db, onceKey('/registration/friends', { once, who, address }))
      if (kept) return kept
      if ('wrong' in outcome) return refuse('field_wrong', { fields: sentences(outcome.wrong, say) })
      if (outcome.refused === 'too_often') return refuse('too_often', { retry_after: 86_400, person: outcome.person })
      if (outcome.refused === 'invite_unknown') await countTry(db, codesTried, String(uid), now)
      return refuse(outcome.refused, { person: outcome.person, ...changedPrice(outcome) })
    },
  ),

  handle(
    registrationShow,
    async ({ input, db, seal, integrations, origin, now, who, lang, address, device, refuse }) => {
      const found = await registrationOf({ db }, input.id, now)
      const keyRace = raceOfKey(input.id)
      const goods = found || keyRace === undefined ? undefined : await goodsOrderPage.get()(db, keyRace, input.id)
      if (goods) return refuse('orders_elsewhere', { url: origin + goods })
      const { row, race } = found ?? refuse('registration_not_found')
      if (race.settings.orders_url) return refuse('orders_elsewhere', { url: race.settings.orders_url })
      await seal.prepare(raceScope(race.id))
      const mine = await isMine(db, seal, row, who.uid)
      if (input.idnum) {
        const caller = { mine, uid: who.uid }
        const wait = shows.count(laneOfCaller(row, caller), now)
        if (wait > 0) return refuse('too_often', { retry_after: wait })
        const not = await whyNotNumber({ db, seal }, row, input.idnum, caller, now)
        if (not) return 'wait' in not ? refuse('too_often', { retry_after: not.wait }) : refuse('idnum_inconsistent')
      }
      const bindqrcode = await bindCodeOf(
        { db, integrations },
        row,
        race,
        { mine, asker: { address, who, device } },
        now,
      )
      return {
        ...presentRegistration(lang, { ...row, bindqrcode }, race, now, mine ? seal : null),
        mini: hasMini({ integrations }, race),
        moves: race.settings.move_until !== undefined,
      }
    },
  ),

  handle(registrationPay, async ({ input, now, who, lang, address, userAgent, refuse, ...parts }) => {
    const { row, race } = (await registrationOf(parts, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(parts.db, parts.seal, row, who.uid))) return refuse('no_permission')
    let orderid = (await pendingOrder(parts.db, row)) ?? row.orderid
    let next: PaymentStart | null = null
    const foreign = race.settings.paypal
    const methods = payMethods(parts, userAgent, foreign)
    if (input.payment) {
      if (input.payment === 'invite') return refuse('pay_with_code')
      const gateway = methods.find((one) => one === input.payment) ?? refuse('payment_unavailable')
      const wait = starts.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const subject = `${nameIn(lang, race.name, race.names)} ${nameIn(lang, row.e_name, row.e_names)}`
      orderid = (await orderToPay(parts, race, row._key, subject, now)) ?? refuse('not_payable')
      const way = gatewayWays[gateway].find((one) => one === input.way)
      const [openid, returnUrl] = [input.openid || undefined, `${parts.origin}/pay?_key=${row._key}`]
      const begun = await payOrder(
        parts,
        { raceid: race.id, orderid, gateway, way, userAgent, address, openid, foreign, returnUrl },
        now,
      )
      if (begun.why) return refuse(begun.why === 'gateway_down' ? 'gateway_down' : 'not_payable')
      next = begun.next
    }
    const order = orderid === null ? undefined : await orderState(parts, race.id, orderid, now)
    const paypal = (amount: number) => paypalPrice(methods, foreign, amount)
    if (!order)
      return {
        state: 'open' as const,
        ...presentCharge(lang, row),
        returned: [],
        paypal: paypal(row.price),
        pay_end: row.e_pay_end,
        pay_at: row.pay_at,
        payment: null,
        methods: statusOf(statusFactsOf(row, race), now).can.pay.ok ? methods : [],
        next: null,
      }
    const state = orderStateOf(order.state)
    return {
      state,
      fee: order.fee,
      discount: order.discount,
      items: itemsIn(lang, order.items),
      returned: await returnedOf(parts, race.id, order.id),
      paypal: state === 'open' ? paypal(order.amount) : null,
      amount: order.amount,
      pay_end: order.pay_end,
      pay_at: order.pay_at,
      payment: paymentMethodOf(order.payment),
      methods: state === 'open' ? methods : [],
      next: state === 'open' ? next : null,
    }
  }),

  handle(registrationQuery, async (context) => {
    const { input, db, seal, now, who, lang, refuse } = context
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const looked = await lookUpCards({ db, seal }, race, { ...input, asker: context }, now)
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    return 'refused' in looked
      ? refuse(looked.refused, looked.facts)
      : presentCards(db, lang, race, looked.found, now, ({ uid }) => uid === who.uid)
  }),

  handle(registrationMy, async ({ input, db, seal, now, who, lang }) => {
    const rows = await ownRegistrations(
      db,
      seal,
      who.uid!,
      { raceid: input.raceid, before: momentCursorIn(input.after), limit: input.limit },
      now,
    )
    const items = []
    for (const row of rows) {
      await seal.prepare(raceScope(row.raceid))
      const race = await raceGiven(db, row.raceid, now)
      if (race) items.push(presentRegistration(lang, row, race, now, seal))
    }
    return { items, after: rows.length === input.limit ? byMoment(rows.at(-1)!) : null }
  }),

  handle(registrationOrders, async ({ input, db, now, who, lang }) => {
    const orders = await listOrderKeysOfAccount(db, who.uid!, {
      raceid: input.raceid,
      before: momentCursorIn(input.after),
      limit: input.limit,
    })
    const rows = await registrationsOfOrders(db, orders)
    const events = new Map(
      (await Promise.all([...new Set(rows.map(({ raceid }) => raceid))].map((raceid) => eventsOf(db, raceid))))
        .flat()
        .map((event) => [`${event.raceid}/${event.id}`, event]),
    )
    const items: GivenOf<typeof registrationOrders>['items'] = []
    for (const row of rows) {
      const order = presentOrder(lang, row)
      const race = await raceGiven(db, row.raceid, now)
      const event = events.get(`${row.raceid}/${row.eventid}`)
      if (!order || !race || !event) continue
      const card = presentCard(lang, row, event, race, now, true)
      const known = items.find((item) => item.order.id === order.id && item.race.id === race.id)
      if (known) known.registrations.push(card)
      else
        items.push({ order, race: { id: race.id, name: nameIn(lang, race.name, race.names) }, registrations: [card] })
    }
    return { items, after: orders.length === input.limit ? byMoment(orders.at(-1)!) : null }
  }),

  ...changes,
  ...inviting,
  ...companions,
  ...miniprogram,
  ...staff,
  ...exporting,
  ...bulk,
  ...checklists,
  ...storyRoutes,
  ...resending,
  ...correcting,
  ...deferring,
]
