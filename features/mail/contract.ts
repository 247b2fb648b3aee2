import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag } from '#contract/scalars.ts'

export const MailAddress = z.string().check(z.trim(), z.minLength(1), z.maxLength(254))
const Token = z.string().check(z.regex(/^[\w-]{20,600}$/))

/** The mail address of an account. `stop` tells why no mail goes to it. */
export const OwnMail = z.object({
  mail: z.nullable(z.string()),
  state: z.enum(['none', 'pending', 'proved']),
  /** The proved address, while another address waits for its proof. */
  proved: z.nullable(z.string()),
  stop: z.nullable(z.enum(['hard', 'complaint'])),
  news: z.boolean(),
})
export type OwnMail = z.output<typeof OwnMail>

export const mailShow = post('/mail/show', {
  access: 'runner',
  input: z.object({}),
  output: OwnMail,
  description: "Shows the account's mail address, masked, and whether mail goes to it.",
})
export const mailAsk = post('/mail/ask', {
  access: 'runner',
  input: z.object({ mail: MailAddress }),
  output: OwnMail,
  refusals: ['mail_bounces', 'too_often'],
  description:
    'Sends a code and a link to an address. Nothing else goes to the address before its owner has proved it. The ' +
    'code is valid for 60 minutes and 5 tries.',
})
export const mailProve = post('/mail/prove', {
  access: 'anyone',
  input: z.object({ code: z.optional(z.string().check(z.trim(), z.maxLength(20))), token: z.optional(Token) }),
  output: z.object({ mail: z.string() }),
  refusals: ['mail_code_wrong', 'mail_code_spent', 'mail_link_spent', 'not_logged_in'],
  description:
    'Proves an address: by the code, for the account that is logged in, or by the token of the link, for the account ' +
    'that gave the address. It replaces the former address of the account.',
})
export const mailRemove = post('/mail/remove', {
  access: 'runner',
  input: z.object({}),
  output: OwnMail,
  description: 'Removes the mail address of the account. No mail goes to it any more.',
})
export const mailNews = post('/mail/news', {
  access: 'runner',
  input: z.object({ on: Flag }),
  output: OwnMail,
  description: "Switches organisers' news to the account's address on or off. Service messages do not change.",
})
export const mailStop = post('/mail/stop', {
  access: 'anyone',
  input: z.object({ token: Token }),
  output: z.object({ mail: z.string() }),
  refusals: ['mail_link_spent'],
  description: "Ends organisers' news to the address of the mail whose link the reader opened. Needs no log-in.",
})
