/** The time for which positions are kept after the last sign of a device, in milliseconds: 72 hours. */
export const KEPT_MS = 72 * 3_600_000
/** The moment at which the positions of a track are erased, if no more come. */
export const keptUntil = (track: { contact_at: Date | null; stopped_at: Date | null; created_at: Date }): Date =>
  new Date((track.contact_at ?? track.stopped_at ?? track.created_at).getTime() + KEPT_MS)
