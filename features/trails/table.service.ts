import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { tableSource } from '#seam/server/tables.ts'
import { pageOfRanking } from '#features/exports/ranked.rules.ts'
import { type SeenCheck, listChecksAfter } from './console.store.ts'
import { rankedWalkers } from './service.ts'
import { findTrail } from './store.ts'
import { checkReasonWords, tableWords as words, checkWayWords } from './words.ts'

const Filter = z.object({ id: Int })
type Filtered = z.output<typeof Filter>

/** The checks of a trail. They contain no position. */
const checks = tableSource<SeenCheck, Filtered>({
  name: 'trail_checks',
  label: words.checks,
  right: 'results.edit',
  filter: Filter,
  columns: async () => [
    { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
    { name: 'point', label: words.point, kind: 'number', cell: ({ point }) => point },
    { name: 'way', label: words.way, kind: 'text', cell: ({ way }, { lang }) => checkWayWords[way][lang] },
    { name: 'round', label: words.round, kind: 'number', cell: ({ round }) => round },
    { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
    { name: 'received_at', label: words.received_at, kind: 'moment', cell: ({ received_at }) => received_at },
    {
      name: 'reason',
      label: words.reason,
      kind: 'text',
      cell: ({ reason }, { lang }) => (reason === null ? null : checkReasonWords[reason][lang]),
    },
  ],
  read: async ({ db }, { raceid, filter: { id }, after, limit }) =>
    pageOf(
      (await listChecksAfter(db, raceid, { trailid: id, after: idIn(after), limit: rowsFor(limit) })).map((row) => ({
        ...row,
        id: Number(row.id),
      })),
      limit,
      byId,
    ),
})

type RankedRow = Awaited<ReturnType<typeof rankedWalkers>>[number]
const ranks = tableSource<RankedRow, Filtered>({
  name: 'trail_ranks',
  label: words.ranks,
  right: 'results.edit',
  filter: Filter,
  columns: async () => [
    { name: 'rank', label: words.rank, kind: 'number', cell: ({ rank }) => rank },
    { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
    { name: 'seconds', label: words.seconds, kind: 'number', cell: ({ seconds }) => seconds },
    { name: 'points', label: words.points, kind: 'number', cell: ({ points }) => points },
    { name: 'repeats', label: words.repeats, kind: 'number', cell: ({ repeats }) => repeats },
  ],
  read: async ({ db }, { raceid, filter: { id }, after, limit }) => {
    const trail = await findTrail(db, raceid, id)
    return pageOfRanking(trail ? await rankedWalkers(db, raceid, id, trail.ranking) : [], after, limit)
  },
})

export const tables = [checks, ranks]
