import type { OutputOf } from '#contract/endpoint.ts'
import type { consoleResultsImport } from '../contract.ts'

export type Report = OutputOf<typeof consoleResultsImport>
export type Mapping = Record<string, string>
/** How a file is read. `only` undefined: all its rows. */
export type Way = {
  mapping: Mapping
  only?: { column: string; values: string[] } | undefined
  sheet?: string | undefined
  numberRows: boolean
  replace: boolean
  /** Who runs in a field of their own: `W`, a bib, `/25` for places out of 25. */
  fields: Record<string, string>
}
