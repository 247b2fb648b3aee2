import type { Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { writeBibs } from '#features/registrations/public.store.ts'
import type { BibRange } from './contract.ts'
import { type Due, type BibExclusions, type RangeOutcome, numberBibs, printed } from './rules.ts'
import { keepBibRun } from './runs/runs.service.ts'
import { listDue, wornBibs } from './store.ts'
import { waitingVips } from './vip/vip.rules.ts'
import { listGuests, listVips } from './vip/vip.store.ts'
import { wishesIn } from './wishes/wishes.service.ts'

const sampled = 12

/**
 * Lists the registrations that are due a bib, and plans the bibs that they would get. A caller that will write these
 * bibs locks the bibs of the race first.
 */
export const numbered = async (
  tx: Tx,
  seal: Seal,
  { raceid, ranges, ...free }: { raceid: number; ranges: readonly BibRange[] } & Omit<BibExclusions, 'taken'>,
): Promise<{ due: readonly Due[]; outcomes: RangeOutcome[] }> => {
  const eventids = ranges.map(({ eventid }) => eventid)
  const due = await listDue(tx, raceid, eventids)
  const worn = await wornBibs(tx, raceid)
  const vips = await listVips(tx, raceid)
  const guests = vips.length > 0 ? await listGuests(tx, raceid, vips) : []
  const taken = new Set([...worn, ...vips.map(printed)])
  const wishes = await wishesIn(tx, seal, raceid, eventids)
  return { due, outcomes: numberBibs(ranges, due, { ...free, taken }, waitingVips(vips, guests, worn), wishes) }
}

/** Writes the numbers and records the ranges in the log. */
export const giveNumbers = async (
  tx: Tx,
  raceid: number,
  outcomes: readonly RangeOutcome[],
  { who, now }: { who: Who; now: Date },
): Promise<void> => {
  const given = outcomes.flatMap((outcome) => outcome.given)
  await writeBibs(tx, raceid, given, now)
  const changes = given.map((after) => ({ id: after.id, before: { id: after.id, prefix: '', bib: null }, after }))
  await keepBibRun(tx, { raceid, kind: 'given' }, changes, { who, now })
  const ranges = outcomes.map(
    ({ range, given: own }) => `${range.eventid}: ${range.prefix}${range.from}–${range.to} (${own.length})`,
  )
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'bibs generated',
    target: `race ${raceid}`,
    after: { given: given.length, ranges: ranges.join(', ') },
  })
}

/** Presents the outcome of numbering or of its trial: the counts of each event, and the first few runners. */
export const presentNumbering = (
  due: readonly Due[],
  outcomes: readonly RangeOutcome[],
  names: ReadonlyMap<number, string>,
) => {
  const given = outcomes.flatMap((outcome) => outcome.given)
  const people = new Map(due.map((one) => [one.id, one]))
  return {
    events: outcomes.map(({ range, kept, given: own, vips, wished, met, short }) => ({
      eventid: range.eventid,
      event: names.get(range.eventid)!,
      kept,
      given: own.length,
      vips,
      wishes: { asked: wished, met },
      short,
      first: own[vips + met] ? printed(own[vips + met]!) : null,
      last: own.length > vips + met ? printed(own.at(-1)!) : null,
    })),
    given: given.length,
    sample: given.slice(0, sampled).map((one) => ({
      id: one.id,
      bib: printed(one),
      name: people.get(one.id)!.name,
      event: names.get(people.get(one.id)!.eventid)!,
      zone: people.get(one.id)!.zone,
    })),
  }
}
