/** The version of the text to which a runner agrees. A new text gets a new version. */
export const JOIN_CONSENT = 1
/** The most joins that one account may have in one series. This is enough for a family. */
export const JOINS_MOST = 8
export const joinStates = ['waiting', 'joined', 'refused'] as const
export type JoinState = (typeof joinStates)[number]

/** A registration with the document number, in a race of the series. */
export type NumberedEntry = {
  name: string
  uid: number | null
  /** True if the registration has a mobile of the account that joins. Null: the registration has no mobile. */
  own_mobile: boolean | null
}
/**
 * Finds the name under which a document number joins at once. Undefined: staff decide. One registration must have a
 * mobile of the account. No registration outside the account may have another mobile. So nobody gets the older results
 * of another person by a new registration with that person's document number.
 */
export const provenName = (entries: readonly NumberedEntry[], uid: number): string | undefined => {
  const foreign = entries.some((one) => one.own_mobile === false && one.uid !== uid)
  return foreign ? undefined : entries.find((one) => one.own_mobile === true)?.name
}

/**
 * Returns the moment from which a season is over: 1 March of the next year in UTC. Corrections of races in December are
 * done by then.
 */
export const seasonOver = (season: number): Date => new Date(Date.UTC(season + 1, 2, 1))
export const lastSeasonOver = (now: Date): number => {
  const year = now.getUTCFullYear()
  return seasonOver(year - 1) <= now ? year - 1 : year - 2
}
