import type { RegistrationState } from '../contract.ts'

export const transitionActions = [
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
export type Action = (typeof transitionActions)[number]
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
      'the event registers at once, or an invitation lets the runner skip lottery and review; if payment is not open ' +
      'yet, the order opens later',
  },
  {
    action: 'enter',
    from: ['none'],
    to: 'draw',
    by: 'runner',
    place: 'takes_none',
    document: 'takes',
    order: 'opens',
    when: 'the event draws lots; if payment is not open yet, the order opens later',
  },
  {
    action: 'enter',
    from: ['none'],
    to: 'audit',
    by: 'runner',
    place: 'takes',
    document: 'takes',
    order: 'keeps',
    when: 'the event reviews, or a qualifying time needs approval; in an event that draws lots no place is taken',
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
      'the event registers at once, all its places are taken or belong to the line, and its waitlist is open; the ' +
      'runner is in line after the payment, or at once if the event takes no money before it gives a place',
  },
  {
    action: 'pay',
    from: paying,
    to: 'same',
    by: 'gateway',
    place: 'keeps',
    document: 'keeps',
    order: 'paid',
    when: 'the gateway has sent a verified notice, an invitation pays the whole fee, or the price is zero',
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
      'the order has ended unpaid and the gateway knows of no payment, or an unpaid runner left the waitlist; this ' +
      'does not count as the one deletion of the document',
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
      'the registration waits for payment, or is refunded and not waitfail; only during sign-up and once for each ' +
      'document; the old qualification is lost',
  },
  {
    action: 'exit',
    from: [...paying, 'audit', 'delay'],
    to: 'same',
    by: 'runner',
    place: 'gives_back',
    document: 'keeps',
    order: 'refunds',
    when: 'the registration is paid and the race gives refunds; from the request on the document cannot enter the race',
  },
  {
    action: 'approve',
    from: ['audit'],
    to: 'normal',
    by: 'staff',
    place: 'takes',
    document: 'keeps',
    order: 'opens',
    when: 'the registration holds a place or takes one now; an order opens if none was paid',
  },
  {
    action: 'refuse',
    from: ['audit'],
    to: 'auditfail',
    by: 'staff',
    place: 'gives_back',
    document: 'keeps',
    order: 'closes',
    when: 'staff refuse it; refusemsg holds the reason',
  },
  {
    action: 'mend',
    from: ['auditfail'],
    to: 'audit',
    by: 'runner',
    place: 'takes',
    document: 'keeps',
    order: 'keeps',
    when: 'registrations may still be edited, and a place is left',
  },
  {
    action: 'reopen',
    from: ['auditfail'],
    to: 'audit',
    by: 'staff',
    place: 'takes',
    document: 'keeps',
    order: 'keeps',
    when: 'staff undo a bulk refusal; if the registration held a place before, a place must be left',
  },
  {
    action: 'win',
    from: ['draw'],
    to: 'normal',
    by: 'system',
    place: 'takes',
    document: 'keeps',
    order: 'opens',
    when: 'the lot is a place; an order opens if none was paid',
  },
  {
    action: 'lose',
    from: ['draw'],
    to: 'undraw',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'opens',
    when: 'the lot is a waiting code, which is in wait_pos; an order opens if none was paid',
  },
  {
    action: 'queue',
    from: ['undraw'],
    to: 'wait',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'keeps',
    when: 'the registration is paid, and the waitlist is put in order: by draw code or by payment time',
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
      'a place became free, and the registration is next in the order, which is refreshed daily at 10:00; a runner ' +
      'who has not paid gets an order with a deadline',
  },
  {
    action: 'end_wait',
    from: ['undraw', 'wait'],
    to: 'waitfail',
    by: 'system',
    place: 'takes_none',
    document: 'keeps',
    order: 'refunds',
    when: 'the waitlist ended; the payment goes back to the original payment channel',
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
      'the registration is paid, and the race keeps its place for the next edition at the wish of the runner or of ' +
      'staff; it gets a tag and a description and loses its bib, and nothing is refunded',
  },
]

type Effect = Omit<Transition, 'to' | 'from'> & { to: RegistrationState }
/** The effects of each action in each state, in the order of the list above. */
const effects = new Map<string, Effect[]>()
for (const { from: states, to, ...rest } of transitions)
  for (const from of states) {
    const state = to === 'same' ? from : to
    if (state === 'none') continue
    const key = `${from} ${rest.action}`
    effects.set(key, [...(effects.get(key) ?? []), { ...rest, to: state }])
  }

/**
 * Finds the effect of an action on a registration in a state; undefined if the action is impossible. `to` is the
 * state afterwards.
 */
export const transition = (from: From, action: Action, into?: RegistrationState): Effect | undefined =>
  effects.get(`${from} ${action}`)?.find(({ to }) => into === undefined || into === to)

/** Tells whether some action can lead from one state to another. */
export const mayBecome = (from: From, to: RegistrationState): boolean =>
  transitions.some((one) => one.from.includes(from) && (one.to === 'same' ? from : one.to) === to)

/**
 * Returns the state after an action that must be possible. An impossible action is a fault of the program and throws.
 */
export const stateAfter = (from: From, action: Action, into?: RegistrationState): RegistrationState => {
  const found = transition(from, action, into)
  if (!found) throw new Error(`A registration cannot ${action} in state ${from}${into ? ` into ${into}` : ''}`)
  return found.to
}
