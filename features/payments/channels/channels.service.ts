import type { Parts } from '#seam/server/handle.ts'
import { type Gateway, GatewayDown, type KnownTrade } from '#integrations/payment/gateway.ts'
import type { PaymentRow } from '../store.ts'
import { channelFailed } from './watching.service.ts'

/**
 * Returns a gateway that counts its failures. The function throws GatewayDown if the gateway of an earlier payment is
 * not configured any more, because nobody can ask about the payment then.
 */
export const gatewayOf = ({ db, integrations }: Pick<Parts, 'db' | 'integrations'>, name: string): Gateway => {
  const gateway = integrations.gateways[name as Gateway['name']]
  if (!gateway) throw new GatewayDown(`${name} is not configured`)
  const watched =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await call(...given)
      } catch (error) {
        if (error instanceof GatewayDown) channelFailed(db, gateway.name, error.message)
        throw error
      }
    }
  return {
    ...gateway,
    prepare: watched(gateway.prepare),
    query: watched(gateway.query),
    close: watched(gateway.close),
    refund: watched(gateway.refund),
    queryRefund: watched(gateway.queryRefund),
  }
}

/** Returns the facts that a gateway may need about a payment in addition to its number. */
export const knownOf = ({
  created_at,
  handle,
  gateway_number,
}: Pick<PaymentRow, 'created_at' | 'handle' | 'gateway_number'>): KnownTrade => ({
  begunAt: created_at,
  handle: handle ?? undefined,
  number: gateway_number ?? undefined,
})
