import { networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type Asker, kindOfAsker, ownKeyOf } from './asker.ts'

/**
 * The number of calls that a caller may make within a time, counted like rates (db/limits/rates.ts). `own` is for one
 * account, one member of staff, or one browser with our cookie. `network` is for all other callers of one network
 * together. Only these callers wait for their network.
 */
export type Allowance = {
  /**
   * Counts one call, or `much` calls if the call weighs more, and returns the seconds to wait. `what` names the kind
   * of call if several kinds share the allowance.
   */
  count: (asker: Asker, now: Date, given?: { what?: string; much?: number }) => number
}
export const allowanceOf = (
  { own, network }: { own: number; network: number },
  seconds: number,
  shared?: string,
): Allowance => {
  const nameOf = (part: string) => (shared === undefined ? undefined : `${shared}, ${part}`)
  const [owns, networks] = [rateOf(own, seconds, nameOf('own')), rateOf(network, seconds, nameOf('network'))]
  return {
    count: (asker, now, { what = '', much = 1 } = {}) => {
      const mine = ownKeyOf(asker)
      const wait = mine === undefined ? 0 : owns.count(`${mine} ${what}`, now, much)
      if (wait > 0 || kindOfAsker(asker) !== 'stranger') return wait
      // Anybody can get a cookie, so a call with a cookie counts for the network too.
      const all = networks.count(`${networkOf(asker.address)} ${what}`, now, much)
      return mine === undefined ? all : 0
    },
  }
}
