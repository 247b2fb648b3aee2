import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'

export const eraseSignatures = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await tx.deleteFrom('signatures').where('raceid', '=', raceid).where('registrationid', '=', registrationid).execute()
}
export const eraseSignaturesBetween = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
): Promise<number> => {
  const gone = await sql`delete from signatures
        where raceid = ${raceid} and registrationid > ${after} and registrationid <= ${upto}`.execute(tx)
  return Number(gone.numAffectedRows ?? 0)
}
export const countSigned = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(distinct registrationid)::integer as n from signatures where raceid = ${raceid}`.execute(db)
  ).rows[0]!.n
