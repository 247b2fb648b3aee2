import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { RegistrationFilter } from '../lookup/registrationList.store.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { type ViewRow, listByIds } from '../store.ts'
import { idsMatching } from '../lookup/recipients.service.ts'
import { type BulkAction, type BulkForeseen, type RowOutcome, leftRow } from './action.service.ts'
import { freezeMoney } from './bulkMoney.service.ts'
import { updateApproved } from './bulkMoney.store.ts'
import {
  type BulkRow,
  type Gathered,
  endBulk,
  freezeDone,
  freezeMatching,
  gatherMatching,
  insertBulk,
} from './bulk.store.ts'

const SEALED_AS = 'bulk action'
/** The name of the job that continues an action. Its payload is the action's key. */
export const BULK = 'bulk action'
/** The number of names that each outcome shows. */
const NAMED = 5
const ASKED_AT_A_TIME = 500

export const openRequest = (seal: Seal, raceid: number, { asked }: Pick<BulkRow, 'asked'>): unknown =>
  JSON.parse(seal.open(raceScope(raceid), SEALED_AS, asked))

type Chosen = { race: RaceGiven; filter: RegistrationFilter }
export type BulkGroup = { why: Text | null; unchanged: boolean; count: number; names: string[] }
/**
 * The most rows that a preview looks at one by one. If there are more rows, the preview judges one row of each group.
 */
const EACH_MOST = 20_000

const addTo = (
  groups: Map<string, BulkGroup>,
  { outcome, why }: RowOutcome,
  { count, names }: Pick<BulkGroup, 'count' | 'names'>,
): void => {
  const key = why?.['zh-cn'] ?? ''
  const group = groups.get(key) ?? { why, unchanged: outcome === 'unchanged', count: 0, names: [] }
  group.count += count
  group.names.push(...names.slice(0, NAMED - group.names.length))
  groups.set(key, group)
}

/** Judges the matching rows one by one, in the order in which the action treats them. */
const groupEach = async (
  db: Db,
  { race, filter }: Chosen,
  judge: (row: ViewRow) => RowOutcome,
  { each, space }: BulkForeseen,
): Promise<Map<string, BulkGroup>> => {
  const groups = new Map<string, BulkGroup>()
  let room = space?.room ?? Infinity
  for (let after = 0; ;) {
    const ids = await idsMatching(db, filter, after, ASKED_AT_A_TIME)
    if (ids.length === 0) return groups
    after = ids.at(-1)!
    const rows = (await listByIds(db, race.id, ids)).toSorted((one, other) => one.id - other.id)
    const first = new Map(rows.map((row) => [row.id, judge(row)]))
    const left = await each?.(rows.filter(({ id }) => first.get(id)!.outcome === 'done'))
    for (const { id, name } of rows) {
      let found = left?.get(id) ?? first.get(id)!
      if (found.outcome === 'done' && space && room-- <= 0) found = leftRow(space.why)
      addTo(groups, found, { count: 1, names: [name] })
    }
    // A further query would read the race to its end to find nothing.
    if (ids.length < ASKED_AT_A_TIME) return groups
  }
}

/**
 * Moves the rows that find no room out of the group of rows that an action would change. Only the action decides which
 * rows find no room, so the group loses its names.
 */
const splitByRoom = (groups: Map<string, BulkGroup>, { room, why }: NonNullable<BulkForeseen['space']>): void => {
  const touched = groups.get('')
  if (!touched || touched.count <= room) return
  const key = why['zh-cn']
  const left = groups.get(key) ?? { why, unchanged: false, count: 0, names: [] }
  groups.set(key, { ...left, count: left.count + touched.count - room })
  if (room === 0) groups.delete('')
  else groups.set('', { ...touched, count: room, names: [] })
}

const groupAll = async (
  db: Db,
  race: RaceGiven,
  judge: (row: ViewRow) => RowOutcome,
  gathered: readonly Gathered[],
): Promise<Map<string, BulkGroup>> => {
  const groups = new Map<string, BulkGroup>()
  for (let at = 0; at < gathered.length; at += ASKED_AT_A_TIME) {
    const part = gathered.slice(at, at + ASKED_AT_A_TIME)
    const ids = part.map(({ id }) => id)
    const rows = new Map((await listByIds(db, race.id, ids)).map((row) => [row.id, row]))
    for (const { id, count, names } of part) {
      const row = rows.get(id)
      if (!row) continue
      addTo(groups, judge(row), { count, names })
    }
  }
  return groups
}

/**
 * Counts the rows that an action would change, and the other rows by reason. Rows with the same values for the rule
 * form a group, and the rule judges one row of each group. If the outcome depends on the single row and at most
 * `EACH_MOST` rows match, the preview judges each row.
 */
export const previewBulk = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  chosen: Chosen,
  action: BulkAction<unknown>,
  { now, input }: { now: Date; input: unknown },
): Promise<{ total: number; upto: number; groups: BulkGroup[] }> => {
  const { race, filter } = chosen
  const gathered = await gatherMatching(db, filter)
  const total = gathered.reduce((sum, { count }) => sum + count, 0)
  const decided = action.foreseeInput?.input.safeParse(input)
  const given = decided?.success
    ? await action.foreseeInput?.of({ db, seal, race, input: decided.data as never, most: total, now })
    : undefined
  const judge = (row: ViewRow): RowOutcome => given?.row?.(row) ?? action.foresee(row, race, now)
  const singly = given !== undefined && (given.each !== undefined || (given.space?.room ?? Infinity) < total)
  const groups =
    singly && total <= EACH_MOST ? await groupEach(db, chosen, judge, given) : await groupAll(db, race, judge, gathered)
  if (given?.space && total > EACH_MOST) splitByRoom(groups, given.space)
  return {
    total,
    upto: gathered.reduce((last, one) => Math.max(last, one.last), 0),
    groups: [...groups.values()].toSorted((one, other) => other.count - one.count),
  }
}

type Starting = { raceid: number; action: string; staffid: number; input: unknown; now: Date }
const keptAs = (seal: Seal, { raceid, action, staffid, input, now }: Starting) => ({
  raceid,
  action,
  staffid,
  asked: seal.seal(raceScope(raceid), SEALED_AS, JSON.stringify(input)),
  created_at: now,
})
const begin = (tx: Tx, raceid: number, id: number): Promise<void> =>
  addJob(tx, BULK, { raceid, id }, { key: `${BULK} ${raceid}/${id}` })

/**
 * Begins an action on the rows that match at this moment, and returns their number. The caller rolls back if no row
 * matches. An action with money freezes the amounts too, and above the race's limit it waits for an approval.
 */
export const startBulk = async (
  { tx, seal, integrations }: { tx: Tx; seal: Seal } & Pick<Parts, 'integrations'>,
  starting: Starting,
  { filter, upto }: { filter: RegistrationFilter; upto: number },
  { race, action }: { race: RaceGiven; action: BulkAction<unknown> },
): Promise<{ id: number; total: number; amount: number | null; waits: boolean }> => {
  const { raceid, input, staffid, now } = starting
  const id = await insertBulk(tx, { ...keptAs(seal, starting), undoes: null })
  const total = await freezeMatching(tx, id, filter, upto)
  const money = action.money
    ? await freezeMoney({ on: tx, integrations }, action, { race, input, now, bulkid: id, staffid })
    : { amount: null, waits: false }
  if (!money.waits) await begin(tx, raceid, id)
  return { id, total, ...money }
}

/** Undoes a bulk action row by row. The undo is a bulk action too. */
export const undoBulk = async (
  tx: Tx,
  seal: Seal,
  bulk: BulkRow,
  { raceid, staffid, now }: { raceid: number; staffid: number; now: Date },
): Promise<{ id: number; total: number }> => {
  const input = openRequest(seal, raceid, bulk)
  const starting = { raceid, action: bulk.action, staffid, input, now }
  const id = await insertBulk(tx, { ...keptAs(seal, starting), undoes: bulk.id })
  const total = await freezeDone(tx, raceid, id, bulk.id)
  await begin(tx, raceid, id)
  return { id, total }
}

/** Approves an action that waits. The action begins with the rows and amounts of its confirmation. */
export const approveBulk = async (tx: Tx, raceid: number, id: number, staffid: number, now: Date): Promise<void> => {
  await updateApproved(tx, { raceid, id, staffid, now })
  await begin(tx, raceid, id)
}

/** Stops an action. Finished rows stay as they are, the current row ends, and no other row begins. */
export const stopBulk = (tx: Tx, raceid: number, id: number, now: Date): Promise<void> =>
  endBulk(tx, raceid, id, 'stopped', now)
