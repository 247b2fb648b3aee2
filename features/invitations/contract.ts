/** How many of an invitation code's uses remain, what it costs, and whom it lets in: specification 1 section 3. */
export type Invitation = {
  raceid: number
  id: number
  code: string
  label: string
  /** The event it is for; null: any event of the race. */
  eventid: number | null
  /** Null: without limit. */
  uses: number | null
  used: number
  expires_at: Date | null
  /** Fen paid with it: null the full price, 0 nothing. */
  price: number | null
  /** Past lottery and review. */
  direct: boolean
  stopped_at: Date | null
}
