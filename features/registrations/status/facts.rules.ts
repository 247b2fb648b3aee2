import type { Text } from '#contract/words.ts'
import type { EventState } from '#features/events/contract.ts'
import type { RefundState, RegistrationState, paymentMethods } from '../contract.ts'

export type Payment = (typeof paymentMethods)[number]
/** The facts that the status of a registration depends on, and no others. Times are instants; `zone` is the race's. */
export type StatusFacts = {
  registration: {
    state: RegistrationState
    /** 0 where there is none. A refund loses the qualification from the moment of the request. */
    refundid: number
    pay_at: Date | null
    invite: string | null
    price: number
    wait_pos: number | null
    refusemsg: string | null
    tag: string | null
    description: string | null
    /** The organiser's words of a reserved place in every language: `{ tag, description }`, each by language. */
    delay_words?: unknown
    /**
     * The time at which the lot gave it its place. Null in an event that draws: an invitation, a review or the waitlist
     * gave it.
     */
    drawn_at?: Date | null
    /** The time to pay ran out: place and document are free again. */
    closed_at: Date | null
    /** It ended without a place, or left the waitlist: the document may sign up again. */
    freed_at?: Date | null
    deleted_at: Date | null
    exited_at?: Date | null
    /** The document has used its one deletion. */
    deleted_once?: boolean
  }
  order: {
    state: 'open' | 'paid' | 'closed'
    payment: Payment | null
    pay_end: Date | null
    pay_at: Date | null
  } | null
  /** Undefined where the refund's row is not loaded: `refundid` alone tells that there is one. */
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
  }
  /**
   * `exits`: the times at which a runner may leave with a refund; without them until `refund_until`. `delay_until`: the
   * moment until which a place may be reserved for the next edition; null where the race offers none. `team_until`: the
   * moment until which teams change, where it is not the end of sign-up.
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
 * A text with the values of its `{…}`. A Date is written in the race's zone. `own` is an organiser's own text, which
 * `names` holds by language where there are several.
 */
export type Said =
  | { text: Text; values?: Record<string, string | number | Date | Text> }
  | { own: string; names?: unknown }
export type Allowed = { ok: true } | { ok: false; why: Text }
