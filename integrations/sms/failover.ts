import { type Sms, SmsDown, SmsLost, type SmsVendor, type VendorState } from './client.ts'

/** The time for which a provider that failed comes last in the order. */
const REST_MS = 60_000

/**
 * Combines several providers into one sender. The first healthy provider takes the message. A provider that fails for
 * reasons of its own comes last in the order for a minute. If a provider may have sent the message, no other provider
 * sends it.
 */
export const failover = (vendors: readonly SmsVendor[], clock: () => Date): Sms => {
  const states = new Map(
    vendors.map(({ name, unproved }) => [
      name,
      { name, unproved, restsUntil: 0, sent: 0, failed: 0, last: null as string | null },
    ]),
  )
  const at = () => clock().getTime()
  const inOrder = () =>
    vendors.toSorted(
      (a, b) => Number(states.get(a.name)!.restsUntil > at()) - Number(states.get(b.name)!.restsUntil > at()),
    )
  return {
    name: vendors.map(({ name }) => name).join(', '),
    sandbox: false,
    vendors: (): VendorState[] =>
      [...states.values()].map(({ restsUntil, ...state }) => ({ ...state, resting: restsUntil > at() })),
    send: async (message) => {
      let down: SmsDown | undefined
      for (const vendor of inOrder()) {
        const state = states.get(vendor.name)!
        try {
          const { number } = await vendor.send(message)
          state.sent++
          state.restsUntil = 0
          return { number, provider: vendor.name }
        } catch (error) {
          state.failed++
          state.last = error instanceof Error ? error.message : null
          if (error instanceof SmsDown || error instanceof SmsLost) state.restsUntil = at() + REST_MS
          if (!(error instanceof SmsDown)) throw error
          down = error
        }
      }
      throw down ?? new SmsDown('there is no provider')
    },
    look: async (message, provider) => {
      const whom = vendors.filter(({ name }) => provider === null || name === provider)
      const looks = await Promise.all(
        whom.map(async (vendor) => ({ ...(await vendor.look(message)), provider: vendor.name })),
      )
      return looks.find(({ state }) => state !== 'unknown') ?? { state: 'unknown' }
    },
  }
}
