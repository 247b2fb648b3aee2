import type { RegistrationState } from '../contract.ts'

/** The actions on a registration, and the person who does each action. */
export const actions = [
  'enter',
  'pay',
  'expire',
  'delete',
  'exit',
  'approve',
  'refuse',
  'mend',
  'reopen',
  'win',
  'lose',
  'queue',
  'admit',
  'end_wait',
  'reserve',
] as const
export type Action = (typeof actions)[number]
/** The state before an action. `none` means that the registration does not exist yet. */
export type From = RegistrationState | 'none'

export type Transition = {
  action: Action
  from: readonly From[]
  /** `same`: the state stays, because the action only changes the payment or ends the registration. */
  to: RegistrationState | 'same'
  by: 'runner' | 'staff' | 'system' | 'gateway'
  /**
   * The effect on the place in the event. Shirt, bus seat, zone and the use of a code follow the place. `takes`: the
   * registration takes a place, unless it already holds a place. `gives_back`: the registration frees everything that
   * it holds.
   */
  place: 'takes' | 'gives_back' | 'keeps' | 'takes_none'
  /** The effect on the document: whether another registration of the race may use it. */
  document: 'takes' | 'frees' | 'keeps'
  order: 'opens' | 'paid' | 'closes' | 'refunds' | 'keeps'
  /** The condition and the other effects, as text that docs/states.md prints. */
  when: string
}

const every = ['normal', 'draw', 'undraw', 'audit', 'auditfail', 'wait', 'waitfail', 'delay'] as const
/**
 * States in which the server may take money: the runner has a place, or money is due before the draw or the waitlist
 * decides.
 */
const paying = ['normal', 'draw', 'undraw', 'wait'] as const

/**
 * All transitions of docs/behaviour/states.md, Transitions. A caller that writes a state asks `transition` first. The
 * status function derives the possible actions from this table, and docs/states.md prints it.
 */
export const transitions: readonly Transition[] = [
  {
    action: 'enter',
    from: ['none'],
    to: 'normal',
    by: 'runner',
    place: 'takes',
    document: 'takes',
    order: 'opens',
    when:
      'the event registers at once, or an invitation goes past lottery and review; where payment is not open yet ' +
      'the order opens later',
  },
  {
    action: 'enter',
    from: ['none'],
    to: 'draw',
    by: 'runner',
    place: 'takes_none',
    document: 'takes',
    order: 'opens',
    when: 'the event draws lots; where payment is not open yet the order opens later',
  },
  {
    action: 'enter',
    from: ['none'],
    to: 'audit',
    by: 'runner',
    place: 'takes',
    document: 'takes',
    order: 'keeps',
    when: 'the event reviews, or a qualifying time is to be approved; a place is not taken in an event that draws lots',
  },
  {
    action: 'enter',
    from: ['none'],
    to: 'wait',
    by: 'runner',
    place: 'takes_none',
    document: 'takes',
    order: 'opens',
    when:
      'the event registers at once, its places are gone or owed, and its waitlist is open; in line once paid, or at ' +
      'once where no money is taken before there is a place',
  },
  {
    action: 'pay',
    from: paying,
    to: 'same',
    by: 'gateway',
    place: 'keeps',
    document: 'keeps',
    order: 'paid',
    when: "the gateway's verified notice, an invitation that costs nothing, or a price of zero",
  },
  {
    action: 'expire',
    from: [...paying, 'audit'],
    to: 'same',
    by: 'system',
    place: 'gives_back',
    document: 'frees',
    order: 'closes',
    when:
      'unpaid at the end of the order, and the gateway knows of no payment; or left unpaid from the waitlist; not ' +
      'the one deletion',
  },
  {
    action: 'delete',
    from: every,
    to: 'same',
    by: 'runner',
    place: 'gives_back',
    document: 'frees',
    order: 'closes',
    when:
      'waiting for payment, or refunded and not waitfail; during sign-up and once per document; the old ' +
      'qualification is lost',
  },
  {
    action: 'exit',
    from: [...paying, 'audit', 'delay'],
    to: 'same',
    by: 'runner',
    place: 'gives_back',
    document: 'keeps',
    order: 'refunds',
    when: 'paid, while the race gives refunds; the qualification for the whole race is lost from the request on',
  },
  {
    action: 'approve',
    from: ['audit'],
    to: 'normal',
    by: 'staff',
    place: 'takes',
    document: 'keeps',
    order: 'opens',
    when: 'a place is held already or taken now; the order opens where none was paid',
  },
  {
    action: 'refuse',
    from: ['audit'],
    to: 'auditfail',
    by: 'staff',
    place: 'gives_back',
    document: 'keeps',
    order: 'closes',
    when: 'with the reason in refusemsg',
  },
  {
    action: 'mend',
    from: ['auditfail'],
    to: 'audit',
    by: 'runner',
    place: 'takes',
    document: 'keeps',
    order: 'keeps',
    when: 'while registrations may be edited and a place is left',
  },
  {
    action: 'reopen',
    from: ['auditfail'],
    to: 'audit',
    by: 'staff',
    place: 'takes',
    document: 'keeps',
    order: 'keeps',
    when: 'a bulk refusal is undone, and a place is left where one was held',
  },
  {
    action: 'win',
    from: ['draw'],
    to: 'normal',
    by: 'system',
    place: 'takes',
    document: 'keeps',
    order: 'opens',
    when: 'the lot; the order opens where none was paid',
  },
  {
    action: 'lose',
    from: ['draw'],
    to: 'undraw',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'opens',
    when: 'the lot, with a waiting code in wait_pos; the order opens where none was paid',
  },
  {
    action: 'queue',
    from: ['undraw'],
    to: 'wait',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'keeps',
    when: 'paid, when the waitlist is put in order: by draw code or by payment time',
  },
  {
    action: 'admit',
    from: ['undraw', 'wait'],
    to: 'normal',
    by: 'system',
    place: 'takes',
    document: 'keeps',
    order: 'keeps',
    when:
      'a place became free and it is the next; the order is refreshed daily at 10:00; who has not paid gets an ' +
      'order with a deadline',
  },
  {
    action: 'end_wait',
    from: ['undraw', 'wait'],
    to: 'waitfail',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'refunds',
    when: 'the waitlist ended; what was paid goes back to the original payment channel',
  },
  {
    action: 'reserve',
    from: ['normal'],
    to: 'delay',
    by: 'runner',
    place: 'gives_back',
    document: 'keeps',
    order: 'keeps',
    when:
      "paid, and the race lets one's place be kept for its next edition (or staff does it); with tag and " +
      'description, the bib is gone, nothing is refunded',
  },
]

/**
 * Finds the effect of an action on a registration in a state; undefined if the action is impossible. `to` is the
 * state afterwards.
 */
export const transition = (
  from: From,
  action: Action,
  into?: RegistrationState,
): (Omit<Transition, 'to' | 'from'> & { to: RegistrationState }) | undefined => {
  for (const { from: states, to, ...rest } of transitions) {
    if (rest.action !== action || !states.includes(from)) continue
    const state = to === 'same' ? from : to
    if (state !== 'none' && (into === undefined || into === state)) return { ...rest, to: state }
  }
  return undefined
}

/** Tells whether some action can lead from one state to another. */
export const mayBecome = (from: From, to: RegistrationState): boolean =>
  transitions.some((one) => one.from.includes(from) && (one.to === 'same' ? from : one.to) === to)

/** The state after an action that must be possible. An impossible action is a fault of the program and throws. */
export const stateAfter = (from: From, action: Action, into?: RegistrationState): RegistrationState => {
  const found = transition(from, action, into)
  if (!found) throw new Error(`A registration cannot ${action} in state ${from}${into ? ` into ${into}` : ''}`)
  return found.to
}
