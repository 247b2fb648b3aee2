import type { RoleHeld } from '#contract/rights.ts'
import type { Tx } from '#db/db.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { wrong } from '#contract/wrong.ts'
import { type Limit, countTry, forgetTries } from '#db/limits/limits.ts'
import {
  closeSession,
  closeSessionsOf,
  openSession,
  refreshSessionsOf,
  removeSessionsOf,
  tokenHash,
} from '#db/sessions.ts'
import { countAndAsk, forgive, isKnownBrowser, rememberBrowser } from '#features/checks/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { ownKeyOf } from '#seam/server/asker.ts'
import { type Context, handle, nobody } from '#seam/server/handle.ts'
import { LOGIN, logStaffIn, meOf, noteLogin } from './login.service.ts'
import { hasSecond } from './second/rules.ts'
import { forgetSecond, renewDuties, secondOf, trySecond } from './second/service.ts'
import { endOfLink, lockStaff, logChange, makeLink, staffInvitation } from './service.ts'
import {
  consoleClaim,
  consoleClaimShow,
  consoleLogList,
  consoleLogPeople,
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleStaffList,
  consoleStaffRemove,
  consoleStaffSave,
} from './contract.ts'
import { hashPassword, isPassword } from './password.service.ts'
import { hasOwnerOfRace, isOwner, normalHeld, normalLogin, unknownOwn, whyWeakPassword } from './rules.ts'
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
  listLogFacets,
  listOwnRoles,
  listStaff,
  removeLinks,
  saveRoles,
  saveStaff,
  takeLink,
} from './store.ts'
import { words } from './words.ts'

const quarter = 15 * 60
const ownTries: Limit = { kind: 'console login of browser', max: 20, seconds: quarter }
/**
 * The limit on tries of invented links: for each browser, and for all browsers without our cookie behind one address.
 */
const links = allowanceOf({ own: 30, network: 30 }, quarter, 'staff links')

/** Presents a member of staff in the log. */
const shownStaff = (staff: { login: string; name: string; roles: readonly RoleHeld[] }) => ({
  login: staff.login,
  name: staff.name,
  roles: staff.roles.map(({ raceid, role, name }) => (raceid === null ? role : `${name ?? role} of race ${raceid}`)),
})

/** Refuses an unknown link. After too many tries the refusal is `too_often` instead. */
const refuseLink = (context: Context<typeof consoleClaim> | Context<typeof consoleClaimShow>): never => {
  const retry_after = links.count(context, context.now)
  return retry_after > 0 ? context.refuse('too_often', { retry_after }) : context.refuse('link_spent')
}

/** Prepares the messages that take a link to its reader. */
const invitationBy = async (
  context: Context<typeof consoleStaffSave>,
): Promise<((tx: Tx, link: string, staffid: number) => Promise<void>) | undefined> => {
  const { input, db, seal, integrations, lang, now, who, refuseField } = context
  if (input.mobile === undefined && input.mail === undefined) return undefined
  const invitation = staffInvitation.get()
  await seal.prepare('accounts')
  const mobile = input.mobile === undefined ? null : await invitation.mobileFor({ db, integrations }, input.mobile)
  if (mobile === 'wrong') return refuseField('mobile', words.mobile_wrong)
  if (mobile === 'elsewhere') return refuseField('mobile', words.mobile_elsewhere)
  const mail = input.mail === undefined ? null : await invitation.addressFor({ db, seal }, input.mail)
  if (mail === 'wrong') return refuseField('mail', words.mail_wrong)
  if (mail === 'stopped') return refuseField('mail', words.mail_stopped)
  const by = (await findStaff(db, who.staffid!))?.name ?? ''
  return async (tx, link, staffid) => {
    const common = { seal, by, link, lang, now, until: endOfLink(now) }
    if (mobile) await invitation.send(tx, { ...common, mobile: mobile.normal })
    if (mail) await invitation.sendMail(tx, { ...common, address: mail.address })
    await logChange(tx, { who, now, raceid: null, what: 'staff invited', target: `staff ${staffid}` })
  }
}

type LoginContext = Context<typeof consoleLogin>
type ClaimContext = Context<typeof consoleClaim>
/**
 * Counts a try of a password, and refuses the try after too many tries. Returns whether the person has logged in with
 * this browser before.
 */
const countLoginTry = async (context: LoginContext, login: string): Promise<boolean> => {
  const { db, now, input, meet, refuse } = context
  const isKnown = await isKnownBrowser(db, LOGIN, login, context, now)
  if (isKnown) {
    const retry_after = await countTry(db, ownTries, `${login}\n${ownKeyOf(context)}`, now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    return true
  }
  // A correct password removes its try from the count.
  const why = await countAndAsk(db, 'password', context, login, input, now, meet)
  if (why) refuse(why.word, why.facts)
  return false
}

/** Asks a person with a second factor for a code, and uses up the typed code. */
const checkSecond = async (
  context: LoginContext | ClaimContext,
  staffid: number,
  isKnown: boolean,
): Promise<'logged in' | 'recovery code used'> => {
  const { db, seal, now, address, input, refuse } = context
  const factors = await secondOf(db, staffid)
  if (!hasSecond(factors)) return 'logged in'
  const typed = input.second?.trim() ?? ''
  if (typed === '') {
    const ways = [factors.totp && 'app', factors.passkeys > 0 && 'passkey', factors.recovery > 0 && 'recovery']
    return refuse('second_needed', { ways: ways.filter((way) => way !== false) })
  }
  const browser = isKnown ? ownKeyOf(context) : undefined
  const way = await trySecond({ db, seal, now, staffid, typed, browser })
  if (typeof way === 'object') return refuse('too_often', way)
  if (way === 'wrong') {
    await noteLogin(db, { what: 'login refused', staffid, address, now })
    return refuse('second_wrong')
  }
  return way === 'recovery' ? 'recovery code used' : 'logged in'
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
    // A link does not replace the second factor. Otherwise an owner could log in as somebody who has a second factor.
    if (link.staffid !== null) await checkSecond(context, link.staffid, false)
    const password = await hashPassword(input.password)
    const { staffid, token } = await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const taken = (await takeLink(tx, tokenHash(input.token), now)) ?? refuse('link_spent')
      if (taken.staffid === null && (await hasOwner(tx))) refuse('link_spent')
      if (taken.staffid === null && (await findStaffByLogin(tx, login))) refuse('login_taken')
      const claimed = taken.staffid ?? (await insertStaff(tx, { login, name, password, now }))
      if (taken.staffid === null) await saveRoles(tx, claimed, [{ raceid: null, role: 'owner' }])
      else await saveStaff(tx, claimed, { password, name: input.name ?? name }, now)
      await renewDuties(tx, claimed, now)
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
    return meOf(db, staffid, raceid, now)
  }),

  handle(consoleLogin, async (context) => {
    const { input, db, now, address, raceid, refuse } = context
    const login = normalLogin(input.login)
    const isKnown = await countLoginTry(context, login)
    const staff = await findStaffByLogin(db, login)
    const right = await isPassword(input.password, staff?.password ?? null)
    if (!staff || !right) {
      // Logs the refused login outside of the transaction, because a refusal rolls the transaction back.
      await noteLogin(db, { what: 'login refused', staffid: staff?.staffid, address, now })
      return refuse('login_wrong')
    }
    await forgive(db, 'password', context, login)
    if (isKnown) await forgetTries(db, ownTries, `${login}\n${ownKeyOf(context)}`)
    const what = await checkSecond(context, staff.staffid, isKnown)
    await logStaffIn(context, staff)
    await noteLogin(db, { what, staffid: staff.staffid, address, now })
    return meOf(db, staff.staffid, raceid, now)
  }),

  handle(consoleLogout, async ({ input, db, who, setSession, setMessage }) => {
    if (input.everywhere && who.staffid !== null) await closeSessionsOf(db, { staffid: who.staffid })
    else if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(null)
    setMessage(words.logged_out)
    return {}
  }),

  handle(consoleMe, async ({ db, who, raceid, now }) => meOf(db, who.staffid!, raceid, now)),

  handle(consoleStaffList, async ({ db }) => ({ items: await listStaff(db) })),

  handle(consoleStaffSave, async (context) => {
    const { input, db, now, who, origin, refuse, refuseField } = context
    const login = normalLogin(input.login)
    const send = await invitationBy(context)
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
      await renewDuties(tx, staffid, now)
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
      if (link === null || send === undefined) return { staff: after, link, sent: false }
      await send(tx, link, staffid)
      return { staff: after, link: null, sent: true }
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
      await forgetSecond(tx, before.staffid)
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

  handle(consoleLogPeople, async ({ db, raceid }) => listLogFacets(db, raceid ?? null)),

  handle(consoleLogList, async ({ input, db, raceid }) => {
    const { after: cursor, limit, ...filter } = input
    const rows = await listLog(db, { ...filter, raceid: raceid ?? null, before: idIn(cursor), limit: rowsFor(limit) })
    const { rows: items, after } = pageOf(rows, limit, byId)
    return { items, after }
  }),
]
