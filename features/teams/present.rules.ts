import type { Lang } from '#contract/words.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import type { StoredTeam } from './store.ts'

/**
 * Presents a team as lists show it. `knows` is true for members of the team, who see the captain's name even if it is
 * hidden from other people.
 */
export const teamLineOf = (
  lang: Lang,
  team: StoredTeam,
  settings: Pick<RaceSettings, 'team_least' | 'team_most'>,
  knows = false,
) => ({
  id: team.id,
  raceid: team.raceid,
  name: team.name,
  profile: team.profile,
  cover: team.cover,
  members: team.members,
  most: settings.team_most,
  counts: team.members >= settings.team_least,
  captain: nameFor(lang, { name: team.captain_name, hide_name: team.captain_hides }, knows),
  created_at: team.created_at,
})
