import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { photosOfBibs } from '#features/photos/service.ts'
import type { Suspicion } from './contract.ts'
import { casesInOrder } from './order.rules.ts'
import { type CaseRow, type SuspectRow, listCases, listSuspects } from './store.ts'

const Evidence = z.object({
  gap: z.optional(z.number()),
  mean: z.optional(z.number()),
  points: z.optional(z.number()),
  ratio: z.optional(z.number()),
  predicted: z.optional(z.number()),
  earlier: z.optional(z.object({ race: z.string(), metres: z.number(), seconds: z.number() })),
  point: z.optional(z.string()),
  late: z.optional(z.number()),
  shots: z.optional(z.number()),
  note: z.optional(z.string()),
})
/** The largest number of photos of one runner that staff see side by side. */
const PHOTOS = 4

export const bibsOfCase = ({ bib, other_bib }: Pick<CaseRow, 'bib' | 'other_bib'>): string[] =>
  other_bib === '' ? [bib] : [bib, other_bib]

const figuresIn = (row: CaseRow) => {
  const said = Evidence.parse(row.evidence)
  return {
    gap: said.gap ?? null,
    mean: said.mean ?? null,
    points: said.points ?? null,
    ratio: said.ratio ?? null,
    predicted: said.predicted ?? null,
    earlier: said.earlier ?? null,
    point: said.point ?? null,
    late: said.late ?? null,
    shots: said.shots ?? null,
    note: said.note ?? null,
  }
}
export type OrderedRow = CaseRow & ReturnType<typeof figuresIn> & { group: string[] }

/** Reads a page of the cases in one state, in their order. `after` is the id of the last case of the page before. */
export const pageOfCases = async (
  db: Db,
  raceid: number,
  { state, after, limit }: { state: CaseRow['state']; after: number | undefined; limit: number },
): Promise<OrderedRow[]> => {
  const all = casesInOrder((await listCases(db, raceid, state)).map((row) => ({ ...row, ...figuresIn(row) })))
  // If somebody has meanwhile decided the case `after`, the list lacks it. The page then begins at the first case.
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return all.slice(from, from + limit)
}

/** Presents a runner to staff, with the first published photos of the bib. */
export const suspectShown = (
  bib: string,
  found: SuspectRow | undefined,
  photos: ReadonlyMap<string, readonly string[]>,
): z.input<typeof Suspicion>['runners'][number] => ({
  bib,
  name: found?.name ?? null,
  gender: found?.gender ?? null,
  age: found?.age ?? null,
  outcome: found?.outcome ?? null,
  ms: found?.gun_ms ?? null,
  registrationid: found?.registrationid ?? null,
  photos: (photos.get(bib) ?? []).slice(0, PHOTOS),
})

/** Presents cases to staff, with their runners and the published photos of these bibs. */
export const suspicionsShown = async (
  db: Db,
  raceid: number,
  rows: readonly (CaseRow & { group?: readonly string[] })[],
  { lang, now }: { lang: Lang; now: Date },
): Promise<z.input<typeof Suspicion>[]> => {
  const bibs = [...new Set(rows.flatMap(bibsOfCase))]
  const [suspects, photos, events] = [
    bibs.length === 0 ? [] : await listSuspects(db, raceid, bibs),
    await photosOfBibs(db, raceid, bibs, now),
    new Map((await eventsOf(db, raceid)).map((event) => [event.id, nameIn(lang, event.name, event.names)])),
  ]
  return rows.map((row) => ({
    ...figuresIn(row),
    id: row.id,
    eventid: row.eventid,
    event: events.get(row.eventid) ?? '',
    kind: row.kind,
    runners: bibsOfCase(row).map((bib) =>
      suspectShown(
        bib,
        suspects.find((one) => one.bib === bib && one.eventid === row.eventid),
        photos,
      ),
    ),
    group: [...(row.group ?? [])],
    state: row.state,
    reason: row.reason,
    decided_at: row.decided_at,
  }))
}
