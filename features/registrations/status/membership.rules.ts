type TeamSettings = { teams: boolean; team_until?: string | undefined }

/**
 * Returns the moment until which teams of an event's runners may change: the race's own moment, or else the end of the
 * event's sign-up. Returns null if there is no such end.
 */
export const teamsUntil = (settings: Pick<TeamSettings, 'team_until'>, signupUntil: Date | null): Date | null =>
  settings.team_until === undefined ? signupUntil : new Date(settings.team_until)

/** Names the reason why a team cannot change at this moment. */
export const whyTeamsStand = (
  settings: TeamSettings,
  signupUntil: Date | null,
  now: Date,
): 'no_teams' | 'teams_over' | undefined => {
  if (!settings.teams) return 'no_teams'
  const until = teamsUntil(settings, signupUntil)
  return until && until <= now ? 'teams_over' : undefined
}

type Alive = { deleted_at: Date | null; closed_at: Date | null; refundid: number; state: string }
/** Tells whether a registration can belong to a team. The teams' store has the same rule in SQL. */
export const mayBeMember = ({ deleted_at, closed_at, refundid, state }: Alive): boolean =>
  deleted_at === null && closed_at === null && refundid === 0 && state !== 'delay' && state !== 'waitfail'

/**
 * Tells whether a registration may found or join a team. A runner whom the review refused stays in a team, because the
 * runner may still correct the entry.
 */
export const mayJoinTeam = (alive: Alive): boolean => mayBeMember(alive) && alive.state !== 'auditfail'
