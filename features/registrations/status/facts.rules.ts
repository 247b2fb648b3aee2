import type { Text } from '#contract/words.ts'
import type { EventState } from '#features/events/contract.ts'
import type { RefundState, RegistrationState, paymentMethods } from '../contract.ts'

export type PaymentMethod = (typeof paymentMethods)[number]
/** All facts on which the status of a registration depends. Times are instants; `zone` is the race's time zone. */
export type StatusFacts = {
  registration: {
    state: RegistrationState
    /**
     * The id of the refund; 0 without a refund. As soon as the runner or staff request a refund, the registration loses
     * its qualification.
     */
    refundid: number
    pay_at: Date | null
    invite: string | null
    price: number
    wait_pos: number | null
    refusemsg: string | null
    tag: string | null
    description: string | null
    /** The organiser's words for a reserved place: `{ tag, description }`, each by language. */
    delay_words?: unknown
    /**
     * The time at which the draw gave the registration its place. Null if the registration has no place, or has a place
     * that the draw did not give.
     */
    drawn_at?: Date | null
    /** The moment at which the time to pay ran out. Place and document are free from then on. */
    closed_at: Date | null
    /**
     * The time at which the registration ended without a place, or left the waitlist. The document may sign up again.
     */
    freed_at?: Date | null
    deleted_at: Date | null
    exited_at?: Date | null
    /** True if the document has used its one deletion. */
    deleted_once?: boolean
  }
  order: {
    state: 'open' | 'paid' | 'closed'
    payment: PaymentMethod | null
    pay_end: Date | null
    pay_at: Date | null
  } | null
  /** Undefined if the caller has not loaded the refund's row. `refundid` then only tells that there is a refund. */
  refund?: {
    state: RefundState
    refund_at: Date | null
    amount?: number
    by_hand?: boolean
  } | null
  event: {
    state: EventState
    paystate: 'open' | 'closed'
    pay_end: Date | null
    draw_at: Date | null
    signup_from: Date | null
    signup_until: Date | null
    /**
     * True if a draw has given waiting codes. The codes stay even if staff change how the event gives places, and
     * nobody then gets a rank in `wait_pos`.
     */
    coded?: boolean
  }
  /**
   * `exits` are the periods in which a runner may leave with a refund. Without `exits` a runner may leave until
   * `refund_until`. A runner may reserve a place for the next edition until `delay_until`; null if the race does not
   * offer this. Teams may change until `team_until`, or until the end of sign-up if `team_until` is not set.
   */
  race: {
    zone: string
    refund_until: Date | null
    exits?: readonly { from: Date | null; until: Date }[]
    edit_until: Date | null
    delay_until: Date | null
    teams: boolean
    team_until?: string | undefined
  }
}

/**
 * A text with the values of its `{…}`. A Date is written in the race's zone. `own` is a text of the organiser. `names`
 * holds this text by language if it has several languages.
 */
export type StatusSentence =
  | { text: Text; values?: Record<string, string | number | Date | Text> }
  | { own: string; names?: unknown }
export type Allowed = { ok: true } | { ok: false; why: Text }
