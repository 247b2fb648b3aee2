import type { RaceSettings } from '#features/races/contract.ts'
import type { TeamRow } from './store.ts'

/** A team as lists answer it. */
export const lineOf = (team: TeamRow, settings: Pick<RaceSettings, 'team_least' | 'team_most'>) => ({
  id: team.id,
  raceid: team.raceid,
  name: team.name,
  profile: team.profile,
  cover: team.cover,
  members: team.members,
  most: settings.team_most,
  counts: team.members >= settings.team_least,
  captain: team.captain_name,
  created_at: team.created_at,
})
