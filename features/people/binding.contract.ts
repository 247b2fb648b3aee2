import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag } from '#contract/scalars.ts'
import { AppCode, appKinds } from '#features/accounts/app.contract.ts'
import { Mobile, MobileCode } from '#features/accounts/contract.ts'
import { idtypes } from './rules.ts'

const Idnum = z.string().check(z.maxLength(60))

export const userBind = post('/user/bind', {
  access: 'runner',
  input: z.object({
    kind: z._default(z.enum(['mobile', 'app']), 'mobile'),
    unbind: z._default(Flag, false),
    mobile: z.optional(Mobile),
    code: z.optional(MobileCode),
    /**
     * Proofs that the account belongs to the caller: the code sent to the bound mobile (`/user/sms/send2` with `own`),
     * a fresh code of the messaging app, or the person's own document.
     */
    old_code: z.optional(MobileCode),
    idnum: z.optional(Idnum),
    app_code: z.optional(AppCode),
    app: z._default(z.enum(appKinds), 'web'),
  }),
  output: z.object({ mobile: z.nullable(z.string()), app: z.boolean() }),
  refusals: [
    'proof_needed',
    'code_wrong',
    'code_expired',
    'code_spent',
    'player_unbound',
    'idnum_differs',
    'mobile_taken',
    'mobile_same',
    'last_way',
    'nothing_bound',
    'person_other',
    'app_code_wrong',
    'app_off',
    'app_down',
  ],
  description:
    'Binds a mobile (`mobile` with the `code` sent to it) or a person of the messaging app (`kind` app, `app_code`) ' +
    'to the account. With `unbind` it removes the binding, but the last way in stays. Another mobile replaces the ' +
    'old one and needs a proof: `old_code`, `app_code` of the bound person, or `idnum` of the bound document ' +
    "('Please first bind the player information' where none is bound). Every other session ends, and the old number " +
    'gets a message. Registrations keep their numbers. The call refuses a number whose own account holds data ' +
    '(`mobile_taken`).',
})

/** The person's own document, masked. */
export const Player = z.object({
  _key: z.string(),
  name: z.string(),
  idtype: z.enum(idtypes),
  country: z.string(),
  idnum: z.string(),
  gender: z.enum(['male', 'female']),
})
export type Player = z.output<typeof Player>
const PlayerGiven = z.object({
  idtype: z._default(z.enum(idtypes), 'idcard'),
  idnum: z._default(Idnum, ''),
  country: z.optional(z.string().check(z.maxLength(2))),
  name: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  /** The form asks for these facts if the document does not hold them. */
  birth: z.optional(z.string().check(z.maxLength(10))),
  gender: z.optional(z.enum(['male', 'female'])),
  unbind: z._default(Flag, false),
})
const binding =
  "The document is kept sealed among the saved people, and checked as at sign-up: 'ID number can not be empty', 'Please enter the correct ID number'. A second document, or another name with the same number, is refused with 'ID number is inconsistent'. With `unbind` the caller must send the bound number. Only the mobile proves a person's registrations, and the document does not."

export const userIdnum = post('/user/idnum', {
  access: 'runner',
  input: PlayerGiven,
  output: z.object({ player: z.nullable(Player) }),
  refusals: ['player_unbound'],
  description: `Binds the account's own document, or with \`unbind\` removes the binding. ${binding}`,
})
export const wechatBindIdnum = post('/wechat/bind/idnum', {
  access: 'runner',
  input: PlayerGiven,
  output: z.object({ player: z.nullable(Player) }),
  refusals: ['player_unbound'],
  description: `Does the same from the mini-program. ${binding}`,
})
export const wechatBindGet = post('/wechat/bind/get', {
  access: 'runner',
  input: z.object({}),
  output: Player,
  refusals: ['player_unbound'],
  description:
    "Shows the document bound to the account, masked. Without one it refuses with 'Please first bind the player " +
    "information'.",
})
