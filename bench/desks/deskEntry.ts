import { server } from '#features/desks/console/offline/contacts.ts'
import { deviceSource } from '#features/desks/console/offline/deviceSource.ts'
import { firstDeviceState, openKeeper } from '#features/desks/console/offline/keeper.ts'
import { type Safe, openVault } from '#features/desks/console/offline/vault.ts'
import { deviceClocks } from '#ui/network/deviceTime.ts'

const PIN = '246810'
const openOver = async (safe: Safe, raceid: number) => {
  const keeper = await openKeeper(safe, server, deviceClocks)
  const source = deviceSource(keeper, { raceid, refresh: async () => undefined, written: () => undefined })
  return { keeper, source }
}
/** Runs the device of a desk without its screen. Benchmarks and proofs open it in a page. */
const open = async (raceid: number, key: string, deviceid: number) => {
  const vault = await openVault(`startline-desk-${raceid}`)
  return openOver(await vault.make(PIN, firstDeviceState(key, deviceid)), raceid)
}
/** Opens the store that the device has already, as a reload of the page does. */
const reopen = async (raceid: number) => {
  const vault = await openVault(`startline-desk-${raceid}`)
  const safe = await vault.open(PIN)
  if ('wrong' in safe) throw new Error('the store does not open')
  return openOver(safe, raceid)
}
const kept = globalThis as unknown as { openDevice: typeof open; reopenDevice: typeof reopen }
kept.openDevice = open
kept.reopenDevice = reopen
export type OpenDevice = typeof open
export type ReopenDevice = typeof reopen
