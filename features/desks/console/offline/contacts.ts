import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Refused, call } from '#ui/network/call.ts'
import {
  consoleDesksDeviceContact,
  consoleDesksDeviceLoad,
  consoleDesksDeviceSend,
  consoleDesksDeviceSign,
} from '../../device/device.contract.ts'

type Contact = typeof consoleDesksDeviceContact
type Load = typeof consoleDesksDeviceLoad
type Send = typeof consoleDesksDeviceSend
type Sign = typeof consoleDesksDeviceSign
/** The calls of a device. A test puts others in their place. */
export type Server = {
  contact: (input: InputOf<Contact>) => Promise<OutputOf<Contact>>
  load: (input: InputOf<Load>) => Promise<OutputOf<Load>>
  send: (input: InputOf<Send>) => Promise<OutputOf<Send>>
  sign: (input: InputOf<Sign>) => Promise<OutputOf<Sign>>
}
/** A hall's network may neither answer nor fail. A runner stands at the desk while an entry is written. */
const PATIENCE_MS = { contact: 8_000, load: 60_000, send: 20_000, sign: 4_000 } as const
// The device speaks with a key of its own, so no answer here may open the log-in of a person.
const options = (kind: keyof typeof PATIENCE_MS) => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS[kind]) })
export const server: Server = {
  contact: (input) => call(consoleDesksDeviceContact, input, options('contact')),
  load: (input) => call(consoleDesksDeviceLoad, input, options('load')),
  send: (input) => call(consoleDesksDeviceSend, input, options('send')),
  sign: (input) => call(consoleDesksDeviceSign, input, options('sign')),
}

/**
 * Tells whether the server decided. A lost answer, a fault of the server and a limit decide nothing, and the desk goes
 * on without them.
 */
export const isDecision = (thrown: unknown): thrown is Refused =>
  thrown instanceof Refused && thrown.refusal !== undefined && !['network', '429', '500'].includes(thrown.code)

/** The two clocks of a device, in milliseconds: the one that a person can set, and the one that nobody can. */
export type Clocks = { device: () => number; steady: () => number }
export const clocks: Clocks = { device: () => Date.now(), steady: () => performance.now() }
