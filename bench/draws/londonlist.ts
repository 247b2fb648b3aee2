import { randomBytes } from 'node:crypto'
import { type BallotRules, ballotListText } from '#features/ballot/list/list.rules.ts'

/** The number of entries in London 2026's ballot. */
export const LONDON = 1_133_813
export const londonRules: BallotRules = {
  race: 2026,
  event: 1,
  places: 20_000,
  segments: [{ name: 'qualified', places: 3000 }, { name: 'local', places: 4000 }, { name: 'open' }],
  groups: 'skip',
  source: { kind: 'number', says: 'the sum of the day' },
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
export const londonList = (count: number): { ids: string[]; bytes: Uint8Array } => {
  const entries = Array.from({ length: count }, (_, n) => ({
    id: hex(16),
    group: null as string | null,
    weights: n < 500 ? ('direct' as const) : [n % 50 === 0 ? 1 : 0, n % 12 === 0 ? 1 : 0, 1 + (n % 4)],
  }))
  for (let n = 600; n + 4 < count / 20; n += 4) {
    const group = hex(16)
    for (let mate = 0; mate < 3; mate++) entries[n + mate]!.group = group
  }
  return { ids: entries.map(({ id }) => id), bytes: new TextEncoder().encode(ballotListText(londonRules, entries)) }
}
