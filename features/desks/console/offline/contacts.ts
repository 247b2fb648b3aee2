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
/** The calls of a device to the server. A test replaces them. */
export type DeviceServer = {
  contact: (input: InputOf<Contact>) => Promise<OutputOf<Contact>>
  load: (input: InputOf<Load>) => Promise<OutputOf<Load>>
  send: (input: InputOf<Send>) => Promise<OutputOf<Send>>
  sign: (input: InputOf<Sign>) => Promise<OutputOf<Sign>>
}
/**
 * The longest waits for an answer. The network of a hall may neither answer nor fail, and a runner waits at the desk
 * while the device writes an entry.
 */
const PATIENCE_MS = { contact: 8_000, load: 60_000, send: 20_000, sign: 4_000 } as const
// The device has a key of its own, so no answer to it may open the log-in form of a person.
const options = (kind: keyof typeof PATIENCE_MS) => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS[kind]) })
export const server: DeviceServer = {
  contact: (input) => call(consoleDesksDeviceContact, input, options('contact')),
  load: (input) => call(consoleDesksDeviceLoad, input, options('load')),
  send: (input) => call(consoleDesksDeviceSend, input, options('send')),
  sign: (input) => call(consoleDesksDeviceSign, input, options('sign')),
}

/**
 * Tells whether the server decided. A lost answer, a fault of the server and a limit are not decisions. The desk then
 * works without the server.
 */
export const isDecision = (thrown: unknown): thrown is Refused =>
  thrown instanceof Refused && thrown.refusal !== undefined && !['network', '429', '500'].includes(thrown.code)
