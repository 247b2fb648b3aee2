import type { Text } from '#contract/words.ts'
import type { Capability, Icon, PaidState, RegistrationState } from './contract.ts'
import { type Fee, paidTextOf, registrationFeeOf } from './status/fee.rules.ts'
import { feeWords } from './status/fee.words.ts'
import type { Allowed, PaymentMethod, StatusSentence, StatusFacts } from './status/facts.rules.ts'
import { delayWordsOf } from './status/delayWords.rules.ts'
import { whyTeamsStand } from './status/membership.rules.ts'
import { isPayable, paidStateOf, payEndOf, whyInState, whyNoPay } from './status/payable.rules.ts'
import { transition } from './status/transitions.rules.ts'
import { words } from './status/status.words.ts'

type Message = { key: string; icon: Icon; title: StatusSentence; description: StatusSentence }

export type StatusFound = {
  key: string
  icon: Icon
  title: StatusSentence
  description: StatusSentence
  paid: PaidState
  paidText: Text
  payable: boolean
  payment: PaymentMethod | null
  /** The end of the time to pay; null if no money is due or nothing ends it. */
  payEnd: Date | null
  /** The status of the fee; null if no money is due. */
  fee: Fee | null
  chips: { tone: Icon; label: StatusSentence }[]
  shows: { bib: boolean; wait_pos: boolean; exit: boolean; delete: boolean }
  can: Record<Capability, Allowed>
}

const yes: Allowed = { ok: true }
const no = (why: Text): Allowed => ({ ok: false, why })
/**
 * States without a next step. Neither a payment nor a choice of the runner changes them. The runner can only correct a
 * refused registration.
 */
const GONE: readonly RegistrationState[] = ['auditfail', 'waitfail']

const by = (at: Date): StatusSentence => ({ text: words.pay_by, values: { at } })
const position = (n: number | null): number | Text => n ?? words.wait_pos_none

/**
 * Returns the message for an unpaid registration. The message may name a coming or past deadline, or say that payment
 * is not open yet.
 */
const unpaidMessage = (facts: StatusFacts, now: Date): StatusSentence => {
  const why = whyNoPay(facts, now)
  const end = payEndOf(facts)
  if (why === words.why_pay_later)
    return end && end > now ? { text: words.pay_later_by, values: { at: end } } : { text: words.pay_later }
  if (why === words.why_closed && end)
    return { text: facts.order ? words.pay_checking : words.pay_over, values: { at: end } }
  return end ? by(end) : { text: words.pay_soon }
}

/** Returns the message after a runner left the waitlist. Such a runner has not left the race. */
const lineLeftText = (refund: StatusFacts['refund']): StatusSentence => {
  if (refund?.state === 'done' && refund.refund_at)
    return { text: feeWords.line_left_done, values: { at: refund.refund_at } }
  return { text: refund?.state === 'failed' ? feeWords.line_left_failed : feeWords.line_left }
}

const refundText = ({ registration, refund }: StatusFacts): StatusSentence => {
  const refused = registration.state === 'auditfail'
  if (refund?.state === 'done' && refund.amount === 0) return { text: words.exited_free }
  if (registration.freed_at && !refund?.by_hand) return lineLeftText(refund)
  if (refund?.state === 'done' && refund.refund_at)
    return {
      text: refund.by_hand ? words.refund_by_hand : refused ? words.refused_refunded : words.refund_done,
      values: { at: refund.refund_at },
    }
  if (refund?.state === 'failed' || refund?.state === 'waiting') return { text: words[`refund_${refund.state}`] }
  return { text: refused ? words.refused_refund : words.refund_asked }
}
const refundMessage = (facts: StatusFacts): Message => ({
  key: 'refunded',
  icon: 'info',
  title: { text: words.refunded_title },
  description: refundText(facts),
})

const drawMessage = (facts: StatusFacts, paid: boolean, now: Date): Message => {
  const { draw_at } = facts.event
  if (draw_at && draw_at <= now && !paid && !isPayable(facts, now))
    return {
      key: 'draw_over',
      icon: 'warn',
      title: { text: words.draw_over_title },
      description: { text: words.draw_over },
    }
  return {
    key: 'draw',
    icon: 'waiting',
    title: { text: words.draw_title },
    description:
      draw_at && draw_at > now ? { text: words.draw_at, values: { at: draw_at } } : { text: words.draw_soon },
  }
}

const undrawText = (facts: StatusFacts, paid: boolean, now: Date): StatusSentence => {
  const end = payEndOf(facts)
  if (paid) return { text: words.undraw_paid, values: { n: position(facts.registration.wait_pos) } }
  if (whyNoPay(facts, now) === words.why_pay_later) return unpaidMessage(facts, now)
  if (!isPayable(facts, now)) return { text: words.undraw_over }
  return end ? { text: words.undraw_by, values: { at: end } } : { text: words.undraw_unpaid }
}
const undrawMessage = (facts: StatusFacts, paid: boolean, now: Date): Message => ({
  key: 'undraw',
  icon: 'warn',
  title: { text: words.undraw_title },
  description: undrawText(facts, paid, now),
})

/**
 * Returns the message of a refused registration: the reason of the reviewer. For a paid registration it also tells what
 * happens to the money.
 */
const refusedText = (facts: StatusFacts, now: Date): StatusSentence => {
  const { refusemsg, price } = facts.registration
  if (facts.order?.state !== 'paid' || facts.order.payment === 'invite' || price === 0)
    return refusemsg ? { own: refusemsg } : { text: words.auditfail }
  return {
    text: capabilitiesOf(facts, now).mend.ok ? words.auditfail_mend : words.auditfail_refund,
    values: { why: refusemsg?.replace(/[。.！!\s]+$/u, '') || words.auditfail },
  }
}

/**
 * Tells how an unpaid registration got its place. In an event that draws, a drawn runner has won the lottery. Other
 * runners have an invitation, passed a review, or came from the waitlist with a waiting code.
 */
const givenBy = ({ event, registration }: StatusFacts): [key: string, title: Text] => {
  if (event.state === 'draw' && registration.drawn_at) return ['won', words.won_title]
  if (event.state === 'audit' || (event.state === 'draw' && registration.wait_pos === null))
    return ['approved', words.approved_title]
  return ['pre', words.pre_title]
}

const normalMessage = (facts: StatusFacts, paid: boolean, now: Date): Message => {
  if (paid)
    return {
      key: 'normal',
      icon: 'success',
      title: { text: words.normal_title },
      description: { text: words.normal_paid },
    }
  const [key, title] = givenBy(facts)
  return { key, icon: 'waiting', title: { text: title }, description: unpaidMessage(facts, now) }
}

const ownWords = (
  registration: StatusFacts['registration'],
  which: 'tag' | 'description',
): StatusSentence | undefined => {
  const own = registration[which]
  return own ? { own, names: delayWordsOf(registration, which) } : undefined
}

/** Tells whether an event has left the draw that gave its waiting codes. `wait_pos` is then a code and never a rank. */
const hasLeftDraw = ({ state, coded }: StatusFacts['event']): boolean => state !== 'draw' && coded === true

const waitText = ({ event, registration: { wait_pos } }: StatusFacts, paid: boolean): StatusSentence => {
  if (hasLeftDraw(event) && (wait_pos === null || !paid)) return { text: paid ? words.wait_paid_line : words.wait_line }
  const coded = event.state === 'draw' || event.coded === true
  return {
    text: paid ? (coded ? words.wait_paid_code : words.wait_paid) : words.wait_unpaid,
    values: { n: position(wait_pos) },
  }
}

/** Chooses title and description: the first message of docs/behaviour/states.md, Messages, whose condition holds. */
const messageOf = (facts: StatusFacts, now: Date): Message => {
  const { registration } = facts
  const state = paidStateOf(facts)
  const paid = state === '1'
  // A runner who got no place has not left the race. The waitlist's own message tells about the refund.
  if (state === '2' && registration.state !== 'waitfail') return refundMessage(facts)
  if (registration.deleted_at)
    return { key: 'deleted', icon: 'warn', title: { text: words.deleted_title }, description: { text: words.deleted } }
  switch (registration.state) {
    case 'waitfail':
      return {
        key: 'waitfail',
        icon: 'warn',
        title: { text: words.waitfail_title },
        description: { text: words.waitfail },
      }
    case 'auditfail':
      return {
        key: 'auditfail',
        icon: 'warn',
        title: { text: words.auditfail_title },
        description: refusedText(facts, now),
      }
    case 'draw':
      if (state === 'closed' && !(facts.event.draw_at && facts.event.draw_at <= now)) break
      return drawMessage(facts, paid, now)
    case 'undraw':
      return undrawMessage(facts, paid, now)
    case 'delay':
      return {
        key: 'delay',
        icon: 'info',
        title: ownWords(registration, 'tag') ?? { text: words.delay_title },
        description: ownWords(registration, 'description') ?? { text: words.delay },
      }
    default:
  }
  if (state === 'closed')
    return { key: 'closed', icon: 'warn', title: { text: words.closed_title }, description: { text: words.closed } }
  if (registration.state === 'wait')
    return {
      key: 'wait',
      icon: 'waiting',
      title: { text: words.wait_title },
      description: waitText(facts, paid),
    }
  if (registration.state === 'audit')
    return { key: 'audit', icon: 'waiting', title: { text: words.audit_title }, description: { text: words.audit } }
  return normalMessage(facts, paid, now)
}

const whyEnded = (deletedAt: Date | null, paid: PaidState): Text | undefined => {
  if (deletedAt) return words.why_deleted
  if (paid === '2') return words.why_refunded
  return paid === 'closed' ? words.why_closed : undefined
}

const teamable = ({ registration, event, race }: StatusFacts, now: Date): Allowed => {
  if (registration.state === 'delay') return no(words.why_delay)
  const why = whyTeamsStand(race, event.signup_until, now)
  return why ? no(why === 'no_teams' ? words.why_no_teams : words.why_teams_over) : yes
}

const capabilitiesOf = (facts: StatusFacts, now: Date): Record<Capability, Allowed> => {
  const { registration, event, race } = facts
  const { state } = registration
  const paid = paidStateOf(facts)
  const over = event.signup_until !== null && event.signup_until <= now
  const ended = whyEnded(registration.deleted_at, paid)
  const dead =
    paid === '2' && GONE.includes(state) && !registration.deleted_at
      ? whyInState(state)
      : (ended ?? (GONE.includes(state) ? whyInState(state) : undefined))
  const noPay = whyNoPay(facts, now)
  const editEnd = race.edit_until ?? event.signup_until
  const inTime = editEnd && editEnd <= now ? no(words.why_edit_over) : yes
  const deletable = (): Allowed => {
    if (registration.deleted_at) return no(words.why_deleted)
    if (!(paid === '0' || (paid === '2' && state !== 'waitfail')))
      return no(paid === '1' ? words.why_paid : paid === 'closed' ? words.why_closed : words.why_state)
    if (registration.deleted_once) return no(words.why_deleted_once)
    return over ? no(words.why_signup_over) : yes
  }
  const exitable = (): Allowed => {
    if (dead) return no(dead)
    if (!transition(state, 'exit')) return no(words.why_state)
    if (paid !== '1') return no(words.why_unpaid)
    const exits = race.exits ?? (race.refund_until ? [{ from: null, until: race.refund_until }] : [])
    if (exits.some(({ from, until }) => (from === null || from <= now) && now < until)) return yes
    return no(exits.some(({ from }) => from !== null && now < from) ? words.why_exit_later : words.why_no_refund)
  }
  const delayable = (): Allowed => {
    if (dead) return no(dead)
    if (!transition(state, 'reserve')) return no(words.why_state)
    if (paid !== '1') return no(words.why_unpaid)
    return race.delay_until && now < race.delay_until ? yes : no(words.why_no_delay)
  }
  const correctableFailure = (): Allowed => {
    if (ended) return no(dead ?? ended)
    return transition(state, 'mend') ? inTime : no(words.why_nothing_to_mend)
  }
  const repeatable = (): Allowed => {
    if (registration.exited_at) return no(words.why_refunded)
    const free = paid === 'closed' || registration.deleted_at || registration.freed_at || state === 'waitfail'
    if (!free) return no(words.why_live)
    return over ? no(words.why_signup_over) : yes
  }
  return {
    pay: noPay ? no(noPay) : yes,
    edit: dead ? no(dead) : inTime,
    mend: correctableFailure(),
    delete: deletable(),
    exit: exitable(),
    delay: delayable(),
    team: dead ? no(dead) : teamable(facts, now),
    again: repeatable(),
  }
}

/**
 * Computes the status of a registration. The function is pure: the same facts and the same `now` give the same status.
 */
export const statusOf = (facts: StatusFacts, now: Date): StatusFound => {
  const { registration, order } = facts
  const paid = paidStateOf(facts)
  const payable = isPayable(facts, now)
  const can = capabilitiesOf(facts, now)
  const message = messageOf(facts, now)
  const inQueue = registration.state === 'wait' && message.key === 'wait'
  const invited = registration.invite !== null && (registration.pay_at !== null || (order !== null && payable))
  const fee = registrationFeeOf({ paid, payable, price: registration.price, refund: facts.refund?.state })
  const tag = ownWords(registration, 'tag')
  return {
    ...message,
    paid,
    paidText: paidTextOf(facts, now),
    payable,
    payment: invited ? 'invite' : (order?.payment ?? null),
    payEnd: paid === '0' && can.pay.ok ? payEndOf(facts) : null,
    fee,
    chips: [
      ...(fee ? [{ tone: fee.tone, label: { text: fee.text } }] : []),
      ...(registration.invite !== null ? [{ tone: 'info' as const, label: { text: words.invited } }] : []),
      ...(tag ? [{ tone: 'info' as const, label: tag }] : []),
    ],
    shows: {
      bib: registration.state === 'normal' && paid === '1' && !registration.deleted_at,
      // The page shows the waiting code under the titles "not drawn" and "no place", and while the runner waits.
      wait_pos:
        message.key === 'undraw' ||
        message.key === 'waitfail' ||
        (inQueue && !(hasLeftDraw(facts.event) && registration.wait_pos === null)),
      exit: can.exit.ok,
      // Shows "delete" while the registration waits for payment, or is refunded and not `waitfail`
      // (docs/behaviour/states.md, What the status page shows). `can.delete` tells whether the link works.
      delete: !registration.deleted_at && (paid === '0' || (paid === '2' && registration.state !== 'waitfail')),
    },
    can,
  }
}
