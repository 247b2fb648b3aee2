import { type Tx, named } from '#db/db.ts'
import { rerank } from './believing.ts'
import { type Ranking, bandFor } from './rules.ts'
import { findSheet, saveSheet } from './store.ts'

/** Age groups by other bands, of those whose file did not name theirs. */
const writeGroups = async (tx: Tx, raceid: number, eventid: number, bands: Ranking['age_bands']): Promise<void> => {
  const rows = await named<{ id: number; age: number; agegroup: string | null }>(tx, 'results: ages', 'select id, age, agegroup from results where raceid = $1 and eventid = $2 and age is not null and not agegroup_given', [raceid, eventid])
  const moved = rows.flatMap(({ id, age, agegroup }) => (bandFor(age, bands) === agegroup ? [] : [{ id, agegroup: bandFor(age, bands) }]))
  if (moved.length === 0) return
  await named(tx, 'results: age groups', 'update results r set agegroup = one.agegroup from unnest($2::bigint[], $3::text[]) as one (id, agegroup) where r.raceid = $1 and r.id = one.id', [raceid, moved.map(({ id }) => id), moved.map(({ agegroup }) => agegroup)])
}

/** Ranks an event anew by other settings, its age groups by their bands, its points where they lie now. The caller holds its results. */
export const rankAnew = async (tx: Tx, { raceid, eventid, ranking }: { raceid: number; eventid: number; ranking: Ranking }, distances: ReadonlyMap<string, number>, now: Date): Promise<{ moved: number }> => {
  const sheet = await findSheet(tx, raceid, eventid)
  if (!sheet) return { moved: 0 }
  await writeGroups(tx, raceid, eventid, ranking.age_bands)
  const { moved, totals, basis } = await rerank(tx, raceid, eventid, ranking, sheet.corrected)
  await saveSheet(tx, { ...sheet, points: sheet.points.map((point) => ({ ...point, metres: distances.get(point.label) ?? point.metres })), totals, basis, updated_at: now })
  return { moved }
}
