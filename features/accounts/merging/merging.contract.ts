import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, Time, Id } from '#contract/scalars.ts'

/**
 * The kinds of an account's data that are counted, so that staff can compare two accounts. The screen shows the kinds
 * in this order.
 */
export const heldThings = [
  'registrations',
  'orders',
  'people',
  'teams',
  'consents',
  'messages',
  'favourites',
  'files',
  'invoices',
  'parcels',
  'sessions',
] as const
export type HeldThing = (typeof heldThings)[number]

/**
 * One of two accounts, masked, with the counts of its registrations, orders and other data. `app` is true if a person
 * of WeChat is bound to the account.
 */
export const MergeSide = z.object({
  uid: z.number(),
  mobile: z.nullable(z.string()),
  name: z.nullable(z.string()),
  app: z.boolean(),
  created_at: Time,
  held: z.record(z.enum(heldThings), z.number()),
})
export type MergeSide = z.output<typeof MergeSide>

export const consoleAccountsShow = post('/console/accounts/show', {
  access: { right: 'accounts.merge', scope: 'platform' },
  input: z.object({ first: Line(40), second: Line(40) }),
  output: z.object({ accounts: z.array(MergeSide), obstacle: z.nullable(z.string()) }),
  refusals: ['account_unknown', 'accounts_same', 'account_gone'],
  description:
    'Shows two accounts beside each other before a merge, masked, with the number of their things. `first` and ' +
    '`second` are each a mobile or the number of an account. `obstacle` is the sentence for which the two cannot be ' +
    'merged now.',
})
export const consoleAccountsMerge = post('/console/accounts/merge', {
  access: { right: 'accounts.merge', scope: 'platform' },
  input: z.object({ keep: Id, gone: Id, reason: Line(200) }),
  output: MergeSide,
  refusals: [
    'account_unknown',
    'accounts_same',
    'account_gone',
    'account_erasing',
    'account_paying',
    'accounts_two_apps',
  ],
  description:
    'Merges two accounts of one person. Everything of `gone` moves to `keep`, the mobile of `gone` then logs in to ' +
    '`keep`, and the sessions of `gone` end. The runner gets a message. A merge cannot be undone.',
})
