import type { Db, Tx } from '#db/db.ts'
import { eachInTurn } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { fill } from '#contract/words.ts'
import { bulkAmounts } from '#features/refunds/bulk/amounts.service.ts'
import { bulkActionNamed } from '#features/registrations/bulk/action.service.ts'
import { startBulk } from '#features/registrations/bulk/bulk.service.ts'
import { type RegistrationRow, registrationsByIds } from '#features/registrations/lookup/registration.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { paidStateOf } from '#features/registrations/status/payable.rules.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import { logChange } from '#features/staff/service.ts'
import { beginEnd } from '#features/waitlists/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { lockPlans } from './planning.service.ts'
import { disruptionReason, whatIn } from './present.service.ts'
import { finalChoice, refundBy } from './rules.ts'
import {
  type ChoiceRow,
  type DisruptionRow,
  addMissing,
  listChoices,
  listDue,
  listUnpaid,
  lockDisruption,
  saveApplied,
  updateDisruption,
} from './store.ts'

const BATCH = 500
type Working = Pick<Parts, 'db' | 'seal' | 'integrations'>

/** The registrations of a plan, in one group for each bulk action that applies their choices. */
type Groups = { kept: number[]; all: number[]; leave: number[]; defer: number[] }

export const takesPart = (row: RegistrationRow, race: RaceGiven): boolean =>
  row.deleted_at === null && row.closed_at === null && paidStateOf(statusFactsOf(row, race)) === '1'

type Applying = { tx: Tx; race: RaceGiven; plan: DisruptionRow; now: Date } & Pick<Parts, 'integrations'>

/** Computes the amount that a refund gives back for each registration, in fen. */
export const refundsOf = async (
  parts: Pick<Parts, 'integrations'> & { on: Db | Tx },
  { race, plan, now }: { race: RaceGiven; plan: Pick<DisruptionRow, 'kept_percent'>; now: Date },
  rows: readonly RegistrationRow[],
): Promise<ReadonlyMap<number, { fen: number; by_hand: boolean }>> => {
  const found = new Map<number, { fen: number; by_hand: boolean }>()
  for (const way of ['all', 'kept'] as const) {
    const some = rows.filter((row) => refundBy(plan, row).refund === way)
    const how = { refund: way, percent: way === 'kept' ? plan.kept_percent : 0 }
    for (const [id, money] of await bulkAmounts(parts, some, { race, how, now })) found.set(id, money)
  }
  return found
}

/** Puts the registrations of one page into the groups of their choices, and saves the choices that count. */
const sortPage = async (
  { tx, race, plan, now, integrations }: Applying,
  rows: readonly ChoiceRow[],
  groups: Groups,
): Promise<void> => {
  const ids = rows.map(({ registrationid }) => registrationid)
  const found = new Map((await registrationsByIds(tx, race.id, ids)).map((row) => [row.id, row]))
  const live = [...found.values()].filter((row) => takesPart(row, race))
  const chosen = new Map(rows.map(({ registrationid, choice }) => [registrationid, choice]))
  const ends = new Map(live.map((row) => [row.id, finalChoice(plan, row, chosen.get(row.id) ?? null)]))
  const leaving = live.filter(({ id }) => ends.get(id) === 'refund')
  const amounts = await refundsOf({ on: tx, integrations }, { race, plan, now }, leaving)
  for (const row of leaving) {
    const { refund } = refundBy(plan, row)
    // A free entry gets no money back, so its runner only leaves the race.
    if ((amounts.get(row.id)?.fen ?? 0) === 0 || refund === 'none') groups.leave.push(row.id)
    else groups[refund].push(row.id)
  }
  for (const { id } of live) if (ends.get(id) === 'defer') groups.defer.push(id)
  const applied = ids.map((id) => ({ id, applied: ends.get(id) ?? 'left' }))
  await saveApplied(tx, race.id, plan.id, applied)
}

/** Starts the bulk actions of a plan, and returns their ids. */
const startActions = async (
  { tx, race, plan, now, integrations }: Applying,
  seal: Parts['seal'],
  groups: Groups,
): Promise<number[]> => {
  const what = fill('{what}：{reason}', {
    what: whatIn(plan, race.zone)['zh-cn'],
    reason: disruptionReason(plan, 'zh-cn'),
  }).slice(0, 200)
  const { deferral, kept_percent } = plan
  const refund = (input: object) => ({ leave: 'yes', reason: what, ...input })
  const actions = [
    ['refund', refund({ refund: 'kept', percent: kept_percent }), groups.kept],
    ['refund', refund({ refund: 'all', percent: 0 }), groups.all],
    ['cancel', { refund: 'none', reason: what }, groups.leave],
    ['delay', { tag: '', description: '', to: String(deferral?.race ?? ''), pays: deferral?.pays }, groups.defer],
  ] as const
  const begun: number[] = []
  for (const [name, input, ids] of actions) {
    if (ids.length === 0) continue
    const action = bulkActionNamed(name)!
    const filter = { raceid: race.id, now, q: '', worn: [], numbers: [], mobile: Buffer.alloc(0), ids }
    const starting = { raceid: race.id, action: name, staffid: plan.staffid, input, now }
    const { id, total } = await startBulk(
      { tx, seal, integrations },
      starting,
      { filter, upto: ids.reduce((most, one) => Math.max(most, one), 0) },
      { race, action },
    )
    if (total > 0) begun.push(id)
  }
  return begun
}

/**
 * Ends a plan whose time is over: each registration gets the choice of its runner, or the fallback. All choices, and
 * the bulk actions that apply them, are written in one transaction, so that a plan ends once. Returns true if this call
 * ended the plan.
 */
export const endPlan = async (
  { db, seal, integrations }: Working,
  { raceid, id }: { raceid: number; id: number },
  now: Date,
): Promise<boolean> => {
  await seal.prepare(raceScope(raceid))
  await seal.prepare('accounts')
  const race = await raceGiven(db, raceid, now)
  if (!race) return false
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, raceid)
    const plan = await lockDisruption(tx, raceid, id)
    if (plan?.state !== 'open' || plan.until > now) return false
    const applying = { tx, race, plan, now, integrations }
    // A payment that was under way at the cancellation may have arrived after the plan began. The plan then lacks the
    // registration of this payment, so this call adds the registration.
    if (plan.kind === 'cancel') await addMissing(tx, plan)
    const groups: Groups = { kept: [], all: [], leave: [], defer: [] }
    for (let after = 0; ;) {
      const rows = await listChoices(tx, raceid, id, { after, limit: BATCH })
      if (rows.length > 0) await sortPage(applying, rows, groups)
      if (rows.length < BATCH) break
      after = rows.at(-1)!.registrationid
    }
    if (plan.kind === 'cancel') {
      groups.leave.push(...(await listUnpaid(tx, raceid, plan.eventids)))
      for (const eventid of plan.eventids) await beginEnd(tx, raceid, eventid, undefined, now)
    }
    const bulkids = await startActions(applying, seal, groups)
    await updateDisruption(tx, raceid, id, { state: 'ended', ended_at: now, bulkids })
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'disruption ended',
      target: `disruption ${id}`,
      after: {
        refunds: groups.kept.length + groups.all.length,
        left: groups.leave.length,
        deferred: groups.defer.length,
      },
    })
    return true
  })
}

export const endDuePlans = async (parts: Working, now: Date): Promise<void> => {
  await eachInTurn(await listDue(parts.db, now), async (key) => void (await endPlan(parts, key, now)))
}
