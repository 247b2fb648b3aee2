/**
 * The time for which a device works without contact. All moments are the server's, in milliseconds. A device's clock
 * may be wrong by hours, so the device keeps the difference that it measured at the last contact.
 */
export type Lease = {
  /** The number to add to the device's clock. */
  offset: number
  contact: number
  until: number
  /** The latest moment that the device knows to be past. */
  seen: number
}
/** A clock that is behind by less than this has only drifted. Nobody has set it. */
const DRIFT_MS = 120_000

/** Returns the lease that an answer of the server gives. `device` is the device's clock at the answer. */
export const leaseFrom = (now: number, until: number, device: number): Lease => ({
  offset: now - device,
  contact: now,
  until,
  seen: now,
})

/**
 * Updates the lease while the page is open. `steady` is the time since the last update, by a clock that nobody can set.
 * If somebody set the device's clock back meanwhile, `offset` grows, so that the server's time goes on.
 */
export const moveOn = (lease: Lease, device: number, steady: number): Lease => {
  const read = device + lease.offset
  const least = lease.seen + steady
  return read < least - DRIFT_MS
    ? { ...lease, offset: least - device, seen: least }
    : { ...lease, seen: Math.max(read, least) }
}

/** `moved`: somebody set the clock back while the page was closed, so nobody knows how long the page was closed. */
export type LeaseState = 'valid' | 'over' | 'moved'
export const leaseState = (lease: Lease, device: number): LeaseState => {
  const read = device + lease.offset
  if (read < lease.seen - DRIFT_MS) return 'moved'
  return Math.max(read, lease.seen) >= lease.until ? 'over' : 'valid'
}

/** Returns the server's time, as the device works it out. */
export const serverTime = ({ offset, seen }: Lease, device: number): number => Math.max(device + offset, seen)
