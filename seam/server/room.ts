import type { RefusalWords, Text } from '#contract/words.ts'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { AnyBulkAction } from './bulk.ts'
import type { ChecklistReader } from './checklist.ts'
import type { Configuration } from './configuration.ts'
import type { Parts, RawRoute, Route } from './handle.ts'
import type { AnyImport } from './imports.ts'
import type { Personal } from './personal.ts'
import type { ReadGauges } from './gauge.ts'
import type { Story } from './story.ts'
import type { AnyTable } from './tables.ts'

/** One room as the server sees it: everything that the room gives, in its room.ts. */
export type Room = {
  name: string
  routes?: readonly Route[]
  rawRoutes?: readonly RawRoute[]
  refusals?: Readonly<Record<string, RefusalWords>>
  /**
   * The labels of the fields in the room's calls, by their names on the wire. A sentence about a missing field uses the
   * label.
   */
  labels?: Readonly<Record<string, Text>>
  jobs?: readonly Job<Parts>[]
  sweeps?: readonly Sweep<Parts>[]
  /**
   * Functions that hand parts of this room to earlier rooms (db/needed.ts), such as the changes that a payment makes.
   */
  provides?: readonly (() => void)[]
  /** Tables of the room's screens that staff may download as files. */
  tables?: readonly AnyTable[]
  /** Lists that staff may import. */
  imports?: readonly AnyImport[]
  /** The actions that staff may apply to many registrations at once. */
  bulk?: readonly AnyBulkAction[]
  /** The data that the room holds on people. */
  personal?: Personal
  /** The entries that the room adds to the history of one registration. */
  story?: Story
  /** The lines that the room gives to the check list of one registration. */
  checklist?: ChecklistReader
  /** The data that the room holds on a race before anybody takes part. */
  configuration?: Configuration
  /** The numbers that the room gives to Prometheus. */
  gauges?: ReadGauges
  /** Returns lines that the server prints after its start, such as the link that makes the console's owner. */
  started?: (parts: Parts) => Promise<string[]>
  /** Runs before the server closes, and ends the streams that never end by themselves. */
  closing?: (parts: Parts) => Promise<void>
}
