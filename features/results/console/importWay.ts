import type { OutputOf } from '#contract/endpoint.ts'
import type { consoleResultsImport } from '../contract.ts'

export type ImportAnswer = OutputOf<typeof consoleResultsImport>
export type ChosenMapping = Record<string, string>
/** The settings for reading a file. `only` undefined means all rows of the file. */
export type FileSettings = {
  mapping: ChosenMapping
  only?: { column: string; values: string[] } | undefined
  sheet?: string | undefined
  numberRows: boolean
  replace: boolean
  /**
   * The names of fields. A key tells the runners of the field: the beginning of their bibs (`W`), one bib, or the
   * number of ranked runners that the file writes with each rank (`/25` for 3/25).
   */
  fields: Record<string, string>
}
