import { clocks, server } from '#features/desks/console/offline/contacts.ts'
import { deviceSource } from '#features/desks/console/offline/deviceSource.ts'
import { firstState, openKeeper } from '#features/desks/console/offline/keeper.ts'
import { openVault } from '#features/desks/console/offline/vault.ts'

/** The device of a desk without its screen, for a page that a bench or a proof opens. */
const open = async (raceid: number, key: string, deviceid: number) => {
  const vault = await openVault(raceid)
  const safe = await vault.make('246810', firstState(key, deviceid))
  const keeper = await openKeeper(safe, server, clocks)
  const source = deviceSource(keeper, { refresh: async () => undefined, written: () => undefined })
  return { keeper, source }
}
const kept = globalThis as unknown as { openDevice: typeof open }
kept.openDevice = open
export type OpenDevice = typeof open
