import type { RoleHeld } from '#contract/rights.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { wrong } from '#contract/wrong.ts'
import type { Db } from '#db/db.ts'
import { type Limit, countTry, forgetTries } from '#db/limits/limits.ts'
import {
  closeSession,
  closeSessionsOf,
  openSession,
  refreshSessionsOf,
  removeSessionsOf,
  tokenHash,
  networkOf,
} from '#db/sessions.ts'
import { countAndAsk, forgive, isKnownBrowser, rememberBrowser } from '#features/checks/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { ownOf } from '#seam/server/asker.ts'
import { type Context, handle, nobody } from '#seam/server/handle.ts'
import { lockStaff, logChange, makeLink } from './service.ts'
import {
  consoleClaim,
  consoleClaimShow,
  consoleLogList,
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleStaffList,
  consoleStaffRemove,
  consoleStaffSave,
} from './contract.ts'
import { hashPassword, isPassword } from './password.service.ts'
import {
  hasOwnerOfRace,
  isOwner,
  normalHeld,
  normalLogin,
  racesOf,
  rightsOf,
  unknownOwn,
  whyWeakPassword,
} from './rules.ts'
import {
  type StaffLine,
  countOwners,
  findLink,
  findStaff,
  findStaffByLogin,
  findStaffLine,
  hasOwner,
  insertStaff,
  listLog,
  listOwnRoles,
  listStaff,
  removeLinks,
  rolesOf,
  saveRoles,
  saveStaff,
  takeLink,
} from './store.ts'
import { words } from './words.ts'

const quarter = 15 * 60
/**
 * The kind of a remembered browser. A browser in which this person has logged in before has its own count of wrong
 * passwords for some time.
 */
const LOGIN = 'login'
const ownTries: Limit = { kind: 'console login of browser', max: 20, seconds: quarter }
/** Limits tries of invented links: for each browser, and for all browsers without our cookie behind one address. */
const links = allowanceOf({ own: 30, network: 30 }, quarter)

const me = async (db: Db, staffid: number, raceid: number | undefined) => {
  const staff = await findStaff(db, staffid)
  if (!staff) throw new Error(`Staff ${staffid} has a session and is not there`)
  const held = await rolesOf(db, staffid)
  return { ...staff, roles: held, rights: rightsOf(held, raceid ?? null), races: racesOf(held) }
}

/** Presents a member of staff in the log. */
const shownStaff = (staff: { login: string; name: string; roles: readonly RoleHeld[] }) => ({
  login: staff.login,
  name: staff.name,
  roles: staff.roles.map(({ raceid, role, name }) => (raceid === null ? role : `${name ?? role} of race ${raceid}`)),
})

/** Refuses an unknown link. After too many tries it refuses with a limit instead. */
const refuseLink = (context: Context<typeof consoleClaim> | Context<typeof consoleClaimShow>): never => {
  const retry_after = links.count(context, context.now)
  return retry_after > 0 ? context.refuse('too_often', { retry_after }) : context.refuse('link_spent')
}

export const routes = [
  handle(consoleClaimShow, async (context) => {
    const { input, db, now } = context
    const link = await findLink(db, tokenHash(input.token), now)
    if (!link) return refuseLink(context)
    return { owner: link.staffid === null, login: link.login ?? '', name: link.name ?? '' }
  }),

  handle(consoleClaim, async (context) => {
    const { input, db, now, address, userAgent, raceid, meet, refuse, refuseField, setSession, setMessage } = context
    const link = await findLink(db, tokenHash(input.token), now)
    if (!link) return refuseLink(context)
    const login =
      link.login ?? (input.login === undefined ? refuseField('login', wrong.required) : normalLogin(input.login))
    const name = link.name ?? input.name ?? refuseField('name', wrong.required)
    const weak = whyWeakPassword(input.password, login)
    if (weak) refuseField('password', weak === 'has_login' ? words.password_has_login : words.password_too_plain)
    const password = await hashPassword(input.password)
    const { staffid, token } = await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const taken = (await takeLink(tx, tokenHash(input.token), now)) ?? refuse('link_spent')
      if (taken.staffid === null && (await hasOwner(tx))) refuse('link_spent')
      if (taken.staffid === null && (await findStaffByLogin(tx, login))) refuse('login_taken')
      const claimed = taken.staffid ?? (await insertStaff(tx, { login, name, password, now }))
      if (taken.staffid === null) await saveRoles(tx, claimed, [{ raceid: null, role: 'owner' }])
      else await saveStaff(tx, claimed, { password }, now)
      await logChange(tx, {
        who: { ...nobody, staffid: claimed },
        now,
        raceid: null,
        what: taken.staffid === null ? 'owner made' : 'password chosen',
        target: `staff ${claimed}`,
      })
      await removeSessionsOf(tx, claimed)
      return { staffid: claimed, token: await openSession(tx, { staffid: claimed, userAgent, address, now }) }
    })
    await refreshSessionsOf(db, staffid)
    await rememberBrowser(db, LOGIN, login, meet().id, now)
    setSession(token)
    setMessage(words.logged_in)
    return me(db, staffid, raceid)
  }),

  handle(consoleLogin, async (context) => {
    const { input, db, now, who, address, userAgent, raceid, meet, refuse, setSession, setMessage } = context
    const login = normalLogin(input.login)
    const isKnown = await isKnownBrowser(db, LOGIN, login, context, now)
    if (isKnown) {
      const retry_after = await countTry(db, ownTries, `${login}\n${ownOf(context)}`, now)
      if (retry_after > 0) refuse('too_often', { retry_after })
    } else {
      // A correct password removes its try from the count.
      const why = await countAndAsk(db, 'password', context, login, input, now, meet)
      if (why) refuse(why.word, why.facts)
    }
    const staff = await findStaffByLogin(db, login)
    const right = await isPassword(input.password, staff?.password ?? null)
    const noted = (what: 'logged in' | 'login refused') =>
      db.transaction().execute((tx) =>
        logChange(tx, {
          who: undefined,
          now,
          raceid: null,
          what,
          target: `staff ${staff?.staffid ?? '-'}`,
          after: { from: networkOf(address) },
        }),
      )
    if (!staff || !right) {
      // Logs the refused login outside of the transaction, because a refusal rolls the transaction back. The log does
      // not keep the typed login, which may be a password in the wrong field.
      await noted('login refused')
      return refuse('login_wrong')
    }
    await forgive(db, 'password', context, login)
    if (isKnown) await forgetTries(db, ownTries, `${login}\n${ownOf(context)}`)
    await rememberBrowser(db, LOGIN, login, meet().id, now)
    if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(
      await db.transaction().execute((tx) => openSession(tx, { staffid: staff.staffid, userAgent, address, now })),
    )
    await noted('logged in')
    setMessage(words.logged_in)
    return me(db, staff.staffid, raceid)
  }),

  handle(consoleLogout, async ({ input, db, who, setSession, setMessage }) => {
    if (input.everywhere && who.staffid !== null) await closeSessionsOf(db, { staffid: who.staffid })
    else if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(null)
    setMessage(words.logged_out)
    return {}
  }),

  handle(consoleMe, async ({ db, who, raceid }) => me(db, who.staffid!, raceid)),

  handle(consoleStaffList, async ({ db }) => ({ items: await listStaff(db) })),

  handle(consoleStaffSave, async ({ input, db, now, who, origin, refuse, refuseField }) => {
    const login = normalLogin(input.login)
    if (hasOwnerOfRace(input.roles)) refuseField('roles', words.owner_for_all)
    const held = normalHeld(input.roles)
    // This call does not use `save`, because its answer holds a secret, and `save` would store the answer for a
    // repetition.
    const saved = await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const before =
        input.staffid === undefined
          ? undefined
          : ((await findStaffLine(tx, input.staffid)) ?? refuse('staff_not_found'))
      const namesake = await findStaffByLogin(tx, login)
      if (namesake && namesake.staffid !== before?.staffid) refuse('login_taken')
      const staffid = before?.staffid ?? (await insertStaff(tx, { login, name: input.name, password: null, now }))
      if (before) await saveStaff(tx, staffid, { login, name: input.name }, now)
      if (unknownOwn(held, await listOwnRoles(tx)).length > 0) refuse('role_not_found')
      await saveRoles(tx, staffid, held)
      if (before && isOwner(before.roles) && (await countOwners(tx)) === 0) refuse('last_owner')
      const link = !before || input.link ? await makeLink(tx, origin, staffid, now) : null
      const after = (await findStaffLine(tx, staffid)) as StaffLine
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: before ? 'staff changed' : 'staff added',
        target: `staff ${staffid}`,
        before: before && shownStaff(before),
        after: shownStaff(after),
      })
      if (link !== null) await logChange(tx, { who, now, raceid: null, what: 'link made', target: `staff ${staffid}` })
      return { staff: after, link }
    })
    await refreshSessionsOf(db, saved.staff.staffid)
    return saved
  }),

  handle(consoleStaffRemove, async ({ input, db, now, who, refuse }) => {
    await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const before = (await findStaffLine(tx, input.staffid)) ?? refuse('staff_not_found')
      await saveStaff(tx, before.staffid, { removed_at: now }, now)
      await saveRoles(tx, before.staffid, [])
      await removeLinks(tx, before.staffid)
      if (isOwner(before.roles) && (await countOwners(tx)) === 0) refuse('last_owner')
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'staff removed',
        target: `staff ${before.staffid}`,
        before: shownStaff(before),
      })
    })
    await closeSessionsOf(db, { staffid: input.staffid })
    return { staffid: input.staffid }
  }),

  handle(consoleLogList, async ({ input, db, raceid }) => {
    const before = idIn(input.after)
    const rows = await listLog(db, { raceid: raceid ?? null, before, limit: rowsFor(input.limit) })
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return { items, after }
  }),
]
