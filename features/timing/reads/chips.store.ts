import { type Db, type Tx, named } from '#db/db.ts'

export const saveChips = async (
  tx: Tx,
  raceid: number,
  rows: readonly { chip: string; bib: string }[],
): Promise<void> => {
  await named(
    tx,
    'timing: chips',
    `insert into timing_chips (raceid, chip, bib) select $1, one.chip, one.bib
      from unnest($2::text[], $3::text[]) as one (chip, bib)
      on conflict (raceid, chip) do update set bib = excluded.bib`,
    [raceid, rows.map(({ chip }) => chip), rows.map(({ bib }) => bib)],
  )
}
export type ChipLine = { chip: string; bib: string }
export const linesOfChips = (on: Db | Tx, raceid: number, chips: readonly string[]): Promise<ChipLine[]> =>
  named<ChipLine>(
    on,
    'timing: bibs of chips',
    'select chip, bib from timing_chips where raceid = $1 and chip = any($2::text[])',
    [raceid, chips],
  )
export const linesOfBibs = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<ChipLine[]> =>
  named<ChipLine>(
    on,
    'timing: chips of bibs',
    'select chip, bib from timing_chips where raceid = $1 and bib = any($2::text[])',
    [raceid, bibs],
  )
