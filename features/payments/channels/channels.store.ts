import type { Db, Tx } from '#db/db.ts'

export const listChannels = async (db: Db) => {
  const rows = await db.selectFrom('channels').selectAll().execute()
  return new Map(rows.map((row) => [row.gateway, row]))
}
export const listRefusals = (db: Db) =>
  db.selectFrom('channel_refusals').selectAll().orderBy('count', 'desc').orderBy('why').execute()

/**
 * Counts a race's waiting payments, waiting refunds and failed refunds. Returns a function that gives the counts of one
 * channel.
 */
export const countWaitingPayments = async (db: Db, raceid: number) => {
  const [payments, refunds] = await Promise.all([
    db
      .selectFrom('payments')
      .select(['gateway', (eb) => eb.fn.countAll<string>().as('count')])
      .where('raceid', '=', raceid)
      .where('state', '=', 'started')
      .groupBy('gateway')
      .execute(),
    db
      .selectFrom('refunds')
      .select(['payment', 'state', (eb) => eb.fn.countAll<string>().as('count')])
      .where('raceid', '=', raceid)
      .where('state', 'in', ['asked', 'sent', 'failed'])
      .groupBy(['payment', 'state'])
      .execute(),
  ])
  const sumOf = (gateway: string, states: readonly string[]) =>
    refunds
      .filter((row) => row.payment === gateway && states.includes(row.state))
      .reduce((sum, { count }) => sum + Number(count), 0)
  return (gateway: string) => ({
    waiting: Number(payments.find((row) => row.gateway === gateway)?.count ?? 0),
    refunds_waiting: sumOf(gateway, ['asked', 'sent']),
    refunds_failed: sumOf(gateway, ['failed']),
  })
}

export const lockChannel = async (tx: Tx, gateway: string, now: Date) => {
  await tx
    .insertInto('channels')
    .values({ gateway, updated_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  return tx
    .selectFrom('channels')
    .select(['proved_by', 'proved_note', 'proved_on'])
    .where('gateway', '=', gateway)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
export const saveProof = async (
  tx: Tx,
  gateway: string,
  proof: { on: string | null; by: string | null; note: string; staffid: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('channels')
    .set({
      proved_on: proof.on,
      proved_by: proof.by,
      proved_note: proof.note,
      proved_staffid: proof.staffid,
      updated_at: now,
    })
    .where('gateway', '=', gateway)
    .execute()
}
