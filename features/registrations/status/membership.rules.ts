type TeamSettings = { teams: boolean; team_until?: string | undefined }

/**
 * Until when teams of an event's runners change: the race's own moment, else the end of its sign-up; null where nothing
 * ends it.
 */
export const teamsUntil = (settings: Pick<TeamSettings, 'team_until'>, signupUntil: Date | null): Date | null =>
  settings.team_until === undefined ? signupUntil : new Date(settings.team_until)

/** Why teams do not change now, or undefined where they do. */
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
/** Whether a registration can be of a team; the same in SQL stands in the teams' store. */
export const mayBeMember = ({ deleted_at, closed_at, refundid, state }: Alive): boolean =>
  deleted_at === null && closed_at === null && refundid === 0 && state !== 'delay' && state !== 'waitfail'

/** Whether it may found or join one. A person whom the review refused stays in a team while the entry can be mended. */
export const mayJoinTeam = (alive: Alive): boolean => mayBeMember(alive) && alive.state !== 'auditfail'
