/** The flags of a runner on a device, as bits of one number. */
export const flags = { paid: 1, over: 2, guardian: 4, disclaimer: 8, health: 16 } as const
type Flagged = { paid: boolean; over: boolean; guardian: boolean; signed: readonly string[] }
export const flagsOf = ({ paid, over, guardian, signed }: Flagged): number =>
  (paid ? flags.paid : 0) |
  (over ? flags.over : 0) |
  (guardian ? flags.guardian : 0) |
  (signed.includes('disclaimer') ? flags.disclaimer : 0) |
  (signed.includes('health') ? flags.health : 0)
export const flaggedBy = (bits: number): Flagged => ({
  paid: (bits & flags.paid) !== 0,
  over: (bits & flags.over) !== 0,
  guardian: (bits & flags.guardian) !== 0,
  signed: (['disclaimer', 'health'] as const).filter((kind) => (bits & flags[kind]) !== 0),
})

/**
 * The number of characters in a key's mark. 16 characters hold 96 bits, which is enough to tell 30,000 runners apart.
 * Nobody can make a key from a mark.
 */
export const MARK = 16
/**
 * Returns the mark under which a device keeps a key. By this mark the device finds the runner of a scanned code, and a
 * lost device holds no link to a status page.
 */
export const markFrom = (sha256: Uint8Array): string =>
  btoa(String.fromCharCode(...sha256))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, MARK)

/** Returns the end of a masked number. A device keeps only this part of the number. */
export const maskEnd = (mask: string | null): string => (mask ?? '').slice(-4)

/** The largest number of runners in one part of a load. */
export const PART = 5_000
/**
 * The overlap of two loads. A transaction may commit after another transaction that began later, so a load looks back
 * by more than the duration of any transaction. A repeated row does no harm.
 */
export const LOAD_OVERLAP_MS = 120_000
/**
 * Writes the version of a finished load: the moment at which the load began. With `after`, writes the place where the
 * next part of the load begins: this moment and the id of the last runner.
 */
export const versionText = (began: Date, after?: number): string =>
  after === undefined ? String(began.getTime()) : `${began.getTime()}.${after}`
export const readVersion = (text: string | undefined): { began: Date; after: number } | undefined => {
  const found = /^(\d{1,14})(?:\.(\d{1,15}))?$/.exec(text ?? '')
  return found ? { began: new Date(Number(found[1])), after: Number(found[2] ?? 0) } : undefined
}

/** The number of milliseconds by which a moment may be wrong. With a larger error the entry is in doubt. */
export const UNSURE_MS = 120_000

/** The time after which the server counts a device as away. A device with network has four contacts a minute. */
const AWAY_MS = 180_000
/**
 * Tells whether a device may hold entries that the server does not know. A revoked device erases its store at its next
 * contact.
 */
export const isDeviceAway = (
  { seen_at, revoked_at }: { seen_at: Date | null; revoked_at: Date | null },
  now: Date,
): boolean =>
  revoked_at === null
    ? seen_at === null || now.getTime() - seen_at.getTime() > AWAY_MS
    : seen_at !== null && seen_at < revoked_at

/** Returns the moment until which a device may work without contact. */
export const worksUntil = (now: Date, hours: number): Date => new Date(now.getTime() + Math.min(24, hours) * 3_600_000)

/** Returns the milliseconds to add to the device's clock to get the server's time. Undefined if no clock was sent. */
export const offsetOf = (now: Date, clock: string | undefined): number | undefined =>
  clock === undefined ? undefined : now.getTime() - Date.parse(clock)
