/** The preparations before runners see a race, in the usual order. */
export const checks = [
  'events',
  'dates',
  'price',
  'channel',
  'refunds',
  'disclaimer',
  'consents',
  'picture',
  'signature',
] as const
export type ReadinessCheck = (typeof checks)[number]

type Consent = { body: Readonly<Record<string, string | undefined>> }
export type Setup = {
  events: readonly {
    name: string
    price: number
    signup_from: Date | null
    signup_until: Date | null
    draw_at: Date | null
    pay_end: Date | null
    start_at: Date | null
    state: string
  }[]
  time: Date
  /** The picture of the race's home page. */
  header: string | null
  consents: Readonly<Record<string, Consent | undefined>>
  refundUntil: string | undefined
  /** The number of the race's refund rules. */
  policies: number
  /** The number of payment channels, sandbox channels included. */
  channels: number
  /** True if a provider of text messages with a signature is configured. */
  signature: boolean
}

/** Tells whether dates are in the right order. It skips missing dates. */
const inOrder = (dates: readonly (Date | null)[]): boolean => {
  const set = dates.filter((date) => date !== null)
  return set.every((date, at) => at === 0 || set[at - 1]! <= date)
}
const isBlank = (consent: Consent | undefined): boolean =>
  consent !== undefined && !Object.values(consent.body).some((said) => said?.trim())

/** Returns each preparation with the missing things, such as names of events or texts. */
export const readinessOf = (setup: Setup): { check: ReadinessCheck; ok: boolean; of: string[] }[] => {
  const { events, consents } = setup
  const misordered = events
    .filter(({ signup_from, signup_until, draw_at, pay_end, start_at, state }) => {
      const start = start_at ?? setup.time
      return (
        !inOrder([signup_from, signup_until, start]) ||
        !inOrder([signup_from, state === 'draw' ? draw_at : null, pay_end, start])
      )
    })
    .map(({ name }) => name)
  const undated = events.filter(({ signup_until }) => signup_until === null).map(({ name }) => name)
  const free = events.filter(({ price }) => price === 0).map(({ name }) => name)
  const paid = events.some(({ price }) => price > 0)
  const blank = Object.keys(consents).filter((name) => name !== 'disclaimer' && isBlank(consents[name]))
  const found: Record<ReadinessCheck, string[] | boolean> = {
    events: events.length > 0,
    dates: [...new Set([...misordered, ...undated])],
    price: free,
    channel: !paid || setup.channels > 0,
    refunds: !paid || setup.policies > 0 || setup.refundUntil !== undefined,
    disclaimer: !isBlank(consents.disclaimer),
    consents: blank,
    picture: setup.header !== null,
    signature: setup.signature,
  }
  return checks.map((check) => {
    const said = found[check]
    return typeof said === 'boolean' ? { check, ok: said, of: [] } : { check, ok: said.length === 0, of: said }
  })
}
