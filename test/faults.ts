import type { KyselyPlugin } from 'kysely'
import type { Parts } from '#seam/server/handle.ts'
import type { Gateway, Gateways } from '#integrations/payment/gateway.ts'

/**
 * The error of a server that is killed between two of its steps. A step is a statement to the database or a call to a
 * gateway. The last step has taken effect, and no further step begins. Inside a transaction everything uncommitted is
 * rolled back, as when a connection breaks.
 */
class Killed extends Error {}

const mortalParts = (parts: Parts, nth: number): { parts: Parts; died: () => boolean } => {
  let steps = 0
  let dead = false
  const begin = (): number => {
    if (dead) throw new Killed('It was killed before this step')
    return ++steps
  }
  const end = (mine: number): void => {
    if (dead || mine === nth) {
      dead = true
      throw new Killed(`It was killed after step ${nth}`)
    }
  }
  const called =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const mine = begin()
      const answer = await call(...given)
      end(mine)
      return answer
    }
  const watched = (gateway: Gateway): Gateway => ({
    ...gateway,
    prepare: called(gateway.prepare),
    query: called(gateway.query),
    close: called(gateway.close),
    refund: called(gateway.refund),
    queryRefund: called(gateway.queryRefund),
  })
  // Several pieces of work run at once, so each statement ends under the number with which it began.
  const numbers = new WeakMap<object, number>()
  const statements: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      numbers.set(queryId, begin())
      return node
    },
    transformResult: async ({ result, queryId }) => {
      end(numbers.get(queryId) ?? begin())
      return result
    },
  }
  const gateways: Gateways = Object.fromEntries(
    Object.entries(parts.integrations.gateways).map(([name, gateway]) => [name, watched(gateway)]),
  )
  return {
    parts: { ...parts, db: parts.db.withPlugin(statements), integrations: { ...parts.integrations, gateways } },
    died: () => dead,
  }
}

/** Does the work with parts that are killed after the nth step. Returns false if the work ends before that step. */
export const killedAt = async (
  parts: Parts,
  nth: number,
  work: (parts: Parts) => Promise<unknown>,
): Promise<boolean> => {
  const mortal = mortalParts(parts, nth)
  try {
    await work(mortal.parts)
  } catch (error) {
    if (!mortal.died()) throw error
  }
  return mortal.died()
}
