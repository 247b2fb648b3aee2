import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { consoleTeamsList, consoleTeamsMembers, consoleTeamsRemove, consoleTeamsSave } from './contract.ts'
import { moveMember } from './joining.service.ts'
import { teamLineOf } from './present.rules.ts'
import { normalTeamName } from './rules.ts'
import { dissolve, findTeam, listMembers, listTeams, lockTeam, lockTeamOfName, updateTeam } from './store.ts'

export const routes = [
  handle(consoleTeamsList, async ({ input, db, now, lang, refuse }) => {
    const settings = settingsOf((await readRace(db, input.raceid, now)) ?? refuse('race_not_found'))
    const before = idIn(input.after)
    const rows = await listTeams(db, input.raceid, { q: normalTeamName(input.q), before, limit: rowsFor(input.limit) })
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map((row) => teamLineOf(lang, row, settings, true)),
      after,
    }
  }),

  handle(consoleTeamsMembers, async ({ input, db, lang, refuse }) => {
    const team = (await findTeam(db, input.raceid, input.id)) ?? refuse('team_not_found')
    const members = await listMembers(db, input.raceid, input.id)
    return {
      items: members.map(({ id, name, e_name, e_names, team_at }) => ({
        memberid: id,
        name,
        event: nameIn(lang, e_name, e_names),
        captain: id === team.captain,
        joined_at: team_at,
      })),
    }
  }),

  handle(consoleTeamsSave, async ({ input, db, now, who, lang, refuse, save }) => {
    const { raceid, id } = input
    const settings = settingsOf((await readRace(db, raceid, now)) ?? refuse('race_not_found'))
    const name_norm = normalTeamName(input.name)
    return save(async (tx) => {
      const bearer = await lockTeamOfName(tx, raceid, name_norm)
      if (bearer !== undefined && bearer !== id) return refuse('team_name_taken')
      await lockTeam(tx, raceid, id)
      const before = (await findTeam(tx, raceid, id)) ?? refuse('team_not_found')
      if (input.remove_member !== undefined) {
        if (before.members === 1) return refuse('last_member')
        const why = await moveMember(tx, before, { act: 'remove', memberid: input.remove_member, by: 'staff' }, now)
        if (why) return refuse(why === 'not_in_team' ? why : 'team_not_found')
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'team member removed',
          target: `team ${id}`,
          before: { registration: input.remove_member },
        })
      }
      if (before.name !== input.name || before.profile !== input.profile) {
        await updateTeam(tx, raceid, id, { name: input.name, name_norm, profile: input.profile, updated_at: now })
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'team changed',
          target: `team ${id}`,
          before: { name: before.name, profile: before.profile },
          after: { name: input.name, profile: input.profile },
        })
      }
      return teamLineOf(lang, (await findTeam(tx, raceid, id))!, settings, true)
    })
  }),

  handle(consoleTeamsRemove, async ({ input, now, who, refuse, save }) => {
    const { raceid, id } = input
    return save(async (tx) => {
      await lockTeam(tx, raceid, id)
      const before = (await findTeam(tx, raceid, id)) ?? refuse('team_not_found')
      const members = (await listMembers(tx, raceid, id)).map((one) => one.id)
      await noteRegistrations(tx, raceid, 'registration.team_changed', members, now)
      await dissolve(tx, raceid, id, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'team dissolved',
        target: `team ${id}`,
        before: { name: before.name, members: before.members },
      })
      return { id }
    })
  }),
]
