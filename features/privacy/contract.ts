import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { organisationClasses, raceClasses } from '#contract/personal.ts'
import { Flag, Int, Key, Page, RaceId, Time } from '#contract/scalars.ts'

export const classes = [...raceClasses, ...organisationClasses] as const
const text = z.nullable(z.string())

/**
 * A consent as its giver sees it. `effect` tells the effect of withdrawing it; `choice`: the runner takes part without
 * it too.
 */
export const HeldConsent = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  /** The wording that the person agreed to; null where it was not kept. */
  body: text,
  hash: text,
  at: z.nullable(Time),
  withdrawn_at: z.nullable(Time),
  choice: z.boolean(),
  effect: z.string(),
})
export type HeldConsent = z.output<typeof HeldConsent>

/** A requested erasure. `due_at`: its date; `report`: the erased and the remaining data, in sentences. */
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
  erased_at: z.nullable(Time),
  /** The data by class, with the end of its time. */
  classes: z.array(z.object({ class: z.enum(raceClasses), held: z.boolean(), until: Time })),
  result: z.boolean(),
  /** The times at which staff opened something sealed: with their role, never with a name. */
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
    }),
    people: z.array(
      z.object({ _key: z.string(), name: z.string(), idnum: z.string(), mobile: z.string(), used_at: Time }),
    ),
    registrations: z.array(HeldRegistration),
    after: text,
    erasures: z.array(Erasure),
  }),
  description:
    'The data on an account: itself, its saved people, each of its registrations by class with the time that it is kept, its consents, and the times at which staff opened anything sealed. Masked.',
})

const Thing = { kind: z.enum(['account', 'person', 'registration']), id: z.optional(z.string().check(z.maxLength(60))) }
export const mydataOpen = post('/mydata/open', {
  access: 'runner',
  input: z.object(Thing),
  output: z.object({ values: z.array(z.object({ class: z.string(), label: z.string(), value: z.string() })) }),
  refusals: ['nothing_held'],
  description:
    "One's own values in the clear: of the account with where its invoices and parcels go, of a saved person, of a registration.",
})
export const mydataHide = post('/mydata/hide', {
  access: 'runner',
  input: z.object({ id: z.optional(Key), hide_name: Flag, hide_age: Flag }),
  output: z.object({ hide_name: z.boolean(), hide_age: z.boolean(), registrations: z.number() }),
  refusals: ['nothing_held'],
  description:
    'Hides name or age in every public list, or shows them again: of one registration with its results, or without an id of all of the account, those to come included.',
})
export const mydataConsent = post('/mydata/consent', {
  access: 'runner',
  input: z.object({ id: Key, name: z.string().check(z.maxLength(20)), given: Flag }),
  output: HeldConsent,
  refusals: ['nothing_held', 'consent_unknown', 'consent_carries_race'],
  description:
    'Takes a consent back or gives it (again), in the wording of today. One that carries a registration of an unfinished race is taken back by leaving the race; after it, the data are erased with it.',
})
export const mydataExport = post('/mydata/export', {
  access: 'runner',
  input: z.object({}),
  output: z.object({ path: z.string(), expires_in: z.number() }),
  description:
    'A one-time link to a copy of everything held on the account (ZIP: data.json, data.html, pictures), good for 10 minutes and for this session alone. Logged.',
})
export const mydataPlan = post('/mydata/plan', {
  access: 'runner',
  input: z.object(Thing),
  output: z.object({ due_at: Time, gone: z.array(z.string()), kept: z.array(z.string()) }),
  refusals: ['nothing_held'],
  description:
    'The effect of erasing a registration, a saved person or the whole account: the erased data, the date, and the remaining data with the reasons.',
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
    "Asks for an erasure, confirmed by a code sent to the account's own mobile. It is done after a week of grace, of an unfinished race 30 days after race day. `anonymous`: published results lose name and age.",
})
export const mydataKeep = post('/mydata/keep', {
  access: 'runner',
  input: z.object({ id: Int }),
  output: Erasure,
  refusals: ['erasure_over'],
  description: 'Takes an erasure back that was not yet done.',
})

/** The time for which one class is kept, its end, and its remaining data. */
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
    'The data that a race still holds on its runners by class, with the time and the end of each; and the numbers of requested and completed erasures.',
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
    'Sets how many days after race day a class is kept; without `days` the default counts again. Erased data does not come back.',
})
