import { useCallback, useState } from 'react'
import { call, refusedFrom } from '#ui/network/call.ts'
import { deviceClocks } from '#ui/network/deviceTime.ts'
import { consoleDesksEnrol } from '../../setup/setup.contract.ts'
import { server } from './contacts.ts'
import { type DeviceSource, deviceSource } from './deviceSource.ts'
import { type Keeper, firstDeviceState, openKeeper } from './keeper.ts'
import { keepScreen } from './keepScreen.ts'
import { useContacts } from './useContacts.ts'
import { type Erased, useVault } from './useVault.ts'
import type { Safe } from './vault.ts'

/** The state of a device that `DeviceLine` shows. `since` is a moment by the server's clock. */
export type DeviceStatus = {
  online: boolean
  /** The moment of the last contact, if the device has no network now. */
  since: number | null
  unsent: number
  doubted: number
  runners: number
  loading: boolean
  /** The number of contacts with the server. After each of them the lists may have changed. */
  met: number
}
export type DevicePhase =
  | { name: 'asking' }
  | { name: 'elsewhere' }
  | { name: 'locked' }
  | { name: 'none'; erased: Erased | undefined }
  | { name: 'open'; keeper: Keeper; source: DeviceSource }

/** The longest time for which the screen of a pack waits for the entries of other desks. */
const REFRESH_MS = 1_500
const fresh: DeviceStatus = { online: true, since: null, unsent: 0, doubted: 0, runners: 0, loading: true, met: 0 }
const nameOf = (raceid: number): string => `startline-desk-${raceid}`
const countsOf = ({ books }: Keeper) => ({
  unsent: books.waiting.size,
  doubted: [...books.entries.values()]
    .flatMap((of) => [...of.values()])
    .filter(({ doubts, entry }) => doubts.length > 0 || books.refused.has(entry)).length,
  runners: books.runners.size,
})

/**
 * Returns the function that makes one contact of an open device with the server, the status after the contacts, and the
 * function that changes the status.
 */
const useMeetings = (erase: (why: Erased) => Promise<void>) => {
  const [status, setStatus] = useState(fresh)
  const tell = useCallback((keeper: Keeper, change: Partial<DeviceStatus>) => {
    setStatus((before) => ({ ...before, ...change, ...countsOf(keeper) }))
  }, [])
  const meet = useCallback(
    async (keeper: Keeper) => {
      try {
        if ((await keeper.meet()) === 'revoked') return await erase('revoked')
        tell(keeper, { online: true, since: null, loading: false })
        setStatus((before) => ({ ...before, met: before.met + 1 }))
      } catch (thrown) {
        const online = refusedFrom(thrown).code !== 'network' && navigator.onLine
        setStatus((before) => ({
          ...before,
          ...countsOf(keeper),
          online,
          since: online ? null : (keeper.state().lease?.contact ?? null),
          loading: false,
        }))
        await keeper.rest()
      }
    },
    [erase, tell],
  )
  return { status, tell, meet }
}

/** Manages this device as a desk of the race. `phase` tells whether the device is registered, locked or open. */
export const useDevice = (raceid: number) => {
  const [phase, setPhase] = useState<DevicePhase>({ name: 'asking' })
  const { vault, erase } = useVault(nameOf(raceid), setPhase)
  const { status, tell, meet } = useMeetings(erase)
  const keeper = phase.name === 'open' ? phase.keeper : undefined
  useContacts(keeper, meet)
  const start = async (safe: Safe) => {
    const opened = await openKeeper(safe, server, deviceClocks)
    const met = () => meet(opened)
    const source = deviceSource(opened, {
      raceid,
      refresh: async () => {
        if (opened.reached()) await Promise.race([met(), new Promise((done) => setTimeout(done, REFRESH_MS))])
      },
      written: () => {
        tell(opened, {})
        // A contact that began before this entry does not send it, so the device contacts the server again.
        void met().then(() => (opened.reached() && opened.books.waiting.size > 0 ? met() : undefined))
      },
    })
    tell(opened, { loading: opened.books.runners.size === 0 })
    setPhase({ name: 'open', keeper: opened, source })
    void keepScreen(`/console/${raceid}/desk`)
    await met()
  }
  return {
    phase,
    status,
    /** Registers this device at a desk. */
    enrol: async (deskid: number, name: string, pin: string) => {
      const { key, id } = await call(consoleDesksEnrol, { raceid, deskid, name })
      await start(await vault.current!.make(pin, firstDeviceState(key, id)))
    },
    /** Opens the store. Returns the number of tries left if the PIN is wrong. */
    unlock: async (pin: string): Promise<number | undefined> => {
      const safe = await vault.current!.open(pin)
      if (!('wrong' in safe)) {
        await start(safe)
        return undefined
      }
      if (safe.left === 0) await erase('tries')
      return safe.left
    },
    /** Counts the entries that the locked store still holds. */
    unsent: () => vault.current?.waiting() ?? Promise.resolve(0),
    /** Erases the store of a device whose PIN is forgotten. */
    forget: () => erase('asked'),
    lock: async () => {
      await keeper?.rest()
      setPhase({ name: 'locked' })
    },
  }
}
export type PickupDevice = ReturnType<typeof useDevice>
