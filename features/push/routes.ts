import { allowanceOf } from '#seam/server/allowance.ts'
import { handle } from '#seam/server/handle.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type PushState, pushRemove, pushSave, pushShow } from './contract.ts'
import { endpointIndex, keepSubscription, pushKeys } from './service.ts'
import { findByEndpoint, removeByEndpoint } from './store.ts'

const saves = allowanceOf({ own: 60, network: 1000 }, 3600, 'push saves')

type Asking = Pick<Parts, 'db' | 'seal' | 'integrations'> & { now: Date }
const stateOf = async (asking: Asking, endpoint: string | undefined): Promise<PushState> => {
  const { publicKey } = await pushKeys(asking)
  const row = endpoint === undefined ? undefined : await findByEndpoint(asking.db, endpointIndex(asking.seal, endpoint))
  return { push_key: publicKey, on: row?.public_key === publicKey, box: row?.box ?? false }
}

export const routes = [
  handle(pushShow, async ({ input, ...asking }) => stateOf(asking, input.endpoint)),
  handle(pushSave, async ({ input, who, device, lang, address, refuse, ...asking }) => {
    const { db, seal, integrations, now } = asking
    const wait = saves.count({ address, who, device }, now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    if (!integrations.push.usable(input.push)) refuse('push_unusable')
    if (who.uid === null && !device) refuse('push_no_holder')
    const { publicKey } = await pushKeys(asking)
    const known = await findByEndpoint(db, endpointIndex(seal, input.former ?? input.push.endpoint))
    await db.transaction().execute((tx) =>
      keepSubscription(tx, seal, {
        push: input.push,
        publicKey,
        holder: { uid: who.uid, device },
        lang,
        zone: input.zone ?? known?.zone,
        box: who.uid !== null && (input.box ?? known?.box ?? false),
        former: input.former,
        now,
      }),
    )
    return stateOf(asking, input.push.endpoint)
  }),
  handle(pushRemove, async ({ input, ...asking }) => {
    const { db, seal } = asking
    await seal.prepare('accounts')
    await db.transaction().execute((tx) => removeByEndpoint(tx, endpointIndex(seal, input.endpoint)))
    return stateOf(asking, input.endpoint)
  }),
]
