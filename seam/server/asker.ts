import { networkOf } from '#db/limits/limits.ts'
import type { Device } from './device.ts'
import type { Who } from './handle.ts'

/**
 * The facts about a caller by which limits count calls. A session has its own allowance, and so has a device with our
 * cookie. All other callers share the allowance of their network. Some limits count a new device by its network too
 * (`laneOf`).
 */
export type Asker = { address: string; who: Pick<Who, 'uid' | 'staffid'>; device: Device | null }
export const askerKinds = ['session', 'known', 'stranger'] as const
export type AskerKind = (typeof askerKinds)[number]

export const kindOfAsker = ({ who, device }: Asker): AskerKind =>
  who.uid !== null || who.staffid !== null ? 'session' : device?.known ? 'known' : 'stranger'

/** Returns the name under which only this asker is counted; undefined for a stranger without our cookie. */
export const ownKeyOf = ({ who, device }: Asker): string | undefined =>
  who.uid !== null
    ? `account ${who.uid}`
    : who.staffid !== null
      ? `staff ${who.staffid}`
      : device
        ? `device ${device.id}`
        : undefined
/** Returns the name under which an asker is counted. Every stranger is counted by the network, even with our cookie. */
export const laneOf = (asker: Asker): string =>
  (kindOfAsker(asker) === 'stranger' ? undefined : ownKeyOf(asker)) ?? `house ${networkOf(asker.address)}`
