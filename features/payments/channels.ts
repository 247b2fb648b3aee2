import type { Parts } from '#server/answer.ts'
import { type Gateway, GatewayDown } from '#server/outside/gateway.ts'

/** Throws GatewayDown where the gateway of an earlier payment is no longer configured: nothing can be known of it until it is. */
export const gatewayOf = ({ outside }: Pick<Parts, 'outside'>, name: string): Gateway => {
  const gateway = outside.gateways[name as Gateway['name']]
  if (!gateway) throw new GatewayDown(`${name} is not configured`)
  return gateway
}
