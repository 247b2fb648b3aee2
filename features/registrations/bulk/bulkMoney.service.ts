import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { RegistrationFilter } from '../lookup/registrationList.store.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { type ViewRow, listByIds } from '../store.ts'
import type { BulkAction, RowMoney } from './action.service.ts'
import { freezeAmounts, listFrozen, listMatching, lockSum, sumUnapproved, updateMoney } from './bulkMoney.store.ts'

const ROWS_AT_A_TIME = 500
/** The time over which the bulk refunds of one person count together. */
const DAY_MS = 86_400_000

type Given = { race: RaceGiven; input: unknown; now: Date }
type Asking = Pick<Parts, 'integrations'> & { on: Db | Tx }

/** Computes the money of some registrations. It leaves out registrations that the action would not change. */
const amountsOf = async (
  asking: Asking,
  action: BulkAction<unknown>,
  ids: readonly number[],
  given: Given,
): Promise<{ rows: ViewRow[]; amounts: ReadonlyMap<number, RowMoney> }> => {
  const all = await listByIds(asking.on, given.race.id, ids)
  const rows = all.filter((row) => action.foresee(row, given.race, given.now).why === null)
  return { rows, amounts: await action.money!.amounts(asking, rows, given) }
}

const NAMED = 5
type NoMoney = { why: Text; count: number; names: string[] }
export type MoneyForeseen = {
  count: number
  amount: number
  by_hand: { count: number; amount: number }
  channels: { channel: string; count: number; amount: number }[]
  nothing: NoMoney[]
}
const addTo = (found: MoneyForeseen, row: ViewRow, { fen, channel, by_hand, why }: RowMoney): void => {
  if (why) {
    const key = why['zh-cn']
    let one = found.nothing.find((other) => other.why['zh-cn'] === key)
    if (!one) found.nothing.push((one = { why, count: 0, names: [] }))
    one.count += 1
    if (one.names.length < NAMED) one.names.push(row.name)
    return
  }
  let line = found.channels.find((other) => other.channel === channel)
  if (!line) found.channels.push((line = { channel, count: 0, amount: 0 }))
  for (const sum of [found, line, ...(by_hand ? [found.by_hand] : [])]) {
    sum.count += 1
    sum.amount += fen
  }
}
/** Foresees the money of all matching registrations, by channel. The call writes nothing. */
export const foreseenMoney = async (
  asking: Asking,
  action: BulkAction<unknown>,
  filter: RegistrationFilter,
  given: Given,
): Promise<MoneyForeseen> => {
  const found: MoneyForeseen = {
    count: 0,
    amount: 0,
    by_hand: { count: 0, amount: 0 },
    channels: [],
    nothing: [],
  }
  for (let after = 0; ;) {
    const ids = await listMatching(asking.on, filter, { after, limit: ROWS_AT_A_TIME })
    if (ids.length > 0) {
      const { rows, amounts } = await amountsOf(asking, action, ids, given)
      for (const row of rows) {
        const money = amounts.get(row.id)
        if (money) addTo(found, row, money)
      }
    }
    if (ids.length < ROWS_AT_A_TIME) break
    after = ids.at(-1)!
  }
  found.channels.sort((one, other) => other.amount - one.amount)
  return found
}

/**
 * Tells whether a bulk refund of `amount` needs the approval of a second person. Other bulk refunds that `staffid`
 * began within a day count too, if nobody approved them.
 */
export const needsApproval = async (
  on: Db | Tx,
  race: RaceGiven,
  staffid: number,
  amount: number,
  now: Date,
): Promise<boolean> => {
  const above = race.settings.approval_above
  if (above === undefined || amount === 0) return false
  return amount + (await sumUnapproved(on, race.id, staffid, new Date(now.getTime() - DAY_MS))) > above
}

/** Freezes the amount of each row of a confirmed action, and decides whether the action waits for an approval. */
export const freezeMoney = async (
  asking: Pick<Parts, 'integrations'> & { on: Tx },
  action: BulkAction<unknown>,
  { bulkid, staffid, ...given }: Given & { bulkid: number; staffid: number },
): Promise<{ amount: number; waits: boolean }> => {
  const { on: tx } = asking
  const { race, now } = given
  const key = { raceid: race.id, bulkid }
  await lockSum(tx, race.id, staffid)
  let amount = 0
  for (let after = 0; ;) {
    const ids = await listFrozen(tx, { ...key, after, limit: ROWS_AT_A_TIME })
    if (ids.length > 0) {
      const { amounts } = await amountsOf(asking, action, ids, given)
      const fen = new Map(Array.from(amounts, ([id, money]) => [id, money.fen]))
      await freezeAmounts(tx, key, fen)
      amount += fen.values().reduce((sum, one) => sum + one, 0)
    }
    if (ids.length < ROWS_AT_A_TIME) break
    after = ids.at(-1)!
  }
  const waits = await needsApproval(tx, race, staffid, amount, now)
  await updateMoney(tx, { raceid: race.id, id: bulkid, amount, state: waits ? 'waiting' : 'running' })
  return { amount, waits }
}
