import type { Lang } from '#contract/words.ts'
import { fill, nameIn } from '#contract/words.ts'
import { hexOfBytes } from '#contract/written.ts'
import { type Chain, timeOfRound } from '#integrations/beacon/client.ts'
import type { Integrations } from '#integrations/integrations.ts'
import type { BallotDeclared } from './contract.ts'
import { metOf, criterionText } from './declared.rules.ts'
import type { MineRow } from './list/preview.store.ts'
import type { BallotRow } from './store.ts'
import { ballotProblems, words } from './words.ts'

const hex = (bytes: Uint8Array | null): string | null => bytes && hexOfBytes(bytes)
const pathOf = (row: BallotRow, file: string) => `/ballots/${row.raceid}/${row.id}/${file}`
type Named = { name: string; names: unknown }
type BeaconShown = { sandbox: boolean; chain: Chain | undefined }
/**
 * Loads the facts about the beacon that these draws need. If no draw uses the beacon, the server does not ask it.
 */
export const beaconFor = async (rows: readonly BallotRow[], { beacon }: Integrations): Promise<BeaconShown> => ({
  sandbox: beacon.sandbox,
  chain: rows.some(({ declared }) => declared.source.kind === 'beacon') ? await beacon.chain() : undefined,
})

/**
 * Presents a draw as everybody may see it. Rules and hashes appear when they are fixed, and the outcome appears after
 * its publication.
 */
export const presentBallot = (lang: Lang, row: BallotRow, event: Named, beacon: BeaconShown) => {
  const { source } = row.declared
  const isOut = row.published_at !== null
  const isFrozen = row.frozen_at !== null
  return {
    ...row,
    event: nameIn(lang, event.name, event.names),
    entries: isFrozen ? row.entries : null,
    list_hash: hex(row.list_hash),
    seed: hex(row.seed),
    outcome_hash: isOut ? hex(row.outcome_hash) : null,
    counts: isOut ? row.counts : {},
    list_path: isFrozen ? pathOf(row, 'list.txt') : null,
    outcome_path: isOut ? pathOf(row, 'outcome.txt') : null,
    chain_key:
      source.kind === 'beacon' && source.chain !== undefined && source.chain === beacon.chain?.hash
        ? beacon.chain.publicKey
        : null,
    pretend_beacon: source.kind === 'beacon' && beacon.sandbox,
  }
}

export const presentForStaff = (lang: Lang, row: BallotRow, event: Named, beacon: BeaconShown) => ({
  ...presentBallot(lang, row, event, beacon),
  outcome_hash: hex(row.outcome_hash),
  counts: row.counts,
  progress: row.progress,
  problem: row.problem,
  problem_says:
    row.problem && row.problem in ballotProblems
      ? ballotProblems[row.problem as keyof typeof ballotProblems][lang]
      : null,
  round_at:
    row.declared.source.kind === 'beacon' && row.declared.source.round !== undefined && beacon.chain
      ? timeOfRound(beacon.chain, row.declared.source.round)
      : null,
})

/** Lists the reasons for an entry's weight, one sentence each. */
export const whyOf = (
  declared: BallotDeclared,
  { weights, met }: Pick<MineRow, 'weights' | 'met'>,
  lang: Lang,
): string[] => {
  const applied = metOf(declared, met)
  if (weights === null)
    return applied.direct.map((who) => fill(words.why_direct[lang], { who: criterionText(who, lang) }))
  return [
    words.why_base[lang],
    ...applied.weights.map(({ who, plus }) => fill(words.why_plus[lang], { who: criterionText(who, lang), n: plus })),
    ...declared.segments.flatMap(({ name, says }, at) =>
      weights[at]! > 0
        ? [fill(words.why_segment[lang], { segment: nameIn(lang, says['zh-cn'] ?? name, says), n: weights[at]! })]
        : [],
    ),
  ]
}
