import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { photosOfBibs } from '#features/photos/service.ts'
import type { Suspicion } from './contract.ts'
import { type SuspicionRow, listSuspects } from './store.ts'

const Evidence = z.object({
  gap: z.optional(z.number()),
  points: z.optional(z.number()),
  ratio: z.optional(z.number()),
  predicted: z.optional(z.number()),
  earlier: z.optional(z.object({ race: z.string(), metres: z.number(), seconds: z.number() })),
})
/** The most photos of one runner that staff see side by side. */
const PHOTOS = 4

export const bibsOfCase = ({ bib, other_bib }: Pick<SuspicionRow, 'bib' | 'other_bib'>): string[] =>
  other_bib === '' ? [bib] : [bib, other_bib]

/** Presents cases to staff, with both runners and the published photos of their bibs. */
export const suspicionsShown = async (
  db: Db,
  raceid: number,
  rows: readonly SuspicionRow[],
  { lang, now }: { lang: Lang; now: Date },
): Promise<z.input<typeof Suspicion>[]> => {
  const bibs = [...new Set(rows.flatMap(bibsOfCase))]
  const [suspects, photos, events] = [
    bibs.length === 0 ? [] : await listSuspects(db, raceid, bibs),
    await photosOfBibs(db, raceid, bibs, now),
    new Map((await eventsOf(db, raceid)).map((event) => [event.id, nameIn(lang, event.name, event.names)])),
  ]
  return rows.map((row) => {
    const { gap, points, ratio, predicted, earlier } = Evidence.parse(row.evidence)
    return {
      id: row.id,
      eventid: row.eventid,
      event: events.get(row.eventid) ?? '',
      kind: row.kind,
      runners: bibsOfCase(row).map((bib) => {
        const found = suspects.find((one) => one.bib === bib && one.eventid === row.eventid)
        return {
          bib,
          name: found?.name ?? null,
          gender: found?.gender ?? null,
          age: found?.age ?? null,
          outcome: found?.outcome ?? null,
          ms: found?.gun_ms ?? null,
          registrationid: found?.registrationid ?? null,
          photos: (photos.get(bib) ?? []).slice(0, PHOTOS),
        }
      }),
      gap: gap ?? null,
      points: points ?? null,
      ratio: ratio ?? null,
      predicted: predicted ?? null,
      earlier: earlier ?? null,
      state: row.state,
      reason: row.reason,
      decided_at: row.decided_at,
    }
  })
}
