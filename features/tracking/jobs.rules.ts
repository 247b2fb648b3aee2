/** The time for which the server keeps positions after the last contact of a device, in milliseconds: 72 hours. */
export const KEPT_MS = 72 * 3_600_000
/** Returns the moment at which the server erases the positions of a track, if no more arrive. */
export const keptUntil = (track: { contact_at: Date | null; stopped_at: Date | null; created_at: Date }): Date =>
  new Date((track.contact_at ?? track.stopped_at ?? track.created_at).getTime() + KEPT_MS)
