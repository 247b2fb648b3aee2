import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type {
  consoleDesksDeviceContact,
  consoleDesksDeviceLoad,
  consoleDesksDeviceSend,
} from '../../device/device.contract.ts'

type Contact = typeof consoleDesksDeviceContact
type Load = typeof consoleDesksDeviceLoad
type Send = typeof consoleDesksDeviceSend
/** The calls of a device. */
export type Server = {
  contact: (input: InputOf<Contact>) => Promise<OutputOf<Contact>>
  load: (input: InputOf<Load>) => Promise<OutputOf<Load>>
  send: (input: InputOf<Send>) => Promise<OutputOf<Send>>
}
/** The two clocks of a device, in milliseconds: the one that a person can set, and the one that nobody can. */
export type Clocks = { device: () => number; steady: () => number }
