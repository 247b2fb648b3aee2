import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { tableSource } from '#seam/server/tables.ts'
import { pageOfRanking } from '#features/exports/ranked.rules.ts'
import { type SeenProof, listSeen } from './console.store.ts'
import { rankPeople } from './days.rules.ts'
import { type PersonDays, findChallenge, listPeople } from './store.ts'
import { proofWords, proofReasonWords, proofStateWords, tableWords as words } from './words.ts'

const Filter = z.object({ id: Int })
type Filtered = z.output<typeof Filter>

const proofs = tableSource<SeenProof, Filtered>({
  name: 'challenge_proofs',
  label: words.proofs,
  right: 'results.edit',
  filter: Filter,
  columns: async () => [
    { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
    { name: 'day', label: words.day, kind: 'text', cell: ({ day }) => day },
    { name: 'made_up', label: words.made_up, kind: 'number', cell: ({ made_up }) => Number(made_up) },
    { name: 'proof', label: words.proof, kind: 'text', cell: ({ proof }, { lang }) => proofWords[proof][lang] },
    { name: 'metres', label: words.metres, kind: 'number', cell: ({ metres }) => metres },
    { name: 'seconds', label: words.seconds, kind: 'number', cell: ({ seconds }) => seconds },
    { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => proofStateWords[state][lang] },
    {
      name: 'reason',
      label: words.reason,
      kind: 'text',
      cell: ({ reason }, { lang }) => (reason === null ? null : proofReasonWords[reason][lang]),
    },
    { name: 'created_at', label: words.created_at, kind: 'moment', cell: ({ created_at }) => created_at },
  ],
  read: async ({ db }, { raceid, filter: { id }, after, limit }) =>
    pageOf(
      await listSeen(db, raceid, { challengeid: id, only: 'all', after: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    ),
})

type RankedRow = PersonDays & { rank: number }
const ranks = tableSource<RankedRow, Filtered>({
  name: 'challenge_ranks',
  label: words.ranks,
  right: 'results.edit',
  filter: Filter,
  columns: async () => [
    { name: 'rank', label: words.rank, kind: 'number', cell: ({ rank }) => rank },
    { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
    { name: 'group', label: words.group, kind: 'text', cell: ({ group }) => group },
    { name: 'days', label: words.days, kind: 'number', cell: ({ days }) => days },
    { name: 'metres', label: words.metres, kind: 'number', cell: ({ metres }) => metres },
  ],
  read: async ({ db }, { raceid, filter: { id }, after, limit }) => {
    const challenge = await findChallenge(db, raceid, id)
    return pageOfRanking(
      challenge ? rankPeople(challenge.goal, await listPeople(db, challenge, null)) : [],
      after,
      limit,
    )
  },
})

export const tables = [proofs, ranks]
