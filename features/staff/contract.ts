import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { type OwnRole, type Right, type Role, platformRights, rights, roles } from '#contract/rights.ts'
import { Flag, Int, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { given } from '#features/checks/contract.ts'
import { passwordLength } from './rules.ts'
import { type Target, targets } from './targets.words.ts'

const roleNames = Object.keys(roles) as [Role, ...Role[]]
const rightNames = Object.keys(rights) as [Right, ...Right[]]

/** The name that a person types to log in: letters, digits, or a mail address. It is stored in lower case. */
export const Login = z
  .string()
  .check(z.trim(), z.minLength(2), z.maxLength(100), z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u))
export const Password = z.string().check(z.minLength(passwordLength.least), z.maxLength(passwordLength.most))
const LinkToken = z.string().check(z.maxLength(200))

/** The name of a role that a race made for itself, such as `own:12`. */
const OwnRoleName = z.string().check(z.maxLength(24), z.regex(/^own:[1-9]\d*$/)) as z.ZodMiniType<OwnRole, string>
const RoleName = z.union([z.enum(roleNames), OwnRoleName])
/** A role for one race. Null as `raceid` means all races. */
const RoleGiven = z.object({ raceid: z.nullable(RaceId), role: RoleName })
/** A role that somebody holds. A role that the race made has its name and its rights here. */
export const HeldRole = z.object({
  raceid: z.nullable(RaceId),
  role: RoleName,
  name: z.optional(z.nullable(z.string())),
  rights: z.optional(z.nullable(z.array(z.enum(rightNames)))),
})
export type HeldRole = z.output<typeof HeldRole>

/**
 * The member of staff who is logged in, with the rights for the race of the call. Without a race they are the rights
 * for the whole installation.
 */
export const Me = z.object({
  staffid: z.number(),
  login: z.string(),
  name: z.string(),
  roles: z.array(HeldRole),
  rights: z.array(z.enum(rightNames)),
  races: z.union([z.literal('all'), z.array(z.number())]),
  /** The second factor of the person. `locked`: the person has no right until a second factor is set up. */
  second: z.enum(['set', 'due', 'locked', 'none']),
  second_due_at: z.nullable(Time),
})
export type Me = z.output<typeof Me>

export const StaffMember = z.object({
  staffid: z.number(),
  login: z.string(),
  name: z.string(),
  roles: z.array(HeldRole),
  /** True if the person has not chosen a password yet. */
  waiting: z.boolean(),
  /**
   * True if the person has a second factor. `second_due_at` is the time by which the person must set up a second
   * factor.
   */
  second: z.boolean(),
  second_due_at: z.nullable(Time),
  seen_at: z.nullable(Time),
  created_at: Time,
})
export type StaffMember = z.output<typeof StaffMember>

export const consoleClaimShow = post('/console/claim/show', {
  access: 'anyone',
  input: z.object({ token: LinkToken }),
  output: z.object({ owner: z.boolean(), login: z.string(), name: z.string() }),
  refusals: ['link_spent'],
  description: 'The person who may use a one-time link. The link stays usable.',
})
export const consoleClaim = post('/console/claim', {
  access: 'anyone',
  input: z.object({
    token: LinkToken,
    login: z.optional(Login),
    name: z.optional(Line(60)),
    password: Password,
    /** A code of the authenticator app or a recovery code, for a person who has a second factor. */
    second: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: Me,
  refusals: ['link_spent', 'login_taken', 'second_needed', 'second_wrong'],
  description:
    'Uses a one-time link. It makes the first owner (then login and name are required), or sets the password and the name of a member of staff, who proves a second factor where there is one. It then logs the person in.',
})
export const consoleLogin = post('/console/login', {
  access: 'anyone',
  input: z.object({
    login: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    password: z.string().check(z.minLength(1), z.maxLength(passwordLength.most)),
    /** A code of the authenticator app or a recovery code, for a person who has a second factor. */
    second: z.optional(z.string().check(z.maxLength(40))),
    ...given,
  }),
  output: Me,
  refusals: ['login_wrong', 'picture_needed', 'picture_wrong', 'second_needed', 'second_wrong'],
  description:
    'Logs a member of staff in. After wrong passwords the refusal names a human check in `check`. A browser in which this person has logged in before has 20 tries of its own in 15 minutes. After the right password of a person with a second factor, `second_needed` names the `ways`, and the call repeats with `second`.',
})
export const consoleLogout = post('/console/logout', {
  access: 'anyone',
  input: z.object({ everywhere: z._default(Flag, false) }),
  output: z.object({}),
  description: 'Ends this session of the console, or with `everywhere` all sessions of the same person.',
})
export const consoleMe = post('/console/me', {
  access: 'staff',
  input: z.object({ raceid: z.optional(RaceId) }),
  output: Me,
  description: 'The member of staff who is logged in to the console, with the rights for the race of the call.',
})

export const consoleStaffList = post('/console/staff/list', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({ items: z.array(StaffMember) }),
  description: 'Everybody who may log in to the console, with their roles.',
})
export const consoleStaffSave = post('/console/staff/save', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({
    staffid: z.optional(Int),
    login: Login,
    name: Line(60),
    roles: z.array(RoleGiven).check(z.maxLength(100)),
    link: z._default(Flag, false),
    /** A mobile that gets the link as a text message. The server keeps this mobile only in the message. */
    mobile: z.optional(Line(20)),
    /** An address that gets the link by mail. The server keeps this address only in the mail. */
    mail: z.optional(Line(254)),
  }),
  output: z.object({ staff: StaffMember, link: z.nullable(z.string()), sent: z.boolean() }),
  refusals: ['staff_not_found', 'login_taken', 'last_owner', 'role_not_found'],
  description:
    'Adds or changes a member of staff. A new person, or one with `link`, gets a one-time link (24 h) to choose a password. The answer shows this link only once, unless a text message takes it to `mobile` or a mail to `mail`.',
})
export const consoleStaffRemove = post('/console/staff/remove', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({ staffid: Int }),
  output: z.object({ staffid: z.number() }),
  refusals: ['staff_not_found', 'last_owner'],
  description:
    'Removes a member of staff and ends their sessions. Their actions stay in the log. The last owner cannot be removed.',
})

/** The rights that a race's own role may give. Rights of the platform are not among them. */
export const ownRights = rightNames.filter((right) => !platformRights.includes(right)) as [Right, ...Right[]]
export const RaceRole = z.object({
  id: z.number(),
  raceid: RaceId,
  name: z.string(),
  rights: z.array(z.enum(rightNames)),
  /** The number of members of staff who hold the role. */
  holders: z.number(),
})
export type RaceRole = z.output<typeof RaceRole>
export const consoleRolesList = post('/console/roles/list', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({ items: z.array(RaceRole) }),
  description:
    'The roles that races made for themselves, of one race or of all races. Built-in roles are not among them.',
})
export const consoleRolesSave = post('/console/roles/save', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(40),
    rights: z.array(z.enum(ownRights)).check(z.minLength(1)),
  }),
  output: RaceRole,
  refusals: ['role_not_found', 'role_name_taken'],
  description: 'Makes or changes a role of one race. Its holders have the new rights within seconds.',
})
export const consoleRolesRemove = post('/console/roles/remove', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['role_not_found', 'role_in_use'],
  description: "Removes a race's own role. A role that somebody holds is not removed.",
})

export const LogEntry = z.object({
  id: z.number(),
  /** The race of the entry; 0 if it belongs to no race. */
  raceid: z.number(),
  at: Time,
  staffid: z.nullable(z.number()),
  staff: z.nullable(z.string()),
  what: z.string(),
  target: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type LogEntry = z.output<typeof LogEntry>
/** The filter of the log. `object` is a kind of thing such as `notice`, and `which` its number or name. */
export const LogFilter = {
  staffid: z.optional(Int),
  what: z.optional(z.string().check(z.maxLength(60))),
  object: z.optional(z.enum(Object.keys(targets) as [Target, ...Target[]])),
  which: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(GivenMoment),
  until: z.optional(GivenMoment),
  /** True if the answer has the entries of the system too. */
  system: z._default(Flag, false),
}
export type LogFilter = z.output<z.ZodMiniObject<typeof LogFilter>>
export const consoleLogPeople = post('/console/log/people', {
  access: { right: 'log.read' },
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({
    people: z.array(z.object({ staffid: z.number(), name: z.string() })),
    actions: z.array(z.string()),
  }),
  description: 'The people and the actions of the last 20,000 entries of a log, for its filter.',
})
export const consoleLogList = post('/console/log/list', {
  access: { right: 'log.read' },
  input: z.object({ raceid: z.optional(RaceId), ...LogFilter, ...Page }),
  output: z.object({ items: z.array(LogEntry), after: z.nullable(z.string()) }),
  description:
    'The actions of staff, and with `system` those of the system, newest first, of one race. Staff whose role counts for all races can also read all of them. A sealed field appears as "changed".',
})
