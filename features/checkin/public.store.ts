import { type Db, type Tx, named } from '#db/db.ts'
import { readable } from '#db/readable.ts'

export type HeldSignature = {
  registrationid: number
  kind: string
  consent: string
  at: Date
  answers: Buffer
  proof: Buffer
}
/** Lists the sealed signatures of these registrations. */
export const listSignatures = (db: Db, raceid: number, ids: readonly number[]): Promise<HeldSignature[]> =>
  named<HeldSignature>(
    db,
    'signatures of registrations',
    `select registrationid, kind, consent, at, answers, proof
      from signatures
      where raceid = $1 and registrationid = any($2::bigint[])`,
    [raceid, ids],
  )
export const removeSignature = async (tx: Tx, raceid: number, registrationid: number, kind: string): Promise<void> => {
  await tx
    .deleteFrom('signatures')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .where('kind', '=', kind)
    .execute()
}
/** The registrations that signed a declaration of a kind, and when. */
export const signatureRows = readable('signatures', ['raceid', 'registrationid', 'kind', 'at', 'doctor'])

export const packageRows = readable('packages', ['raceid', 'id', 'eventid', 'place', 'from_at', 'until_at'])
