import { createHash, randomFillSync } from 'node:crypto'
import type { Encoding } from '#features/files/decoding.rules.ts'
import { keyFrom } from '#contract/scalars.ts'
import { breather } from '#db/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal } from '#db/sealing/seal.ts'
import { type EventRow, eventNow } from '#features/events/service.ts'
import { correctAgain, holdResults, rerank } from '../ranking/derived.service.ts'
import { moveCorrections } from '../ranking/derived.store.ts'
import { type Standing, standingsOf } from './matching.service.ts'
import type { Mapping } from './reading/columns.rules.ts'
import { compareRanks, rankProblems } from './reading/compare.rules.ts'
import type { Reading } from './reading/rows.rules.ts'
import type { Problem, ReadingSettings } from './reading/row.rules.ts'
import { rankedBefore } from '../ranking/ranked.service.ts'
import { type Placed, placesOf, rankBelieved, ranksIn } from '../ranking/ranking.rules.ts'
import { type Ranks, rankingOf, splitBasisOf } from '../rules.ts'
import { copyTransaction } from './staging.store.ts'
import { withDistances } from '../report/titles.rules.ts'
import {
  type WrittenRow,
  changeResults,
  findSheet,
  forgetSplits,
  insertImport,
  insertResults,
  listEntrants,
  listStored,
  nextIds,
  removeResults,
  saveSheet,
  setPublished,
} from '../store.ts'

export const importSteps = ['read', 'match', 'rank', 'write'] as const
export type ImportStep = (typeof importSteps)[number]
export type ImportOrder = {
  raceid: number
  eventid: number
  filename: string
  bytes: Uint8Array
  encoding?: Encoding
  mapping?: Mapping
  settings?: Partial<ReadingSettings>
  /** Only says what would happen. */
  dry?: boolean
  /** Results that the file lacks are removed, but for those that were handed in and taken; otherwise they stay. */
  replace?: boolean
  publish?: boolean
  staffid?: number | null
  now: Date
  onProgress?: (step: ImportStep, done: number, of: number) => void
}
export type ImportCounts = {
  rows: number
  added: number
  changed: number
  unchanged: number
  moved: number
  absent: number
  removed: number
  refused: number
  doubtful: number
  matched: number
  handed_kept: number
  handed_replaced: number
  finished: number
  dnf: number
  dns: number
  dsq: number
}
export type ImportReport = {
  filename: string
  encoding: string
  repaired: boolean
  delimiter: string
  columns: { meaning: string; header: string }[]
  header: string[]
  unused: string[]
  points: string[]
  basis: 'gun' | 'net'
  counts: ImportCounts
  /** How published places compare with computed ones. */
  agreement: Record<'overall' | 'gender' | 'agegroup', { given: number; exact: number; within: number }>
  problems: Problem[]
}
/** A whole file that can't be taken, or a sound one's report. */
export type ImportOutcome =
  | {
      refused:
        | 'event_not_found'
        | 'file_empty'
        | 'no_bib_column'
        | 'no_time_column'
        | 'mapping_unknown'
        | 'points_differ'
      names?: string[]
    }
  | { report: ImportReport }

/** What will stand under an id. */
type Sending = { id: number; one: Standing }

const samePlaces = (was: Placed, { gun, net }: Ranks, place: number | null): boolean =>
  was.gun_overall === gun.overall &&
  was.gun_gender === gun.gender &&
  was.gun_agegroup === gun.agegroup &&
  was.net_overall === net.overall &&
  was.net_gender === net.gender &&
  was.net_agegroup === net.agegroup &&
  was.place === place

const page = Buffer.alloc(22 * 1024)
let used = page.length
const nextKey = (raceid: number): string => {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  used += 22
  return keyFrom(raceid, page.subarray(used - 22, used))
}

const rowOf = (
  raceid: number,
  now: Date,
  id: number,
  { read, believed, agegroup_given, registrationid, document_ix, fingerprint }: Standing,
  withSplits: boolean,
  keepsSplits: boolean,
): WrittenRow => {
  const { published, ...of } = read!
  return {
    id,
    _key: nextKey(raceid),
    bib: of.bib,
    field: of.field,
    registrationid,
    document_ix,
    name: of.name,
    gender: of.gender,
    age: of.age,
    age_in_year: of.age_in_year,
    agegroup: believed.agegroup,
    agegroup_given,
    country: of.country,
    city: of.city,
    club: of.club,
    outcome: of.outcome,
    reason: of.reason,
    gun_ms: of.gun_ms,
    net_ms: of.net_ms,
    stopped_ms: of.stopped_ms,
    splits: withSplits ? of.splits : keepsSplits ? null : [],
    published_overall: published.overall?.rank ?? null,
    published_overall_of: published.overall?.of ?? null,
    published_gender: published.gender?.rank ?? null,
    published_gender_of: published.gender?.of ?? null,
    published_agegroup: published.agegroup?.rank ?? null,
    published_agegroup_of: published.agegroup?.of ?? null,
    imported: `\\x${fingerprint}`,
    updated_at: now,
  }
}

const inFile = <A extends { differs: number[] }>(agreement: A, rows: number): A => ({
  ...agreement,
  differs: agreement.differs.filter((at) => at < rows),
})

/** What only the writing knows of a report. */
export type Written = Pick<ImportReport, 'basis' | 'counts' | 'agreement' | 'problems'>

/**
 * Matches, ranks and writes what was read, in one transaction that holds the event's results. `readAs` says how columns
 * were understood: another understanding makes every row a new one.
 */
export const writeReading = async (
  db: Db,
  order: ImportOrder,
  seal: Seal,
  eventRead: EventRow,
  read: Reading,
  readAs: string,
): Promise<Written | 'points_differ'> =>
  copyTransaction(db, async (tx: Tx, copy) => {
    const { raceid, eventid, now, onProgress } = order
    await holdResults(tx, raceid, [eventid])
    // How the event ranks, and where its points lie, may be changed while the file is read.
    const event = (await eventNow(tx, raceid, eventid)) ?? eventRead
    const reading = withDistances(event.settings, read)
    const sheet = await findSheet(tx, raceid, eventid)
    const stored = await listStored(tx, raceid, eventid)
    onProgress?.('match', 0, reading.results.length)
    const standings = await standingsOf(reading, await listEntrants(tx, raceid, eventid), stored, event, {
      seal,
      readAs,
      replace: order.replace ?? false,
      numberRows: order.settings?.numberRows ?? false,
    })
    const withSplits = reading.points.length > 0
    const absent = standings.filter(({ read }) => !read).length
    const otherPoints =
      sheet !== undefined && withSplits && absent > 0 && JSON.stringify(sheet.points) !== JSON.stringify(reading.points)
    if (otherPoints && !order.replace) return 'points_differ'

    onProgress?.('rank', 0, standings.length)
    const ranking = rankingOf(event.ranking)
    const believed = standings.map((one) => one.believed)
    const breathe = breather()
    const ranked = rankBelieved(believed, ranking)
    await breathe()
    const { basis, totals } = ranked
    const ranks: Ranks[] = []
    for (const at of believed.keys()) {
      ranks.push(ranksIn(ranked, at))
      await breathe()
    }
    const published = standings.map(({ read, stored: was }) => ({
      published: read?.published ?? {
        overall: was?.published_overall ? { rank: was.published_overall, of: null } : null,
        gender: null,
        agegroup: null,
      },
    }))
    await breathe()
    const agreement = compareRanks(published, believed, ranks, basis)
    await breathe()
    const reads = standings.filter(({ read }) => read).map(({ read }) => read!)
    // The file's rows come first, so their indexes are those of its results.
    const ofFile = {
      overall: inFile(agreement.overall, reads.length),
      gender: inFile(agreement.gender, reads.length),
      agegroup: inFile(agreement.agegroup, reads.length),
    }
    const problems = [...reading.problems, ...rankProblems(reads, ranks, basis, ofFile)].toSorted(
      (a, b) => a.line - b.line,
    )

    const [added, changed]: [Sending[], Sending[]] = [[], []]
    const before = await rankedBefore(tx, raceid, eventid)
    let moved = 0
    const ids = await nextIds(tx, order.dry ? 0 : standings.filter((one) => !one.stored).length)
    let unchanged = 0
    for (const [at, one] of standings.entries()) {
      await breathe()
      const place =
        one.believed.outcome === 'finished'
          ? (published[at]!.published.overall?.rank ?? ranks[at]![basis].overall)
          : null
      const was = one.stored
      if (!was) added.push({ id: ids[added.length] ?? 0, one })
      else if (!one.same) changed.push({ id: was.id, one })
      else {
        unchanged++
        if (!before || !samePlaces(placesOf(before, was.id), ranks[at]!, place)) moved++
      }
    }
    await breathe()
    const kept = new Set(standings.map((one) => one.stored?.id))
    const removed = stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
    await breathe()
    const handed = {
      of: stored.filter(({ handed_in }) => handed_in).length,
      kept: standings.filter(({ stored: was, same }) => was?.handed_in && same).length,
    }
    const outcomes = (outcome: string) => reads.filter((read) => read.outcome === outcome).length
    const counts: ImportCounts = {
      rows: reads.length + problems.filter(({ severity }) => severity === 'refused').length,
      added: added.length,
      changed: changed.length,
      unchanged: unchanged - absent,
      moved,
      absent,
      removed: removed.length,
      refused: problems.filter(({ severity }) => severity === 'refused').length,
      doubtful: new Set(problems.filter(({ severity }) => severity === 'doubtful').map(({ line }) => line)).size,
      matched: standings.filter(({ read, registrationid }) => read && registrationid !== null).length,
      handed_kept: handed.kept,
      handed_replaced: handed.of - handed.kept,
      finished: outcomes('finished'),
      dnf: outcomes('dnf'),
      dns: outcomes('dns'),
      dsq: outcomes('dsq'),
    }
    const done = { basis, counts, agreement: ofFile, problems }
    if (order.dry) return done

    const sending = added.length + changed.length
    const rowsOf = (of: readonly Sending[], keepsSplits: boolean) => ({
      of,
      rowOf: ({ id, one }: Sending): WrittenRow => rowOf(raceid, now, id, one, withSplits, keepsSplits),
    })
    onProgress?.('write', 0, sending)
    await removeResults(tx, raceid, removed)
    if (otherPoints)
      await forgetSplits(
        tx,
        raceid,
        standings.flatMap(({ read, stored: was }) => (!read && was ? [was.id] : [])),
      )
    const sentAfter = (before: number) => (sent: number) => onProgress?.('write', before + sent, sending)
    await moveCorrections(
      tx,
      raceid,
      eventid,
      changed.flatMap(({ one: { read, stored: was } }) =>
        was!.bib === read!.bib ? [] : [{ from: was!.bib, to: read!.bib }],
      ),
    )
    await insertResults(tx, copy, raceid, eventid, rowsOf(added, false), sentAfter(0))
    await changeResults(tx, copy, raceid, rowsOf(changed, true), sentAfter(added.length))
    if (!sheet || sending > 0 || removed.length > 0) {
      await rerank(tx, raceid, eventid, ranking, sheet?.corrected ?? false)
      await saveSheet(tx, {
        raceid,
        eventid,
        points: withSplits ? reading.points : (sheet?.points ?? []),
        basis,
        split_basis: withSplits ? splitBasisOf(reads) : (sheet?.split_basis ?? 'gun'),
        totals,
        imported_at: now,
        updated_at: now,
        corrected: sheet?.corrected ?? false,
        waiting_since: null,
        provisional: false,
      })
      await insertImport(tx, {
        raceid,
        eventid,
        staffid: order.staffid ?? null,
        filename: order.filename.slice(0, 200),
        sha256: createHash('sha256').update(order.bytes).digest(),
        counts,
        problems: problems.slice(0, 2000),
        created_at: now,
      })
    }
    if (sheet) await correctAgain(tx, { raceid, eventid, ranking }, now)
    if (order.publish && !sheet?.published_at) await setPublished(tx, raceid, eventid, now, now)
    return done
  })
