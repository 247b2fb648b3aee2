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
 * The place where the desk's screen finds runners and writes entries. The screen is the same over the server and over
 * a store of the device.
 */
export type DeskSource = {
  find: (q: string) => Promise<OutputOf<typeof checkinRunnerQuery>>
  show: (id: number) => Promise<Pack>
  sign: (entry: EntryToWrite) => Promise<Pack>
  latest: () => Promise<OutputOf<typeof checkinRunnerSigned>>
}

/** The source over the server. */
export const onlineSource = (raceid: number, desk: number | undefined): DeskSource => {
  const at = { raceid, ...(desk === undefined ? {} : { desk }) }
  return {
    find: (q) => call(checkinRunnerQuery, { raceid, q }),
    show: (id) => call(checkinRunnerVerify, { ...at, id }),
    sign: async (entry) => (await call(checkinRunnerSign, { ...at, ...entry })).pack,
    latest: () => call(checkinRunnerSigned, at),
  }
}
