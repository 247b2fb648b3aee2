import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { call } from '#ui/network/call.ts'
import {
  consoleDesksDeviceContact,
  consoleDesksDeviceLoad,
  consoleDesksDeviceSend,
} from '../../device/device.contract.ts'

type Contact = typeof consoleDesksDeviceContact
type Load = typeof consoleDesksDeviceLoad
type Send = typeof consoleDesksDeviceSend
/** The calls of a device. A test puts others in their place. */
export type Server = {
  contact: (input: InputOf<Contact>) => Promise<OutputOf<Contact>>
  load: (input: InputOf<Load>) => Promise<OutputOf<Load>>
  send: (input: InputOf<Send>) => Promise<OutputOf<Send>>
}
/** A hall's network may neither answer nor fail. A part of the list may take longer than any other answer. */
const PATIENCE_MS = { contact: 8_000, load: 60_000, send: 20_000 } as const
// The device speaks with a key of its own, so no answer here may open the log-in of a person.
const options = (kind: keyof typeof PATIENCE_MS) => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS[kind]) })
export const server: Server = {
  contact: (input) => call(consoleDesksDeviceContact, input, options('contact')),
  load: (input) => call(consoleDesksDeviceLoad, input, options('load')),
  send: (input) => call(consoleDesksDeviceSend, input, options('send')),
}

/** The two clocks of a device, in milliseconds: the one that a person can set, and the one that nobody can. */
export type Clocks = { device: () => number; steady: () => number }
export const clocks: Clocks = { device: () => Date.now(), steady: () => performance.now() }
