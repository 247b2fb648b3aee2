import type * as z from 'zod/mini'
import type { Right } from '#contract/rights.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type AnyBulkAction, everyBulkAction } from '#seam/server/bulk.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import type { ChangeWork } from '../changes/changes.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'

/**
 * The outcome of an action for one row. `why` is the reason why nothing was done. `before` holds the values that the
 * undo needs.
 */
export type RowOutcome = {
  outcome: 'done' | 'unchanged' | 'left'
  why: Text | null
  before?: object | undefined
  /** The fen that the action gave back. */
  back?: number
}

/** Returns the outcome of a row that an action leaves as it is, with the reason. */
export const leftRow = (why: Text): RowOutcome => ({ outcome: 'left', why })

/** A field of the dialog that starts an action. */
export type BulkField = {
  name: string
  kind: 'text' | 'number' | 'choice'
  label: Text
  hint?: Text
  required?: boolean
  most?: number
  options?: readonly { value: string; label: string }[]
  /** Sentences that staff can choose for this field. */
  ready?: readonly Text[]
  /** True if the value decides the outcome of rows, so that the preview loads again. */
  decides?: boolean
  /** The field appears only while another field has this value. */
  when?: { field: string; value: string }
}

/** The tools of an action for one registration. */
export type BulkWorking = ChangeWork & {
  bulkid: number
  race: RaceGiven
  who: Who
  now: Date
  /** The moment at which staff confirmed the action and its amounts. */
  confirmedAt: Date
  /**
   * The most money that the action gives back for this row, in fen. Staff confirmed this amount. It is null if the row
   * had no payment at the confirmation, and undefined if the action gives no money back.
   */
  amount: number | null | undefined
  /**
   * Marks the row with its outcome in the transaction of the action, so that the action changes the row exactly once.
   */
  beside: (tx: Tx, found: RowOutcome) => Promise<void>
}

/**
 * The data for an action on several registrations at once. `beside` marks all their rows in the transaction of the
 * action.
 */
export type BulkBatchWorking = Omit<BulkWorking, 'beside' | 'amount'> & {
  beside: (tx: Tx, found: ReadonlyMap<number, RowOutcome>) => Promise<void>
}

/** The money that goes back for one row. `why` tells why nothing goes back. */
export type RowMoney = {
  fen: number
  channel: string
  /** True if the channel does not give the money back, so that staff pay it. */
  by_hand: boolean
  why: Text | null
}
/** The consequences that an action has with the present input of its dialog. */
export type BulkForeseen = {
  /** Returns the outcome of a row that the input leaves as it is. All rows with equal facts may share this outcome. */
  row?: (row: ViewRow) => RowOutcome | undefined
  /** The number of rows for which there is room, and the reason for leaving out the other rows. */
  space?: { room: number; why: Text }
  /**
   * Finds the rows that the action would leave as they are, for a reason that depends on the single row, such as a full
   * zone or an age. The rows come in the order of the action, so that the function can count down the room.
   */
  each?: (rows: readonly ViewRow[]) => Promise<ReadonlyMap<number, RowOutcome>> | ReadonlyMap<number, RowOutcome>
}
export type BulkForeseeing<Input> = Pick<Parts, 'db' | 'seal'> & {
  race: RaceGiven
  input: Input
  /** The number of rows that may need room. */
  most: number
  now: Date
}
export type BulkMoney<Input> = {
  /** The fields that decide the amounts. The preview sends them before the dialog is complete. */
  input: z.ZodMiniType<Input>
  /** Computes the money of rows that the action would change. A row without a payment is missing. */
  amounts: (
    parts: Pick<Parts, 'integrations'> & { on: Db | Tx },
    rows: readonly ViewRow[],
    given: { race: RaceGiven; input: Input; now: Date },
  ) => Promise<ReadonlyMap<number, RowMoney>>
}

/**
 * An action on many registrations. Each registration changes by the same rules as in an action on a single
 * registration.
 */
export type BulkAction<Input> = {
  name: string
  label: Text
  description: Text
  /** The right that the action needs besides the right to read registrations. */
  right: Right
  /** True if the action takes something away from people. */
  danger?: boolean
  /** Returns the fields of the action's dialog, for one member of staff. */
  fields: (db: Db, raceid: number, lang: Lang, who: Who, now: Date) => Promise<readonly BulkField[]>
  input: z.ZodMiniType<Input>
  /** Foresees the consequences of the fields that decide the outcome of rows. */
  foreseeInput?: {
    input: z.ZodMiniType<unknown>
    of: (foreseeing: BulkForeseeing<never>) => Promise<BulkForeseen | undefined>
  }
  /** Foresees the outcome of the action from the row alone, without a write. */
  foresee: (row: ViewRow, race: RaceGiven, now: Date) => RowOutcome
  /** Applies the action to one registration. If the action writes nothing, the caller marks the row. */
  run: (working: BulkWorking, id: number, input: Input) => Promise<RowOutcome>
  /**
   * Applies the action to several registrations in one transaction, so that it reads the facts of the race only once.
   * If it fails, `run` handles each registration alone.
   */
  runBatch?: (working: BulkBatchWorking, ids: readonly number[], input: Input) => Promise<void>
  /**
   * The money that the action gives back. The amounts are frozen with the rows. Above the race's limit a second person
   * approves the action.
   */
  money?: BulkMoney<unknown>
  undo?: {
    description: Text
    run: (working: BulkWorking, id: number, input: Input, before: object | null) => Promise<RowOutcome>
  }
}
type Known = BulkAction<unknown>

export const bulkAction = <Input>(action: BulkAction<Input>): AnyBulkAction => action
export const bulkActions = (): readonly Known[] => everyBulkAction.get() as readonly Known[]
export const bulkActionNamed = (name: string): Known | undefined => bulkActions().find((one) => one.name === name)
