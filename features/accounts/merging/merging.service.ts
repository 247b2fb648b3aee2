import type { Db, Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { closeSessionsOf } from '#db/sessions.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { sendMessage } from '#features/messages/service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import type { Merging } from '#contract/personal.ts'
import { type MergeBar, everyPersonal } from '#seam/server/personal.ts'
import { mobileOf } from '../mobile.rules.ts'
import { type HeldThing, heldThings } from './merging.contract.ts'
import { type MergeAccount, accountNumberIn, whyNotMerge } from './merging.rules.ts'
import { findByLogin, findByNumber, listSides, lockAccounts, saveMerge } from './merging.store.ts'

/** The job that moves rows which a call of the merged account wrote while the merge ran. */
export const FOLLOW = 'accounts_follow_merge'
const SECOND = 1000
/**
 * The times after a merge at which the job runs. A process remembers a session for five seconds, and no call takes
 * longer than a minute.
 */
const followAfter = [20 * SECOND, 300 * SECOND]

/** Finds the account that staff mean: by its mobile, or by its number. */
export const accountFromText = async (db: Db, seal: Seal, typed: string): Promise<MergeAccount | undefined> => {
  await seal.prepare('accounts')
  const mobile = mobileOf(typed)
  if (mobile !== undefined) return findByLogin(db, seal.blind('accounts', 'mobile', mobile))
  const uid = accountNumberIn(typed)
  return uid === undefined ? undefined : findByNumber(db, uid)
}

/** Returns the accounts as staff compare them. */
export const sidesOf = async (on: Db | Tx, uids: readonly number[]) => {
  const all = Object.assign({}, ...everyPersonal.get().map(({ counted, merge }) => ({ ...counted, ...merge?.counted })))
  const counted = Object.fromEntries(heldThings.map((name) => [name, all[name]]))
  return (await listSides(on, uids, counted)).map(({ mobile_mask, held, ...row }) => ({
    ...row,
    mobile: mobile_mask,
    held: held as Record<HeldThing, number>,
  }))
}

/** Asks the rooms whether two accounts can be merged now, and returns the first reason against the merge. */
export const barOfAnyRoom = async (tx: Tx, accounts: readonly [number, number]): Promise<MergeBar | undefined> => {
  for (const { merge } of everyPersonal.get()) {
    const bar = await merge?.bar?.(tx, accounts)
    if (bar) return bar
  }
  return undefined
}

const adoptAll = async (tx: Tx, merging: Merging): Promise<void> => {
  for (const { merge } of everyPersonal.get()) await merge?.adopt?.(tx, merging)
}

type Working = Pick<Parts, 'seal'> & { now: Date; who: Who }
type Wish = { keep: number; gone: number; reason: string }
/**
 * Merges one account into another, in the caller's transaction. Returns the reason if the accounts cannot be merged,
 * and undefined if they are merged. Before the call, the caller prepares the scope 'accounts'. After the commit, the
 * caller ends the remembered sessions.
 */
export const mergeAccounts = async (
  tx: Tx,
  { seal, now, who }: Working,
  { keep, gone, reason }: Wish,
): Promise<NonNullable<ReturnType<typeof whyNotMerge>> | MergeBar | undefined> => {
  const locked = await lockAccounts(tx, [keep, gone])
  const [to, from] = [keep, gone].map((uid) => locked.find((one) => one.uid === uid))
  const why = whyNotMerge(to, from) ?? (await barOfAnyRoom(tx, [keep, gone]))
  if (why || !to || !from) return why ?? 'account_unknown'
  const [held] = await sidesOf(tx, [gone])
  await adoptAll(tx, { from: gone, to: keep })
  await saveMerge(tx, from, to, now)
  for (const [at, after] of followAfter.entries())
    await addJob(
      tx,
      FOLLOW,
      { from: gone },
      {
        key: `${FOLLOW} ${gone} ${at}`,
        runAt: new Date(now.getTime() + after),
      },
    )
  await logChange(tx, {
    who,
    now,
    raceid: null,
    what: 'accounts merged',
    target: `account ${keep}`,
    before: { uid: gone },
    after: { uid: keep, reason, ...held!.held },
  })
  const numbers = [to, from].flatMap(({ mobile, mobile_mask }) =>
    mobile ? [{ mobile: seal.open('accounts', 'mobile', mobile), mask: mobile_mask ?? '' }] : [],
  )
  const message = { seal, now, lang: 'zh-cn', template: 'accounts_merged', values: {}, path: '/my' } as const
  await sendMessage(tx, { ...message, uid: keep, ...numbers[0], key: `accounts merged ${gone}` })
  if (numbers[1]) await sendMessage(tx, { ...message, ...numbers[1], key: `accounts merged ${gone} former` })
  return undefined
}

/** Moves the rows that a call of a merged account wrote while the merge ran, and ends the sessions of that account. */
export const followMerge = async ({ db }: Pick<Parts, 'db'>, from: number): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const [account] = await lockAccounts(tx, [from])
    if (account?.merged_into) await adoptAll(tx, { from, to: account.merged_into })
  })
  await closeSessionsOf(db, { uid: from })
}
