import { type Db, type Tx, named } from '#db/db.ts'
import type { ProofReason } from './contract.ts'
import type { ProofRow, ProofState } from './store.ts'

export type SeenProof = ProofRow & { name: string }
const selected = `select p.id::int, p.challengeid, p.signupid, p.day::text, p.made_up, p.proof, p.metres, p.seconds,
    p.photo, p.state, p.reason, p.note, p.decided_at, p.created_at, s.name
  from challenge_proofs p join challenge_signups s on s.raceid = p.raceid and s.id = p.signupid`
export type ProofsShown = 'waiting' | 'refused' | 'all'
export const listSeen = (
  db: Db,
  raceid: number,
  page: { challengeid: number; only: ProofsShown; after: number | undefined; limit: number },
): Promise<SeenProof[]> =>
  named<SeenProof>(
    db,
    'challenges: proofs for staff',
    `${selected} where p.raceid = $1 and p.challengeid = $2 and ($3 = 'all' or p.state = $3)
      and ($4::bigint is null or p.id < $4) order by p.id desc limit $5`,
    [raceid, page.challengeid, page.only, page.after ?? null, page.limit],
  )
export const findSeen = async (
  on: Db | Tx,
  raceid: number,
  challengeid: number,
  id: number,
): Promise<SeenProof | undefined> =>
  (
    await named<SeenProof>(
      on,
      'challenges: proof for staff',
      `${selected} where p.raceid = $1 and p.challengeid = $2 and p.id = $3`,
      [raceid, challengeid, id],
    )
  )[0]
/** Writes a decision. Returns false if another proof with the same photo counts or waits. */
export const decideProof = async (
  tx: Tx,
  raceid: number,
  { id, state, reason }: { id: number; state: ProofState; reason: ProofReason | null },
  staffid: number | null,
  now: Date,
): Promise<boolean> =>
  (
    await named(
      tx,
      'challenges: decide',
      `update challenge_proofs p set state = $3, reason = $4, decided_by = $5, decided_at = $6
        where raceid = $1 and id = $2 and ($3 = 'refused' or p.mark is null or not exists (
          select 1 from challenge_proofs o where o.raceid = p.raceid and o.challengeid = p.challengeid
            and o.mark = p.mark and o.id <> p.id and o.state <> 'refused'))
        returning id`,
      [raceid, id, state, reason, staffid, now],
    )
  ).length > 0
