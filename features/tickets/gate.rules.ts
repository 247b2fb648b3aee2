import { raceInBase36 } from '#contract/key.ts'

/** The facts of a ticket in its code. */
export type CodeFacts = { raceid: number; id: number; turn: number; goodsid: number; slot: string }

const PREFIX = 'SLT1'
const toBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

export const signedPart = ({ raceid, id, turn, goodsid, slot }: CodeFacts): string =>
  [PREFIX, ...[raceid, id, turn, goodsid].map((number) => number.toString(36)), toBase64(slot)].join('.')

/** Reads a code without checking its signature. */
export const readTicketCode = (
  text: string,
): { facts: CodeFacts; signed: string; signature: Uint8Array<ArrayBuffer> } | undefined => {
  const parts =
    /^(SLT1\.([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-z]{1,6})\.([\w-]{0,240}))\.([\w-]{86})$/.exec(
      text.trim(),
    )
  const raceid = parts ? raceInBase36(parts[2]!) : undefined
  if (!parts || raceid === undefined) return undefined
  try {
    return {
      facts: {
        raceid,
        id: Number.parseInt(parts[3]!, 36),
        turn: Number.parseInt(parts[4]!, 36),
        goodsid: Number.parseInt(parts[5]!, 36),
        slot: new TextDecoder().decode(bytesOf(parts[6]!)),
      },
      signed: parts[1]!,
      signature: bytesOf(parts[7]!),
    }
  } catch {
    return undefined
  }
}

/** Checks the signature of a code by the race's public key, in a browser or in Node, without network. */
export const isGenuine = async (
  publicKey: string,
  { signed, signature }: { signed: string; signature: Uint8Array<ArrayBuffer> },
): Promise<boolean> => {
  const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'verify',
  ])
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, new TextEncoder().encode(signed))
}

export const directions = ['in', 'out'] as const
export type Direction = (typeof directions)[number]
/**
 * The answers to a scan. `inside` and `outside` mean that the person is already there. `used` means that the kind
 * allows no second entry. `revoked` means that the code has ended. `other_kind` means that the gate does not check this
 * kind, or that the ticket is for another day.
 */
export const scanOutcomes = ['ok', 'inside', 'outside', 'used', 'revoked', 'other_kind'] as const
export type ScanOutcome = (typeof scanOutcomes)[number]

/**
 * The days of a slot that has a time. The first day begins at `from`, and the last day ends at `until`, in
 * milliseconds.
 */
export type SlotDays = [slot: string, from: number, until: number]
/** Tells whether a ticket lets people in at a moment. A ticket without a time does so on every day. */
export const isOnItsDay = (days: readonly SlotDays[], slot: string, at: number): boolean => {
  const own = days.filter(([name]) => name === slot)
  return own.length === 0 || own.some(([, from, until]) => at >= from && at < until)
}

/** A ticket with codes that are no longer valid: the codes of all turns below `below`. */
export type Revoked = [id: number, below: number]
export const isRevoked = (revoked: readonly Revoked[], { id, turn }: Pick<CodeFacts, 'id' | 'turn'>): boolean =>
  revoked.some(([ticket, below]) => ticket === id && turn < below)

/**
 * Decides a scan by the accepted scans before it, in the order of time. `reentry` tells whether a person may enter
 * again after an exit.
 */
export const decideScan = (before: readonly Direction[], direction: Direction, reentry: boolean): ScanOutcome => {
  const last = before.at(-1)
  if (direction === 'out') return last === 'in' ? 'ok' : 'outside'
  if (last === 'in') return 'inside'
  return last === 'out' && !reentry ? 'used' : 'ok'
}

/**
 * Decides a scan at a gate without network, by the last entry or exit of the ticket that the gate knows. The gate knows
 * its own scans and the scans that it got at the last contact. The person may have entered by another gate since then,
 * so the gate refuses an exit only after an exit.
 */
export const decideAlone = (last: Direction | undefined, direction: Direction, reentry: boolean): ScanOutcome =>
  direction === 'out' ? (last === 'out' ? 'outside' : 'ok') : decideScan(last ? [last] : [], direction, reentry)

/** The milliseconds that a gate's clock may be behind `contact`. With a greater difference the permission is over. */
const BACK_MS = 300_000
/**
 * The permission of a gate to work without network: the moment of the last contact by the gate's clock, and the length
 * of the permission.
 */
export type GateLease = { contact: number; ms: number }
export const isLeaseOver = ({ contact, ms }: GateLease, now: number): boolean =>
  now - contact > ms || contact - now > BACK_MS

/** A scan with the answer that it has at the moment. A later scan may change the answer. */
export type Replayed = { direction: Direction; outcome: ScanOutcome; offline: boolean }
/**
 * Decides the scans of one ticket again, in the order of their times, when a gate sends scans that it made without
 * network. An answer that the server gave at a gate does not change. If this answer contradicts an earlier scan without
 * network, the earlier scan is the clash. Returns the outcomes in the order of the scans.
 */
export const replayScans = (scans: readonly Replayed[], reentry: boolean): ScanOutcome[] => {
  const outcomes = scans.map(({ outcome }) => outcome)
  const accepted: number[] = []
  const ways = () => accepted.map((at) => scans[at]!.direction)
  for (const [at, { direction, outcome, offline }] of scans.entries()) {
    const now = decideScan(ways(), direction, reentry)
    if (offline) {
      outcomes[at] = now
      if (now === 'ok') accepted.push(at)
    } else if (outcome === 'ok') {
      const last = accepted.at(-1)
      if (now !== 'ok' && last !== undefined && scans[last]!.offline) {
        outcomes[last] = decideScan([scans[last]!.direction], scans[last]!.direction, true)
        accepted.pop()
      }
      accepted.push(at)
    }
  }
  return outcomes
}
