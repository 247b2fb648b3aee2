import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { violationOf } from '#db/errors/violation.ts'
import { isKept } from '#features/files/service.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import { readPublishedRace } from '#features/races/service.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { settingsOf } from '#features/races/rules.ts'
import { mayJoinTeam, teamsUntil, whyTeamsStand } from '#features/registrations/status/membership.rules.ts'
import { isMine, ownRegistrationsAmong, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { hashPassword } from '#features/staff/password.service.ts'
import { type Context, type Parts, type Who, handle } from '#seam/server/handle.ts'
import { lockTeamed } from '#features/registrations/public.store.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import { teamCreate, teamFetch, teamList, teamMembers, teamPasswd, teamSave, teamSearch } from './contract.ts'
import { joinTeam, moveMember, tryPassword } from './joining.service.ts'
import { teamLineOf } from './present.rules.ts'
import { type TeamDraft, checkTeam, normalTeamName } from './rules.ts'
import {
  type MemberRow,
  type StoredTeam,
  dissolve,
  findTeam,
  insertTeam,
  listMembers,
  listTeams,
  lockTeam,
  lockTeamOfName,
  setTeam,
  updateTeam,
} from './store.ts'
import { refusals, words } from './words.ts'

/**
 * The limit on new teams and on changes of their passwords. Each of these calls hashes a password, which costs time.
 */
const founds = rateOf(20, 600, 'teams founds')

const settingsFor = async (db: Db, raceid: number, now: Date): Promise<RaceSettings | undefined> => {
  const race = await readPublishedRace(db, raceid, now)
  return race ? settingsOf(race) : undefined
}

type TeamCall = Pick<Parts, 'db' | 'seal'> & { who: Who }
/** Finds the members that belong to the caller: the account signed them up, or holds their mobile. */
const mineOf = ({ db, seal, who }: TeamCall, members: readonly MemberRow[]): Promise<MemberRow[]> =>
  ownRegistrationsAmong(db, seal, members, who.uid)
/**
 * Tells whether the caller leads the team. Inside a transaction, `db` must be this transaction. A call that holds one
 * connection and waits for a second could wait for ever.
 */
const leads = ({ db, seal, who }: TeamCall, team: StoredTeam): Promise<boolean> =>
  isMine(db, seal, { uid: team.captain_uid, raceid: team.raceid, mobile_ix: team.captain_mobile_ix }, who.uid)

const presentTeam = async (
  caller: TeamCall & Pick<Context<typeof teamFetch>, 'say' | 'lang'>,
  team: StoredTeam,
  settings: RaceSettings,
  now: Date,
) => {
  const mine = await mineOf(caller, await listMembers(caller.db, team.raceid, team.id))
  const why = whyTeamsStand(settings, team.captain_signup_until, now)
  return {
    ...teamLineOf(caller.lang, team, settings, mine.length > 0),
    least: settings.team_least,
    until: teamsUntil(settings, team.captain_signup_until),
    why: why === undefined ? null : caller.say(refusals[why].message),
    mine: mine.length > 0,
    captain_of: mine.some(({ id }) => id === team.captain),
  }
}

const presentMembers = async (caller: TeamCall & Pick<Context<typeof teamMembers>, 'lang'>, team: StoredTeam) => {
  const members = await listMembers(caller.db, team.raceid, team.id)
  const mine = new Set((await mineOf(caller, members)).map(({ id }) => id))
  const items = members.map(({ id, _key, name, hide_name, e_name, e_names, team_at }) => ({
    memberid: id,
    name: nameFor(caller.lang, { name, hide_name }, mine.size > 0),
    event: nameIn(caller.lang, e_name, e_names),
    captain: id === team.captain,
    joined_at: team_at,
    _key: mine.has(id) ? _key : null,
  }))
  return { items: [...items.filter(({ captain }) => captain), ...items.filter(({ captain }) => !captain)] }
}

const pageOfTeams = async (
  db: Db,
  lang: Lang,
  input: { raceid: number; after?: string | undefined; limit: number },
  q: string,
  settings: RaceSettings,
) => {
  const before = idIn(input.after)
  const rows = await listTeams(db, input.raceid, { q: normalTeamName(q), before, limit: rowsFor(input.limit) })
  const { rows: shown, after } = pageOf(rows, input.limit, byId)
  return {
    items: shown.map((row) => teamLineOf(lang, row, settings)),
    after,
  }
}

/** Runs the work. Calls `taken` if another call chose the same name for a team at the same moment. */
const withName = async <T>(work: () => Promise<T>, taken: () => never): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    return violationOf(error)?.constraint === 'one_team_of_a_name' ? taken() : Promise.reject(error as Error)
  }
}
/** Tells whether another team has the name. A team without members frees its name. */
const isNameTaken = async (
  tx: Tx,
  raceid: number,
  name_norm: string,
  own: number | undefined,
  now: Date,
): Promise<boolean> => {
  const bearer = await lockTeamOfName(tx, raceid, name_norm)
  if (bearer === undefined || bearer === own) return false
  if (await findTeam(tx, raceid, bearer)) return true
  await dissolve(tx, raceid, bearer, now)
  return false
}

type Checking = Pick<Context<typeof teamSave>, 'say' | 'db'> & {
  refuse: (word: 'field_wrong', facts: { fields: Record<string, string> }) => never
}
const refuseWrong = async (
  { say, refuse, db }: Checking,
  draft: Partial<TeamDraft>,
  raceid: number,
  keptCover?: string,
): Promise<void> => {
  const wrong = checkTeam(draft)
  if (
    draft.cover !== undefined &&
    !wrong.cover &&
    draft.cover !== keptCover &&
    !(await isKept(db, raceid, draft.cover))
  )
    wrong.cover = { message: words.cover_unknown }
  if (Object.keys(wrong).length > 0)
    refuse('field_wrong', {
      fields: Object.fromEntries(
        Object.entries(wrong).map(([field, { message, values }]) => [field, say(message, values)]),
      ),
    })
}

export const routes = [
  handle(teamList, async ({ input, db, now, lang, refuse }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    return settings.teams ? pageOfTeams(db, lang, input, '', settings) : refuse('no_teams')
  }),

  handle(teamSearch, async ({ input, db, now, lang, refuse }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    return settings.teams ? pageOfTeams(db, lang, input, input.name, settings) : refuse('no_teams')
  }),

  handle(teamFetch, async ({ input, db, seal, who, say, lang, now, refuse }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    const team = (await findTeam(db, input.raceid, input.id)) ?? refuse('team_not_found')
    return presentTeam({ db, seal, who, say, lang }, team, settings, now)
  }),

  handle(teamCreate, async ({ input, db, seal, who, say, lang, now, refuse, save }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) refuse('no_permission')
    const why = whyTeamsStand(race.settings, row.e_signup_until, now)
    if (why) refuse(why)
    if (!mayJoinTeam(row)) refuse('not_a_live_registration')
    await refuseWrong(
      { say, refuse, db },
      { name: input.name, profile: input.profile, cover: input.cover, password: input.password },
      race.id,
    )
    const wait = founds.count(String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const password = await hashPassword(input.password)
    const name_norm = normalTeamName(input.name)
    const founded = await withName(
      () =>
        save(async (tx) => {
          if (await isNameTaken(tx, race.id, name_norm, undefined, now)) return refuse('team_name_taken')
          const mine = await lockTeamed(tx, race.id, row._key)
          if (!mine || !mayJoinTeam(mine)) return refuse('not_a_live_registration')
          if (mine.teamid !== null) return refuse('in_a_team')
          const id = await insertTeam(tx, {
            raceid: race.id,
            name: input.name,
            name_norm,
            profile: input.profile,
            cover: input.cover,
            password,
            captain: mine.id,
            created_at: now,
            updated_at: now,
          })
          await setTeam(tx, race.id, mine.id, id, now)
          await noteRegistrations(tx, race.id, 'registration.team_changed', [mine.id], now)
          const team = (await findTeam(tx, race.id, id))!
          return {
            ...teamLineOf(lang, team, race.settings, true),
            least: race.settings.team_least,
            until: teamsUntil(race.settings, row.e_signup_until),
            why: null,
            mine: true,
            captain_of: true,
          }
        }),
      () => refuse('team_name_taken'),
    )
    return founded
  }),

  handle(teamSave, async ({ input, db, seal, who, say, lang, now, refuse, save }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    const team = (await findTeam(db, input.raceid, input.id)) ?? refuse('team_not_found')
    if (!(await leads({ db, seal, who }, team))) refuse('not_captain')
    if (whyTeamsStand(settings, team.captain_signup_until, now)) refuse('teams_over')
    await refuseWrong(
      { say, refuse, db },
      { name: input.name, profile: input.profile, cover: input.cover },
      team.raceid,
      team.cover,
    )
    const name_norm = normalTeamName(input.name)
    return withName(
      () =>
        save(async (tx) => {
          if (await isNameTaken(tx, team.raceid, name_norm, team.id, now)) return refuse('team_name_taken')
          await lockTeam(tx, team.raceid, team.id)
          await updateTeam(tx, team.raceid, team.id, {
            name: input.name,
            name_norm,
            profile: input.profile,
            cover: input.cover,
            updated_at: now,
          })
          const after = (await findTeam(tx, team.raceid, team.id)) ?? refuse('team_not_found')
          // Another member became captain meanwhile, so the caller may not change the team any more.
          if (!(await leads({ db: tx, seal, who }, after))) return refuse('not_captain')
          return {
            ...teamLineOf(lang, after, settings, true),
            least: settings.team_least,
            until: teamsUntil(settings, after.captain_signup_until),
            why: null,
            mine: true,
            captain_of: true,
          }
        }),
      () => refuse('team_name_taken'),
    )
  }),

  handle(teamPasswd, async ({ input, db, seal, who, say, now, refuse, save }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    const team = (await findTeam(db, input.raceid, input.id)) ?? refuse('team_not_found')
    if (!(await leads({ db, seal, who }, team))) refuse('not_captain')
    if (whyTeamsStand(settings, team.captain_signup_until, now)) refuse('teams_over')
    await refuseWrong({ say, refuse, db }, { password: input.password }, team.raceid)
    const wait = founds.count(String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const password = await hashPassword(input.password)
    return save(async (tx) => {
      await lockTeam(tx, team.raceid, team.id)
      const held = (await findTeam(tx, team.raceid, team.id)) ?? refuse('team_not_found')
      if (!(await leads({ db: tx, seal, who }, held))) return refuse('not_captain')
      await updateTeam(tx, team.raceid, team.id, { password, updated_at: now })
      return { id: team.id }
    })
  }),

  handle(teamMembers, async ({ input, db, seal, who, lang, now, refuse, save }) => {
    const settings = (await settingsFor(db, input.raceid, now)) ?? refuse('race_not_found')
    const team = (await findTeam(db, input.raceid, input.teamid)) ?? refuse('team_not_found')
    const { act } = input
    const caller = { db, seal, who, lang }
    if (act === undefined) return presentMembers(caller, team)
    const uid = who.uid ?? refuse(who.expired ? 'session_expired' : 'not_logged_in')
    /** Runs a change, and reads the list afterwards, so that the answer shows the team's present state. */
    const moved = async (work: (tx: Tx) => Promise<Parameters<typeof refuse>[0] | undefined>) => {
      await save(async (tx) => {
        const why = await work(tx)
        return why ? refuse(why) : { items: [] }
      })
      const after = await findTeam(db, team.raceid, team.id)
      return after ? presentMembers(caller, after) : { items: [] }
    }
    if (act === 'join' || act === 'leave') {
      const { row } =
        (input.id === undefined ? undefined : await registrationOf({ db }, input.id, now)) ??
        refuse('registration_not_found')
      if (row.raceid !== team.raceid) return refuse('registration_not_found')
      if (!(await isMine(db, seal, row, uid))) return refuse('no_permission')
      const why = whyTeamsStand(settings, row.e_signup_until, now)
      if (why) return refuse(why)
      if (act === 'leave') return moved((tx) => moveMember(tx, team, { act, memberid: row.id, by: row.id }, now))
      if (!mayJoinTeam(row)) return refuse('not_a_live_registration')
      if (row.teamid !== null && row.teamid !== team.id) return refuse('in_a_team')
      const tried = await tryPassword(db, team, uid, input.password, now)
      if ('wait' in tried) return refuse('too_often', { retry_after: tried.wait })
      if (!tried.right) return refuse('team_password_wrong', { field: 'password' })
      return moved((tx) => joinTeam(tx, team, row._key, settings.team_most, now))
    }
    if (!(await leads(caller, team))) return refuse('not_captain')
    if (whyTeamsStand(settings, team.captain_signup_until, now)) return refuse('teams_over')
    return moved((tx) => moveMember(tx, team, { act, memberid: input.memberid ?? 0, by: team.captain }, now))
  }),

  ...consoleRoutes,
]
