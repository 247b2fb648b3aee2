import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Key, Line, Page, RaceId, Time, Typed, OptionalTyped } from '#contract/scalars.ts'
import { RaceEvent } from '#features/events/contract.ts'
import { heldTexts, sentTexts } from '#features/fields/fields.contract.ts'
import { editableFields, editableTexts, fixedTexts, privateFields } from '#features/fields/lists.rules.ts'
import { questionKinds } from '#features/fields/own/kinds.rules.ts'
import { GivenConsent } from '../signup/consents.rules.ts'
import { Can, Registration, RegistrationCard, icons, paidStates, registrationStates } from '../contract.ts'
import { Qualification } from '../signup/signup.contract.ts'
import { filterOfRegistrations, listedStates } from '../lookup/filter.contract.ts'
import { DeferralTarget } from '#features/races/contract.ts'
import { guardianKinds } from '../signup/signup.rules.ts'

/**
 * An answer to an own field of the race, as text. A `personal` answer is sealed. Its runner reads it open, and staff
 * read a mask until they open it.
 */
const OwnAnswer = z.object({
  name: z.string(),
  label: z.string(),
  answer: z.string(),
  kind: z.enum(questionKinds),
  personal: z.boolean(),
})

/**
 * A change of a registration. Missing values stay as they are, and an empty text removes an optional value. `answers`
 * holds only the changed answers.
 */
export const EditInput = z.object({
  id: Key,
  /** If the caller sends a document number, it must be the registrant's document number. */
  idnum: OptionalTyped(60),
  ...sentTexts(editableTexts),
  /** These fields never change. The server refuses a value that differs from the registration's value. */
  ...sentTexts(fixedTexts),
  answers: z.optional(z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(500)))),
  qualifying: z.optional(Qualification),
  /** The ids of add-ons that an unpaid registration leaves out when it is submitted again after a review. */
  leave_out: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(50))),
})
export type EditInput = z.output<typeof EditInput>

export const registrationFetch = post('/registration/fetch', {
  access: 'runner',
  input: z.object({ id: Key, idnum: OptionalTyped(60) }),
  output: z.object({
    registration: Registration,
    /**
     * The event with its form, and the remaining number of each choice. A choice that the caller holds counts as
     * remaining.
     */
    event: RaceEvent,
    /**
     * The fields that the caller can change. Document, name, gender, birth and event are never among them. `area`
     * stands for province, city and area.
     */
    changeable: z.array(z.enum(editableFields)),
    qualifying: z.nullable(Qualification),
    /**
     * The answers to own fields of the race that the event does not ask any more, as text. They cannot be changed.
     */
    unasked: z.array(OwnAnswer),
    edited_at: z.nullable(Time),
  }),
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "One's own registration in full, with unmasked values, the event's form, and the fields that the caller can change. `registration.status.can.edit` and `can.mend` tell whether a change is possible at this moment.",
})
export const registrationEdit = post('/registration/edit', {
  access: 'runner',
  input: EditInput,
  output: z.object({
    _key: z.string(),
    state: z.enum(registrationStates),
    edited_at: z.nullable(Time),
    changed: z.array(z.enum(editableFields)),
  }),
  refusals: [
    'registration_not_found',
    'idnum_inconsistent',
    'not_editable',
    'clothes_gone',
    'bus_full',
    'addon_gone',
    'sold_out',
  ],
  description:
    "Changes one's own registration while changes are open, by the rules of signing up. A registration that failed its review goes back to the review, if a place is left. Wrong fields are named.",
})
export const registrationDel = post('/registration/del', {
  access: 'runner',
  input: z.object({ id: Key, idnum: OptionalTyped(60) }),
  output: z.object({ _key: z.string(), deleted_at: Time, orderid: z.nullable(z.number()) }),
  refusals: ['registration_not_found', 'idnum_inconsistent', 'not_deletable', 'paid_meanwhile', 'gateway_down'],
  description:
    "Deletes one's own registration, at most once per document. The server first closes the unpaid order at the gateway. The place is free, the qualification is lost, and the document may sign up again. Friends who shared the order get a new order with the same end (`orderid`).",
})
export const registrationDelay = post('/registration/delay', {
  access: 'runner',
  input: z.object({ id: Key, idnum: OptionalTyped(60) }),
  output: z.object({
    _key: z.string(),
    state: z.enum(registrationStates),
    tag: z.nullable(z.string()),
    description: z.nullable(z.string()),
  }),
  refusals: ['registration_not_found', 'idnum_inconsistent', 'not_delayable'],
  description:
    'Reserves a paid registration for the next edition, if the race allows that (`settings.delay`). The place is free, the bib is gone, and no money goes back.',
})
export const registrationGetbykeys = post('/registration/getbykeys', {
  access: 'anyone',
  input: z.object({ keys: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(50)) }),
  output: z.array(RegistrationCard),
  description: 'Cards of several registrations by their keys, masked, in the given order. Unknown keys are left out.',
})

/**
 * The answer to the partner's shop: whether the logged-in account may open this registration, the permitted actions,
 * and the reason if it may not.
 */
export const Authorisation = z.object({
  auth: z.boolean(),
  why: z.nullable(z.string()),
  _key: z.string(),
  /**
   * The registration; null if the account is not the registrant's. The caller then learns nothing new from the answer.
   */
  registration: z.nullable(RegistrationCard),
  can: z.nullable(z.object({ pay: Can, edit: Can, mend: Can, delete: Can, exit: Can, delay: Can })),
})
export const userAuthRegitration = post('/user/auth/regitration', {
  access: 'runner',
  input: z.object({ id: Key, idnum: Line(60) }),
  output: Authorisation,
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "The partner's shop asks whether the account may see a registration and act on it. The account must know the number and be the registrant's. (The wire spells the path like this.)",
})
export const userAuthEdit = post('/user/auth/edit', {
  access: 'runner',
  input: z.object({ id: Key, idnum: Line(60) }),
  output: Authorisation,
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "The partner's shop asks whether the account may change a registration at this moment. The account must know the number and be the registrant's, and the registration must be open to changes or to a correction after its review.",
})

/**
 * A registration in the list of staff, with masked values. A `closed` registration ended without a payment. A `deleted`
 * registration was deleted by its registrant or by staff.
 */
export const RegistrationLine = z.object({
  id: z.number(),
  _key: z.string(),
  eventid: z.number(),
  event: z.string(),
  name: z.string(),
  idnum: z.string(),
  mobile: z.nullable(z.string()),
  bib: z.nullable(z.string()),
  runnerzone: z.nullable(z.string()),
  state: z.enum(listedStates),
  status: z.string(),
  icon: z.enum(icons),
  paid: z.enum(paidStates),
  paid_label: z.string(),
  tag: z.nullable(z.string()),
  /** True if the runner sent a picture that proves the qualifying time. */
  proof: z.boolean(),
  gender: z.nullable(z.string()),
  age: z.nullable(z.number()),
  clothes: z.nullable(z.string()),
  team: z.nullable(z.string()),
  pay_at: z.nullable(Time),
  created_at: Time,
  /** The requested columns as the table shows them. Sealed values are masked or null. */
  cells: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})
export type RegistrationLine = z.output<typeof RegistrationLine>
export const consoleRegistrationsList = post('/console/registrations/list', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    ...filterOfRegistrations,
    /**
     * Columns of the table `registrations` (`/console/exports/show`). The server leaves out the columns that the caller
     * may not see.
     */
    columns: z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(100)), []),
    /**
     * True if the answer has the counts too. Without them the first page comes sooner. `counts` depends only on the
     * event.
     */
    counts: z._default(Flag, true),
    ...Page,
  }),
  output: z.object({
    items: z.array(RegistrationLine),
    /** The number of matches. Only the first page has it. */
    total: z.nullable(z.number()),
    after: z.nullable(z.string()),
    counts: z.nullable(z.partialRecord(z.enum(listedStates), z.number())),
    /** The number of paid registrations in each state. */
    counts_paid: z.nullable(z.partialRecord(z.enum(listedStates), z.number())),
  }),
  description:
    "A race's registrations, masked and sorted. Filters are event, state, payment, gender, age, day, tag, team, code, size and bib, and any part of a name, a bib, or an exact mobile or document number. Without a state the list has all live registrations; a search then also finds runners who left (state `left`). The first page has `counts` by state for the requested event.",
})

export const HistoryEntry = z.object({
  at: Time,
  who: z.nullable(z.string()),
  what: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export const RegistrationFile = z.object({
  registration: Registration,
  /** The number of the account that signed the runner up. */
  uid: z.number(),
  age: z.nullable(z.number()),
  /** The times at which the registration ended without a payment (`closed_at`) and was edited (`edited_at`). */
  closed_at: z.nullable(Time),
  edited_at: z.nullable(Time),
  place_held: z.boolean(),
  /**
   * The invitation of the registration. Staff who may manage invitations see its whole code, other staff only the
   * beginning.
   */
  invitation: z.nullable(z.object({ id: z.number(), code: z.string() })),
  qualifying: z.nullable(
    z.object({
      race: z.string(),
      day: z.string(),
      time: z.string(),
      proof: z.nullable(z.string()),
      meets: z.nullable(z.boolean()),
    }),
  ),
  guardian: z.boolean(),
  consents: z.record(z.string(), GivenConsent),
  answers: z.array(OwnAnswer),
  /** The zones of the event. Staff may move the registration into any of them. */
  zones: z.array(z.string()),
  history: z.array(HistoryEntry),
})
export type RegistrationFile = z.output<typeof RegistrationFile>
export const consoleRegistrationsShow = post('/console/registrations/show', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: RegistrationFile,
  refusals: ['registration_not_found'],
  description: 'One registration with all its facts, masked, and with its history from the log.',
})
export const Opened = z.object({
  idnum: z.string(),
  birth: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  ...heldTexts(privateFields),
  /** Answers to the race's own personal fields. */
  answers: z.array(OwnAnswer),
  guardian: z.nullable(
    z.object({ name: z.string(), mobile: z.string(), relationship: z.optional(z.enum(guardianKinds)) }),
  ),
})
export type Opened = z.output<typeof Opened>
export const consoleRegistrationsOpen = post('/console/registrations/open', {
  access: { right: 'sealed.open' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)), why: Line(200) }),
  output: Opened,
  refusals: ['registration_not_found'],
  description: 'The sealed fields of one registration, unmasked. The log keeps each opening with its reason.',
})

const Ids = z.array(z.coerce.number().check(z.int(), z.minimum(1))).check(z.minLength(1), z.maxLength(100))
/**
 * The outcome for each registration: `done`, `unchanged` (the registration needed no change), or the reason why nothing
 * was done.
 */
export const ChangeOutcome = z.object({
  id: z.number(),
  outcome: z.enum([
    'done',
    'unchanged',
    'not_found',
    'not_possible',
    'sold_out',
    'zone_full',
    'pay_over',
    'gateway_down',
    'paid_meanwhile',
    'changed_since',
  ]),
  says: z.string(),
  state: z.nullable(z.enum(registrationStates)),
})
export type ChangeOutcome = z.output<typeof ChangeOutcome>
const Outcomes = z.object({ items: z.array(ChangeOutcome), done: z.number() })
export const consoleRegistrationsReview = post('/console/registrations/review', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    verdict: z.enum(['approve', 'refuse', 'reopen']),
    reason: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: Outcomes,
  description:
    'Approves or refuses up to a hundred registrations under review. An approved one is registered, holds its place, and gets an order if money is due. A refused one keeps the reason and frees its place. Each runner gets one message. `reopen` undoes a refusal whose reason is still the given reason: the registration is under review with its place again, and its runner gets no message. Each registration is decided by itself; a repetition changes nothing.',
})
export const consoleRegistrationsTag = post('/console/registrations/tag', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    tag: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
    description: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: Outcomes,
  description: 'Puts a tag and a description on up to a hundred registrations. Empty values remove both.',
})
export const consoleRegistrationsDelay = post('/console/registrations/delay', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    tag: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
    description: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
    /**
     * The race to which the places lead. Without it the places lead to the race that the settings of the present race
     * name, if they name a race.
     */
    to: z.optional(DeferralTarget),
  }),
  output: Outcomes,
  refusals: ['deferral_race_unknown', 'deferral_no_right'],
  description:
    "Reserves up to a hundred paid registrations for the next edition, even if the race does not let runners do so. Without words in the call the registrations get the race's words. " +
    'With `to`, each runner gets an invitation of another race, which only the same document can use. This needs the right to manage invitations there.',
})
export const consoleRegistrationsWindow = post('/console/registrations/window', {
  access: { right: 'checkin.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    window: z._default(Typed(20), ''),
  }),
  output: Outcomes,
  description:
    'Sends up to a hundred entered registrations to a window that hands out race packs. An empty value removes the window.',
})
export const consoleRegistrationsZone = post('/console/registrations/zone', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, ids: Ids, zone: z._default(z.string().check(z.trim(), z.maxLength(8)), '') }),
  output: Outcomes,
  description:
    'Puts up to a hundred registrations into a start zone while the zone has room. An empty value removes the zone.',
})
