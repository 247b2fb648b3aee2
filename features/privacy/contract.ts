import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { organisationClasses, raceClasses } from '#contract/personal.ts'
import { Flag, Int, Key, Page, RaceId, Time } from '#contract/scalars.ts'

export const classes = [...raceClasses, ...organisationClasses] as const
const text = z.nullable(z.string())

/**
 * A consent as its giver sees it. `effect` tells the effect of withdrawing the consent. `choice` means that the runner
 * can take part without this consent.
 */
export const HeldConsent = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  /**
   * The wording that the person agreed to, or the present wording if the person has not answered. Null if the server
   * did not keep the agreed wording.
   */
  body: text,
  hash: text,
  at: z.nullable(Time),
  withdrawn_at: z.nullable(Time),
  choice: z.boolean(),
  effect: z.string(),
})
export type HeldConsent = z.output<typeof HeldConsent>

/** A requested erasure. `due_at` is its date. `report` names the erased and the remaining data in sentences. */
export const Erasure = z.object({
  id: z.number(),
  scope: z.enum(['registration', 'person', 'account']),
  what: z.string(),
  asked_at: Time,
  due_at: Time,
  done_at: z.nullable(Time),
  withdrawn_at: z.nullable(Time),
  report: z.array(z.string()),
})
export type Erasure = z.output<typeof Erasure>

export const HeldRegistration = z.object({
  _key: z.string(),
  raceid: z.number(),
  race: z.string(),
  event: z.string(),
  name: z.string(),
  created_at: Time,
  time: Time,
  zone: z.string(),
  hide_name: z.boolean(),
  hide_age: z.boolean(),
  no_follow: z.boolean(),
  erased_at: z.nullable(Time),
  /** The data by class, each with the date of its erasure. */
  classes: z.array(z.object({ class: z.enum(raceClasses), held: z.boolean(), until: Time })),
  result: z.boolean(),
  /** The times at which staff opened sealed data. Each has the roles of the member of staff, and no name. */
  opened: z.array(z.object({ at: Time, what: z.string(), roles: z.array(z.string()) })),
  consents: z.array(HeldConsent),
})
export type HeldRegistration = z.output<typeof HeldRegistration>

export const mydataShow = post('/mydata/show', {
  access: 'runner',
  input: z.object({ ...Page }),
  output: z.object({
    account: z.object({
      uid: z.number(),
      mobile: text,
      created_at: Time,
      hide_name: z.boolean(),
      hide_age: z.boolean(),
      sessions: z.number(),
      messages: z.number(),
      files: z.number(),
      invoices: z.number(),
      parcels: z.number(),
      prizes: z.number(),
      purchases: z.number(),
    }),
    people: z.array(
      z.object({ _key: z.string(), name: z.string(), idnum: z.string(), mobile: z.string(), used_at: Time }),
    ),
    registrations: z.array(HeldRegistration),
    after: text,
    erasures: z.array(Erasure),
  }),
  description:
    'Shows the data on an account: the account, its saved people, each of its registrations by class with its time, ' +
    'its consents, and the times at which staff opened sealed data. Values are masked.',
})

const Thing = { kind: z.enum(['account', 'person', 'registration']), id: z.optional(z.string().check(z.maxLength(60))) }
export const mydataOpen = post('/mydata/open', {
  access: 'runner',
  input: z.object(Thing),
  output: z.object({ values: z.array(z.object({ class: z.string(), label: z.string(), value: z.string() })) }),
  refusals: ['nothing_held'],
  description:
    "Shows the caller's own values unmasked. These are the values of the account, of a saved person, or of a " +
    "registration. The account's values include the addresses of its invoices and parcels.",
})
export const mydataHide = post('/mydata/hide', {
  access: 'runner',
  input: z.object({
    id: z.optional(Key),
    hide_name: Flag,
    hide_age: Flag,
    /** True if nobody may follow the runner in the race. Without this field the runner's wish stays as it is. */
    no_follow: z.optional(Flag),
  }),
  output: z.object({ hide_name: z.boolean(), hide_age: z.boolean(), registrations: z.number() }),
  refusals: ['nothing_held'],
  description:
    'Hides name or age in every public list, or shows them again. With an id it changes one registration with its ' +
    'results. Without an id it changes all registrations of the account, and later registrations too. It also keeps ' +
    'whether others may follow the runner.',
})
export const mydataConsent = post('/mydata/consent', {
  access: 'runner',
  input: z.object({ id: Key, name: z.string().check(z.maxLength(20)), given: Flag }),
  output: HeldConsent,
  refusals: ['nothing_held', 'consent_unknown', 'consent_carries_race'],
  description:
    'Withdraws a consent, or gives it (again) in the present wording. Some consents are needed for a registration ' +
    'of an unfinished race. The runner withdraws such a consent by leaving the race. After the race, withdrawing it ' +
    'also erases its data.',
})
export const mydataExport = post('/mydata/export', {
  access: 'runner',
  input: z.object({}),
  output: z.object({ path: z.string(), expires_in: z.number() }),
  description:
    'Makes a one-time link to a copy of all data on the account (ZIP: data.json, data.html, pictures). The link is ' +
    'valid for 10 minutes and only for this session. The log records the call.',
})
export const mydataPlan = post('/mydata/plan', {
  access: 'runner',
  input: z.object(Thing),
  output: z.object({ due_at: Time, gone: z.array(z.string()), kept: z.array(z.string()) }),
  refusals: ['nothing_held'],
  description:
    'Shows the effect of erasing a registration, a saved person or the whole account: the erased data, the date, ' +
    'and the remaining data with the reasons.',
})
export const mydataErase = post('/mydata/erase', {
  access: 'runner',
  input: z.object({
    ...Thing,
    anonymous: z._default(Flag, true),
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  }),
  output: Erasure,
  refusals: ['nothing_held', 'no_mobile', 'code_wrong', 'code_expired', 'code_spent', 'erasure_asked'],
  description:
    "Requests an erasure. A code sent to the account's own mobile confirms it. The server erases after a week. Data " +
    'of an unfinished race is erased 30 days after race day. With `anonymous`, published results lose name and age.',
})
export const mydataKeep = post('/mydata/keep', {
  access: 'runner',
  input: z.object({ id: Int }),
  output: Erasure,
  refusals: ['erasure_over'],
  description: 'Cancels an erasure that is not done yet.',
})

/** One class of data: the days for which it is kept, the date of its erasure, and the count of remaining rows. */
export const Retained = z.object({
  class: z.enum(classes),
  days: z.number(),
  usual: z.number(),
  least: z.number(),
  due_at: z.nullable(Time),
  done_at: z.nullable(Time),
  erased: z.number(),
  remaining: z.number(),
})
export type Retained = z.output<typeof Retained>
export const consolePrivacyShow = post('/console/privacy/show', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Retained), asked: z.number(), erased: z.number() }),
  description:
    'Shows by class the data that a race still has on its runners, with the time and the end of each class. It also ' +
    'counts requested and completed erasures.',
})
export const consolePrivacySave = post('/console/privacy/save', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    class: z.enum(raceClasses),
    days: z.optional(z.nullable(Int.check(z.minimum(0), z.maximum(3650)))),
  }),
  output: z.object({ items: z.array(Retained), asked: z.number(), erased: z.number() }),
  description:
    'Sets the number of days after race day for which a class is kept. Without `days` the default applies again. ' +
    'Erased data stays erased.',
})
