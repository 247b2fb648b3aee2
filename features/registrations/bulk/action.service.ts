import type * as z from 'zod/mini'
import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type AnyBulkAction, everyBulkAction } from '#seam/server/bulk.ts'
import type { Who } from '#seam/server/handle.ts'
import type { Working } from '../changes/changes.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'

/** A row as an action leaves it. `why`: why nothing was done; `before`: what undoing it needs. */
export type RowOutcome = { outcome: 'done' | 'unchanged' | 'left'; why: Text | null; before?: object | undefined }

/** What the screen asks of whoever starts an action. */
export type BulkField = {
  name: string
  kind: 'text' | 'number' | 'choice'
  label: Text
  hint?: Text
  required?: boolean
  most?: number
  options?: readonly { value: string; label: string }[]
  /** Sentences to choose from. */
  ready?: readonly Text[]
}

/** What an action works with, one registration at a time. */
export type BulkWorking = Working & {
  race: RaceGiven
  who: Who
  now: Date
  /** To be called in the transaction of what is done: the row is marked there, so that it is done once or not yet. */
  beside: (tx: Tx, found: RowOutcome) => Promise<void>
}

/** Something that can be done to many registrations at once, one after the other by the rules of a single one. */
export type BulkAction<Input> = {
  name: string
  label: Text
  description: Text
  /** Beside the right to read registrations. */
  right: Right
  /** Takes something away from people. */
  danger?: boolean
  fields: (db: Db, raceid: number, lang: Lang) => Promise<readonly BulkField[]>
  input: z.ZodMiniType<Input>
  /** What would become of it now, as far as its own row tells. */
  foresee: (row: ViewRow, race: RaceGiven, now: Date) => RowOutcome
  /** Does it to one; what it answers without a transaction is written by the caller. */
  run: (working: BulkWorking, id: number, input: Input) => Promise<RowOutcome>
  undo?: {
    description: Text
    run: (working: BulkWorking, id: number, input: Input, before: object | null) => Promise<RowOutcome>
  }
}
type Known = BulkAction<unknown>

export const bulkAction = <Input>(action: BulkAction<Input>): AnyBulkAction => action
export const bulkActions = (): readonly Known[] => everyBulkAction.get() as readonly Known[]
export const bulkActionNamed = (name: string): Known | undefined => bulkActions().find((one) => one.name === name)
