import type { ResultOutcome } from '../rules.ts'

/** The facts about one runner before any correction, from a file or from raw reads. Times are in milliseconds. */
export type Original = {
  outcome: ResultOutcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  splits: readonly (number | null)[]
}

/**
 * The name of the start in a list of times. The time at the start line belongs to no checkpoint and counts from the
 * gun.
 */
export const startPoint = 'start'
export const finishPoint = 'finish'
export const netPoint = 'net'

/**
 * A correction that a person makes. `time` sets or removes (null) a time: at a checkpoint (its label), at the finish,
 * at the start, or the net time. A time at the finish also changes the net time. A time at the start changes only the
 * net time. `outcome` disqualifies with a rule, takes the runner out of the race, says "not started", or (finished)
 * puts the runner back. `swap` says that two runners wore each other's bib. `team` sets the team, null for none. `name`
 * hides the name even if the runner shows it, or (`hidden` false) no longer hides it. `doubt` settles the doubt with
 * this word.
 */
export type ResultChange =
  | { kind: 'time'; point: string; ms: number | null }
  | { kind: 'outcome'; outcome: ResultOutcome; rule: string | null }
  | { kind: 'swap'; with: string }
  | { kind: 'team'; team: string | null }
  | { kind: 'name'; hidden: boolean }
  | { kind: 'doubt'; doubt: string }

export type Correction = ResultChange & {
  id: number
  raceid: number
  eventid: number
  bib: string
  reason: string
  staffid: number | null
  created_at: Date
  undone_at: Date | null
}

const last = (splits: readonly (number | null)[]): number | null => splits.findLast((ms) => ms !== null) ?? null

const withTime = (original: Original, labels: readonly string[], point: string, ms: number | null): Original => {
  if (point === netPoint) return { ...original, net_ms: ms }
  if (point === startPoint)
    return original.gun_ms === null ? original : { ...original, net_ms: Math.max(1, original.gun_ms - (ms ?? 0)) }
  if (point !== finishPoint) {
    const at = labels.indexOf(point)
    return at < 0
      ? original
      : { ...original, splits: labels.map((_, n) => (n === at ? ms : (original.splits[n] ?? null))) }
  }
  if (ms === null)
    return {
      ...original,
      outcome: original.outcome === 'dsq' ? 'dsq' : 'dnf',
      gun_ms: null,
      net_ms: null,
      stopped_ms: last(original.splits),
    }
  // A correction of the finish keeps the time between gun and start line.
  const late = original.gun_ms !== null && original.net_ms !== null ? original.gun_ms - original.net_ms : 0
  return {
    ...original,
    outcome: original.outcome === 'dsq' ? 'dsq' : 'finished',
    reason: original.outcome === 'dsq' ? original.reason : null,
    gun_ms: ms,
    net_ms: Math.max(1, ms - late),
    stopped_ms: null,
  }
}

/**
 * Applies valid corrections to a result, in their order. A runner who is put back without a finishing time counts as
 * not finished, unless the runner is still on the course.
 */
export const corrected = (
  original: Original,
  changes: readonly (ResultChange & { reason: string })[],
  labels: readonly string[],
): Original => {
  let now = original
  for (const change of changes) {
    if (change.kind === 'time') now = withTime(now, labels, change.point, change.ms)
    else if (change.kind === 'outcome') {
      if (change.outcome !== 'finished')
        now = { ...now, outcome: change.outcome, reason: [change.rule, change.reason].filter(Boolean).join(' · ') }
      else
        now = {
          ...now,
          outcome:
            now.gun_ms === null && now.net_ms === null ? (now.outcome === 'running' ? 'running' : 'dnf') : 'finished',
          reason: null,
        }
    }
  }
  return now
}

const moving: readonly ResultChange['kind'][] = ['time', 'outcome', 'swap']
/**
 * Keeps the corrections that change times or outcomes, because published ranks are wrong after them. A change of team,
 * a hidden name or a settled doubt changes no rank.
 */
export const correctionsOfTimes = <One extends { kind: ResultChange['kind'] }>(corrections: readonly One[]): One[] =>
  corrections.filter(({ kind }) => moving.includes(kind))
/** Finds the last corrected team of a bib: a name, '' for no team, null without a correction. */
export const correctedTeam = (corrections: readonly (ResultChange & { bib: string })[], bib: string): string | null => {
  const last = corrections.findLast((one) => one.kind === 'team' && one.bib === bib)
  return last?.kind === 'team' ? (last.team ?? '') : null
}

/**
 * Follows all swaps of bibs. Maps a bib to the bib from which its reads come in the end. A bib that keeps its own reads
 * in the end has no entry.
 */
export const swapped = (swaps: readonly { bib: string; with: string }[]): Map<string, string> => {
  const of = new Map<string, string>()
  const now = (bib: string) => of.get(bib) ?? bib
  for (const one of swaps) {
    const [a, b] = [now(one.bib), now(one.with)]
    of.set(one.bib, b)
    of.set(one.with, a)
  }
  for (const [bib, source] of of) if (bib === source) of.delete(bib)
  return of
}

const graceMs = 60_000
/**
 * Tells whether a rank can still change. `waiting_since` is the latest start of a runner who may still come. The rank
 * can change until that runner has run for longer than `time_ms`. One more minute is for reads that have not arrived
 * yet.
 */
export const isProvisional = (time_ms: number | null, waiting_since: Date | null, now: Date): boolean =>
  waiting_since !== null && (time_ms === null || now.getTime() - waiting_since.getTime() - graceMs <= time_ms)
