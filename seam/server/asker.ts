import { networkOf } from '#db/limits/limits.ts'
import type { Device } from './device.ts'
import type { Who } from './handle.ts'

/**
 * A person who asks, as limits count: a session and a known device have allowances of their own; everybody else shares those
 * of the network they come from, and a new device has a small one besides.
 */
export type Asker = { address: string; who: Pick<Who, 'uid' | 'staffid'>; device: Device | null }
export const askerKinds = ['session', 'known', 'stranger'] as const
export type AskerKind = (typeof askerKinds)[number]

export const kindOfAsker = ({ who, device }: Asker): AskerKind =>
  who.uid !== null || who.staffid !== null ? 'session' : device?.known ? 'known' : 'stranger'

/** What is the asker's alone; undefined of a stranger without our cookie. */
export const ownOf = ({ who, device }: Asker): string | undefined =>
  who.uid !== null
    ? `account ${who.uid}`
    : who.staffid !== null
      ? `staff ${who.staffid}`
      : device
        ? `device ${device.id}`
        : undefined
/** What an asker is counted under alone: a stranger's network stands for a person who has no cookie. */
export const laneOf = (asker: Asker): string =>
  (kindOfAsker(asker) === 'stranger' ? undefined : ownOf(asker)) ?? `house ${networkOf(asker.address)}`
