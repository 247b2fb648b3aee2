import type { RefusalWords, Text } from '#contract/words.ts'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Configuration } from './configuration.ts'
import type { Parts, RawRoute, Route } from './handle.ts'
import type { Personal } from './personal.ts'
import type { AnyTable } from './tables.ts'

/** One room as the server sees it: all that it gives, in its room.ts. */
export type Room = {
  name: string
  routes?: readonly Route[]
  rawRoutes?: readonly RawRoute[]
  refusals?: Readonly<Record<string, RefusalWords>>
  /** What fields of its calls are called where one is missing, by their names on the wire. */
  labels?: Readonly<Record<string, Text>>
  jobs?: readonly Job<Parts>[]
  sweeps?: readonly Sweep<Parts>[]
  /** What rooms before it need of it (db/needed.ts), such as what its payment moves. */
  provides?: readonly (() => void)[]
  /** Tables of its screens that leave as files. */
  tables?: readonly AnyTable[]
  /** What it holds on people. */
  personal?: Personal
  /** What it holds of a race before anybody takes part. */
  configuration?: Configuration
  /** Lines to print once the server is up, such as the link that makes the console's owner. */
  started?: (parts: Parts) => Promise<string[]>
  /** Before the server closes: streams that would never end by themselves. */
  closing?: (parts: Parts) => Promise<void>
}
