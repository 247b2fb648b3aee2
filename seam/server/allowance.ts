import { networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type Asker, kindOfAsker, ownOf } from './asker.ts'

/**
 * What may be asked for so often, counted in the memory of this process. `own`: by a session or a browser that has our
 * cookie; `network`: by all who have none behind one address together. Nobody's allowance is used up by a neighbour.
 */
export type Allowance = {
  /**
   * Counts one call (or `much`, where some weigh more), of one kind (`what`) where several share the allowance; answers
   * the seconds to wait.
   */
  count: (asker: Asker, now: Date, given?: { what?: string; much?: number }) => number
}
export const allowanceOf = ({ own, network }: { own: number; network: number }, seconds: number): Allowance => {
  const [owns, networks] = [rateOf(own, seconds), rateOf(network, seconds)]
  return {
    count: (asker, now, { what = '', much = 1 } = {}) => {
      const mine = ownOf(asker)
      const wait = mine === undefined ? 0 : owns.count(`${mine} ${what}`, now, much)
      if (wait > 0 || kindOfAsker(asker) !== 'stranger') return wait
      // A cookie is had for the asking, so it counts for the network too, which those without one run into.
      const all = networks.count(`${networkOf(asker.address)} ${what}`, now, much)
      return mine === undefined ? all : 0
    },
  }
}
