import { type Db, type Tx, named } from '#db/db.ts'

export const textsSent = async (on: Db | Tx, raceid: number): Promise<number> =>
  (
    await named<{ sent: number }>(
      on,
      'tracking: texts to followers',
      'select sent from follow_texts where raceid = $1',
      [raceid],
    )
  )[0]?.sent ?? 0
/**
 * Counts text messages as sent, as far as the race still pays for them. Returns how many of the wanted messages the
 * race pays for.
 */
export const takeTexts = async (tx: Tx, raceid: number, wanted: number, most: number): Promise<number> => {
  if (wanted === 0 || most === 0) return 0
  await named(
    tx,
    'tracking: texts begun',
    'insert into follow_texts (raceid) values ($1) on conflict (raceid) do nothing',
    [raceid],
  )
  const [row] = await named<{ sent: number }>(
    tx,
    'tracking: texts locked',
    'select sent from follow_texts where raceid = $1 for update',
    [raceid],
  )
  const taken = Math.max(0, Math.min(wanted, most - row!.sent))
  if (taken > 0)
    await named(tx, 'tracking: texts taken', 'update follow_texts set sent = sent + $2 where raceid = $1', [
      raceid,
      taken,
    ])
  return taken
}
