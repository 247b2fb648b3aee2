import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '#ui/network/call.ts'
import {
  type Pack,
  checkinRunnerQuery,
  checkinRunnerSign,
  checkinRunnerSigned,
  checkinRunnerVerify,
} from '../contract.ts'
import type { EntryToWrite } from './offline/judging.rules.ts'

/**
 * The runners of a search. `unseen` is the key of a scanned code that a device without network does not know. The code
 * may belong to an authorisation or a registration that is newer than the last contact of the device.
 */
export type FoundAtDesk = OutputOf<typeof checkinRunnerQuery> & { unseen?: string }
/**
 * The functions by which the screen of a desk finds runners and writes entries. The screen is the same for the server
 * and for a store of the device.
 */
export type DeskSource = {
  find: (q: string) => Promise<FoundAtDesk>
  show: (id: number) => Promise<Pack>
  sign: (entry: EntryToWrite) => Promise<Pack>
  latest: () => Promise<OutputOf<typeof checkinRunnerSigned>>
}

export const onlineSource = (raceid: number, desk: number | undefined): DeskSource => {
  const at = { raceid, ...(desk === undefined ? {} : { desk }) }
  return {
    find: (q) => call(checkinRunnerQuery, { raceid, q }),
    show: (id) => call(checkinRunnerVerify, { ...at, id }),
    sign: async (entry) => (await call(checkinRunnerSign, { ...at, ...entry })).pack,
    latest: () => call(checkinRunnerSigned, at),
  }
}
