/**
 * The hours for which the server keeps positions after the last contact of a device, unless the race says otherwise.
 */
export const KEPT_HOURS = 72
/** Returns the moment at which the server erases the positions of a track, if no more arrive. */
export const keptUntil = (
  track: { contact_at: Date | null; stopped_at: Date | null; created_at: Date },
  hours: number,
): Date => new Date((track.contact_at ?? track.stopped_at ?? track.created_at).getTime() + hours * 3_600_000)
/** The length in seconds of the spans of a thinned track. The track keeps the first fix of each span. */
export const THINNED_SECONDS = 300
export const THINNED_DAYS = 365
