import type { OutputOf } from '#contract/endpoint.ts'
import type { consoleResultsImport } from '../contract.ts'

export type Report = OutputOf<typeof consoleResultsImport>
export type Mapping = Record<string, string>
/** The way to read a file. `only` undefined: all its rows. */
export type Way = {
  mapping: Mapping
  only?: { column: string; values: string[] } | undefined
  sheet?: string | undefined
  numberRows: boolean
  replace: boolean
  /** Runners of a field of their own: `W`, a bib, `/25` for ranks out of 25. */
  fields: Record<string, string>
}
