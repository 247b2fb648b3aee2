import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Time } from '#contract/scalars.ts'
import { Me, Password } from '../contract.ts'
import { passwordLength } from '../rules.ts'
import { secondGraceDays, guardedRoles } from './rules.ts'

/** The present password of the person, which a change of the log-in needs. */
const OwnPassword = z.string().check(z.minLength(1), z.maxLength(passwordLength.most))
const Short = z.string().check(z.maxLength(1400))
const Long = z.string().check(z.maxLength(20_000))

/** The answer of the browser's WebAuthn call that makes a new passkey. The names are those of the standard. */
const NewPasskey = z.object({
  id: Short,
  rawId: Short,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Long,
    attestationObject: Long,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
/** The answer of the browser's WebAuthn call that signs a log-in. */
const SignedPasskey = z.object({
  id: Short,
  rawId: Short,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Long,
    authenticatorData: Long,
    signature: Long,
    userHandle: z.optional(z.nullable(Short)),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>
export type SignedPasskey = z.output<typeof SignedPasskey>
/** Options for the browser's WebAuthn call, in the JSON form of the standard. */
const PasskeyOptions = z.record(z.string(), z.unknown())
const RecoveryCodes = z.nullable(z.array(z.string()))

export const OwnPasskey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: Time,
  used_at: z.nullable(Time),
})
export const OwnSession = z.object({
  id: z.number(),
  device: z.string(),
  browser: z.string(),
  /** The network of the address. The exact address is not kept. */
  network: z.string(),
  created_at: Time,
  seen_at: Time,
  here: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>
export const StaffProfile = z.object({
  login: z.string(),
  name: z.string(),
  second: z.object({
    state: z.enum(['set', 'due', 'locked', 'none']),
    due_at: z.nullable(Time),
    /** True if a role of the person needs a second factor. */
    required: z.boolean(),
    totp_since: z.nullable(Time),
    passkeys: z.array(OwnPasskey),
    /** The number of recovery codes that are left. */
    recovery: z.number(),
  }),
  sessions: z.array(OwnSession),
})
export type StaffProfile = z.output<typeof StaffProfile>

export const consoleProfileShow = post('/console/profile/show', {
  access: 'staff',
  input: z.object({}),
  output: StaffProfile,
  description: 'The own profile of a member of staff: name, second factors and log-ins.',
})
export const consoleProfileSave = post('/console/profile/save', {
  access: 'staff',
  input: z.object({ name: Line(60) }),
  output: z.object({ name: z.string() }),
  description: 'Changes the own name of a member of staff.',
})
export const consoleProfilePassword = post('/console/profile/password', {
  access: 'staff',
  input: z.object({ password: OwnPassword, fresh: Password }),
  output: z.object({}),
  description: 'Changes the own password. All other sessions of the person end.',
})
export const consoleProfileSessionEnd = post('/console/profile/session/end', {
  access: 'staff',
  input: z.object({ id: Int }),
  output: z.object({}),
  refusals: ['session_unknown'],
  description: 'Ends one own session.',
})
export const consoleProfileTotpBegin = post('/console/profile/totp/begin', {
  access: 'staff',
  input: z.object({ password: OwnPassword }),
  output: z.object({ secret: z.string(), address: z.string() }),
  refusals: ['totp_there'],
  description:
    'Makes the secret of an authenticator app. `address` is the otpauth:// address for a QR code. The secret counts after its first code.',
})
export const consoleProfileTotpConfirm = post('/console/profile/totp/confirm', {
  access: 'staff',
  input: z.object({ code: z.string().check(z.maxLength(40)) }),
  output: z.object({ recovery: RecoveryCodes }),
  refusals: ['totp_not_begun'],
  description:
    'Turns the authenticator app on with its first code. The answer shows recovery codes once, unless the person has some already.',
})
export const consoleProfileTotpRemove = post('/console/profile/totp/remove', {
  access: 'staff',
  input: z.object({ password: OwnPassword }),
  output: z.object({}),
  refusals: ['totp_not_begun', 'second_required'],
  description: 'Turns the authenticator app off. The last second factor stays where a role needs one.',
})
export const consoleProfilePasskeyBegin = post('/console/profile/passkey/begin', {
  access: 'staff',
  input: z.object({ password: OwnPassword }),
  output: z.object({ options: PasskeyOptions }),
  refusals: ['passkeys_full'],
  description: 'Options with which the browser makes a passkey for the person.',
})
export const consoleProfilePasskeyAdd = post('/console/profile/passkey/add', {
  access: 'staff',
  input: z.object({ name: Line(60), response: NewPasskey }),
  output: z.object({ recovery: RecoveryCodes }),
  refusals: ['passkey_wrong', 'passkeys_full'],
  description: 'Keeps a new passkey. The answer shows recovery codes once, unless the person has some already.',
})
export const consoleProfilePasskeyRemove = post('/console/profile/passkey/remove', {
  access: 'staff',
  input: z.object({ id: Int, password: OwnPassword }),
  output: z.object({}),
  refusals: ['passkey_unknown', 'second_required'],
  description: 'Removes an own passkey. The last second factor stays where a role needs one.',
})
export const consoleProfileRecovery = post('/console/profile/recovery', {
  access: 'staff',
  input: z.object({ password: OwnPassword }),
  output: z.object({ recovery: z.array(z.string()) }),
  refusals: ['second_missing'],
  description: 'Makes new recovery codes and shows them once. The former codes stop working.',
})

export const consolePasskeyBegin = post('/console/passkey/begin', {
  access: 'anyone',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  description: 'Options with which the browser logs in with a passkey. Nothing is stored.',
})
export const consolePasskeyLogin = post('/console/passkey/login', {
  access: 'anyone',
  input: z.object({ response: SignedPasskey }),
  output: Me,
  refusals: ['passkey_wrong'],
  description: 'Logs a member of staff in with a passkey, without login and password. A challenge counts once.',
})

export const consoleStaffSecondReset = post('/console/staff/second/reset', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({ staffid: Int }),
  output: z.object({ staffid: z.number() }),
  refusals: ['staff_not_found', 'second_own', 'second_missing'],
  description:
    'Removes the second factors of another member of staff who lost them, and ends their sessions. The log keeps who did it.',
})
const Policy = z.object({ roles: z.array(z.enum(guardedRoles)), grace_days: z.number() })
export const consoleStaffPolicyShow = post('/console/staff/policy/show', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({}),
  output: Policy,
  description: 'The roles that need a second factor, and the days in which a person may still work without it.',
})
export const consoleStaffPolicySave = post('/console/staff/policy/save', {
  access: { right: 'staff.manage', scope: 'platform' },
  input: z.object({
    roles: z.array(z.enum(guardedRoles)).check(z.maxLength(10)),
    grace_days: Int.check(z.minimum(secondGraceDays.least), z.maximum(secondGraceDays.most)),
    sure: z._default(Flag, false),
  }),
  output: Policy,
  refusals: ['policy_locks_out'],
  description:
    'Sets the roles that need a second factor. Where this would lock the caller out at once, it asks for `sure`.',
})
