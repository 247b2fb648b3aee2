import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { RaceEvent } from '#features/events/contract.ts'
import { heldTexts, sentTexts } from '#features/fields/fields.contract.ts'
import { editableFields, editableTexts, fixedTexts, privateFields } from '#features/fields/lists.rules.ts'
import { questionKinds } from '#features/fields/own/question.contract.ts'
import { GivenConsent } from '../signup/consents.rules.ts'
import { Can, Registration, RegistrationCard, icons, paidStates, registrationStates } from '../contract.ts'
import { Qualification } from '../signup/signup.contract.ts'
import { filterOfRegistrations, listedStates } from '../lookup/filter.contract.ts'
import { guardianKinds } from '../signup/signup.rules.ts'

/**
 * An answer to a field of the race's own, as staff read it. `personal`: it is sealed, and masked until staff open it.
 */
const OwnAnswer = z.object({
  name: z.string(),
  label: z.string(),
  answer: z.string(),
  kind: z.enum(questionKinds),
  personal: z.boolean(),
})

const short = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u)))

/**
 * A change. Missing values stay as they are, and an empty text removes an optional value. `answers` names the changed
 * questions.
 */
export const EditInput = z.object({
  id: Key,
  /** Where the caller sends it, it must be the registration's own. */
  idnum: short(60),
  ...sentTexts(editableTexts),
  /** Refused, each at its field, where they differ from the registration. */
  ...sentTexts(fixedTexts),
  answers: z.optional(z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(500)))),
  qualifying: z.optional(Qualification),
})
export type EditInput = z.output<typeof EditInput>

export const registrationFetch = post('/registration/fetch', {
  access: 'runner',
  input: z.object({ id: Key, idnum: short(60) }),
  output: z.object({
    registration: Registration,
    /**
     * The event with its form and the remaining number of each choice. The caller's own shirt and seat never count as
     * sold out.
     */
    event: RaceEvent,
    /** Never document, name, gender, birth or event. `area` stands for province, city and area. */
    changeable: z.array(z.enum(editableFields)),
    qualifying: z.nullable(Qualification),
    edited_at: z.nullable(Time),
  }),
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "One's own registration in full, open, with the event's form and what of it may be changed. " +
    '`registration.status.can.edit` and `can.mend` say whether it may be now.',
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
    "Changes one's own registration while it may be changed, by the rules of signing up. One that did not pass the " +
    'review goes back to it by this call, where a place is left. Wrong fields are named.',
})
export const registrationDel = post('/registration/del', {
  access: 'runner',
  input: z.object({ id: Key, idnum: short(60) }),
  output: z.object({ _key: z.string(), deleted_at: Time, orderid: z.nullable(z.number()) }),
  refusals: ['registration_not_found', 'idnum_inconsistent', 'not_deletable', 'paid_meanwhile', 'gateway_down'],
  description:
    "Deletes one's own registration, at most once per document: its unpaid order is closed at the gateway first, " +
    'the place is free, the qualification lost, and one may sign up anew. Friends who shared the order go on under ' +
    'a new one with the same end (`orderid`).',
})
export const registrationDelay = post('/registration/delay', {
  access: 'runner',
  input: z.object({ id: Key, idnum: short(60) }),
  output: z.object({
    _key: z.string(),
    state: z.enum(registrationStates),
    tag: z.nullable(z.string()),
    description: z.nullable(z.string()),
  }),
  refusals: ['registration_not_found', 'idnum_inconsistent', 'not_delayable'],
  description:
    'Reserves a paid registration for the next edition, where the race lets one (`settings.delay`): the place is ' +
    'free, the bib is gone, nothing is refunded.',
})
export const registrationGetbykeys = post('/registration/getbykeys', {
  access: 'anyone',
  input: z.object({ keys: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(50)) }),
  output: z.array(RegistrationCard),
  description:
    'Cards of several registrations by their keys, masked, in the order asked for. Keys that find nothing are left ' +
    'out.',
})

/**
 * The answer to the partner's shop: whether the logged-in account may, otherwise the reason, and the permitted actions.
 */
export const Authorisation = z.object({
  auth: z.boolean(),
  why: z.nullable(z.string()),
  _key: z.string(),
  /** Null where the account is not the registrant's: the answer tells nothing more than the question. */
  registration: z.nullable(RegistrationCard),
  can: z.nullable(z.object({ pay: Can, edit: Can, mend: Can, delete: Can, exit: Can, delay: Can })),
})
export const userAuthRegitration = post('/user/auth/regitration', {
  access: 'runner',
  input: z.object({ id: Key, idnum: Line(60) }),
  output: Authorisation,
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "The partner's shop asks whether the account may see a registration and act on it: it must know the number and " +
    "be the registrant's. (The path is spelt so on purpose.)",
})
export const userAuthEdit = post('/user/auth/edit', {
  access: 'runner',
  input: z.object({ id: Key, idnum: Line(60) }),
  output: Authorisation,
  refusals: ['registration_not_found', 'idnum_inconsistent'],
  description:
    "The partner's shop asks whether the account may change a registration now: the registrant's, with the number " +
    'known, while it may be edited or mended.',
})

/** `closed`: not paid in time. `deleted`: by the registrant. All others are live. */
/** A registration in the list of staff: masked. */
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
  /** There is a picture that proves a qualifying time. */
  proof: z.boolean(),
  gender: z.nullable(z.string()),
  age: z.nullable(z.number()),
  clothes: z.nullable(z.string()),
  team: z.nullable(z.string()),
  pay_at: z.nullable(Time),
  created_at: Time,
  /** The wanted columns as the table shows them. Sealed values are masked or null. */
  cells: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})
export type RegistrationLine = z.output<typeof RegistrationLine>
export const consoleRegistrationsList = post('/console/registrations/list', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    ...filterOfRegistrations,
    /**
     * Columns of the table `registrations` (`/console/exports/show`). The server leaves out columns that the caller may
     * not see.
     */
    columns: z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(100)), []),
    /** Without them the first page comes sooner: `counts` go by the event alone. */
    counts: z._default(Flag, true),
    ...Page,
  }),
  output: z.object({
    items: z.array(RegistrationLine),
    /** The number of matches, on the first page. */
    total: z.nullable(z.number()),
    after: z.nullable(z.string()),
    counts: z.nullable(z.partialRecord(z.enum(listedStates), z.number())),
    /** The number of paid ones among them. */
    counts_paid: z.nullable(z.partialRecord(z.enum(listedStates), z.number())),
  }),
  description:
    "A race's registrations, masked, in an order; by event, state, payment, gender, age, day, tag, team, code, size " +
    'and bib, or by any part of a name, a bib, or an exact mobile or document number. Without a state: all live ones. ' +
    '`counts`, on the first page, is by state, of the event asked for.',
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
  age: z.nullable(z.number()),
  /** The times at which it was closed (not paid in time), edited, or deleted. */
  closed_at: z.nullable(Time),
  edited_at: z.nullable(Time),
  place_held: z.boolean(),
  /** The invitation. Staff who may manage invitations see its whole code, others only its beginning. */
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
  /** The zones of the event, into which staff may move it. */
  zones: z.array(z.string()),
  history: z.array(HistoryEntry),
})
export type RegistrationFile = z.output<typeof RegistrationFile>
export const consoleRegistrationsShow = post('/console/registrations/show', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: RegistrationFile,
  refusals: ['registration_not_found'],
  description: 'One registration with its facts, masked, and its history from the log.',
})
export const Opened = z.object({
  idnum: z.string(),
  birth: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  ...heldTexts(privateFields),
  /** Answers to personal fields of the race's own. */
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
  description: 'The sealed fields of one registration, open. Each opening stands in the log with its reason.',
})

const Ids = z.array(z.coerce.number().check(z.int(), z.minimum(1))).check(z.minLength(1), z.maxLength(100))
/** The outcome of each: `done`, `unchanged` (it was so already), or the reason why not. */
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
    verdict: z.enum(['approve', 'refuse']),
    reason: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: Outcomes,
  description:
    'The verdict on up to a hundred registrations under review. Approved ones are registered, hold their place and ' +
    'get their order where money is due; refused ones keep the reason and free their place. Each runner is told ' +
    'once. Each stands for itself; a repetition changes nothing.',
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
  description: 'Puts a tag and a description on up to a hundred registrations, or takes them away (both empty).',
})
export const consoleRegistrationsDelay = post('/console/registrations/delay', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    tag: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
    description: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: Outcomes,
  description:
    'Reserves up to a hundred paid registrations for the next edition, also where the race does not let runners do ' +
    "it. Without words of its own they get the race's.",
})
export const consoleRegistrationsWindow = post('/console/registrations/window', {
  access: { right: 'checkin.edit' },
  input: z.object({
    raceid: RaceId,
    ids: Ids,
    window: z._default(z.string().check(z.trim(), z.maxLength(20), z.regex(/^\P{Cc}*$/u)), ''),
  }),
  output: Outcomes,
  description:
    'The desk sends up to a hundred entered registrations to the window that hands out their race packs, or to none (empty).',
})
export const consoleRegistrationsZone = post('/console/registrations/zone', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, ids: Ids, zone: z._default(z.string().check(z.trim(), z.maxLength(8)), '') }),
  output: Outcomes,
  description: 'Puts up to a hundred registrations into a start zone, as far as it has room, or out of any (empty).',
})
