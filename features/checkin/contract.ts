import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, Page, RaceId, Time, GivenMoment, OptionalTyped } from '#contract/scalars.ts'

const said = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
/** Makes the schema of a text by language. A missing language shows the Simplified Chinese text. */
const Said = (max: number) =>
  z.object({ 'zh-cn': z.string().check(z.trim(), z.minLength(1), z.maxLength(max)), 'zh-tw': said(max), en: said(max) })
const Maybe = (max: number) =>
  z._default(z.object({ 'zh-cn': said(max), 'zh-tw': said(max), en: said(max) }), { 'zh-cn': '', 'zh-tw': '', en: '' })
export const ByLang = z.object({ 'zh-cn': z.string(), 'zh-tw': z.string(), en: z.string() })
export type ByLang = z.output<typeof ByLang>
const Instant = z.optional(GivenMoment)
const key = z.string().check(z.trim(), z.maxLength(60))
const Gone = z.object({ id: z.number() })

/** Services with slots: collecting the race pack, seeing the doctor, massage, luggage, and other services. */
export const services = ['pickup', 'medical', 'massage', 'luggage', 'other'] as const
export type CheckinService = (typeof services)[number]

/** A piece of equipment, in the caller's language. */
export const GearItem = z.object({
  id: z.number(),
  name: z.string(),
  note: z.string(),
  picture: z.nullable(z.string()),
  required: z.boolean(),
})
export type GearItem = z.output<typeof GearItem>
export const registrationCheck = post('/registration/check', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    eventid: z.optional(Int),
    id: z.optional(key),
    ticked: z.optional(z.array(z.int()).check(z.maxLength(200))),
  }),
  output: z.object({
    raceid: z.number(),
    eventid: z.nullable(z.number()),
    /** The events of the race that have a list of equipment. The list is the event's own or the race's. */
    events: z.array(z.object({ id: z.number(), name: z.string(), items: z.number() })),
    items: z.array(GearItem),
    ticked: z.array(z.number()),
    at: z.nullable(Time),
    /** True if every required piece of equipment is ticked. False for an empty list. */
    complete: z.boolean(),
    registration: z.nullable(z.object({ name: z.string(), event: z.string(), mine: z.boolean() })),
  }),
  refusals: ['registration_not_found', 'event_not_found', 'race_needed'],
  description:
    "Shows the mandatory equipment of an event, or of a registration (`id`, its key) with the registrant's ticks. " +
    "`ticked` replaces the ticks and needs the registrant's session. The ticks of other callers stay on their " +
    'device.',
})

/** A registration package, in the caller's language. `mine` lists the caller's own registrations with this package. */
export const RacePackage = z.object({
  id: z.number(),
  eventid: z.number(),
  event: z.nullable(z.string()),
  name: z.string(),
  contents: z.array(z.string()),
  place: z.string(),
  bring: z.string(),
  from_at: z.nullable(Time),
  until_at: z.nullable(Time),
  service: z.string(),
  /** The position of the collection point in degrees (WGS 84). */
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  mine: z.array(z.object({ _key: z.string(), name: z.string(), event: z.string(), bib: z.nullable(z.string()) })),
})
export type RacePackage = z.output<typeof RacePackage>
export const packageList = post('/package/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(RacePackage) }),
  description:
    "Lists a race's packages: the contents, the place and time of collection, and the things to bring. Packages of " +
    "the caller's own registrations come first.",
})

export const declarationKinds = ['disclaimer', 'health'] as const
export type DeclarationKind = (typeof declarationKinds)[number]
const yesNo = z.enum(['yes', 'no'])
/** One question. After the answer `doctor_on` the runner must see a doctor. The answer `note_on` needs a note. */
export const HealthQuestion = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
  kind: z.enum(['yesno', 'text']),
  says: Said(300),
  required: z._default(Flag, true),
  doctor_on: z._default(z.nullable(yesNo), null),
  note_on: z._default(z.nullable(yesNo), null),
})
export type HealthQuestion = z.output<typeof HealthQuestion>
const AskedQuestion = z.object({
  name: z.string(),
  kind: z.enum(['yesno', 'text']),
  label: z.string(),
  required: z.boolean(),
  doctor_on: z.nullable(yesNo),
  note_on: z.nullable(yesNo),
})
export type AskedQuestion = z.output<typeof AskedQuestion>
const texts = { version: z.number(), title: z.string(), body: z.string(), questions: z.array(AskedQuestion) }
const Answers = z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(500)))

/**
 * A declaration as its signer sees it. `window` tells whether a person can sign at the moment. Only the registrant sees
 * `signed`.
 */
export const Disclaimer = z.object({
  kind: z.enum(declarationKinds),
  ...texts,
  signature: z.boolean(),
  from_at: z.nullable(Time),
  until_at: z.nullable(Time),
  window: z.enum(['soon', 'open', 'over']),
  zone: z.string(),
  mine: z.boolean(),
  under_age: z.boolean(),
  /** False for a registration that is not entered. Nobody can sign for it, even if `window` is `open`. */
  entered: z.boolean(),
  consent: z.nullable(z.object({ version: z.string(), title: z.string(), body: z.string() })),
  registration: z.object({
    _key: z.string(),
    name: z.string(),
    event: z.string(),
    race: z.string(),
    bib: z.nullable(z.string()),
  }),
  page: z.nullable(z.object({ title: z.string(), content: z.string() })),
  signed: z.nullable(
    z.object({
      at: Time,
      ...texts,
      answers: Answers,
      notes: Answers,
      doctor: z.boolean(),
      strokes: z.nullable(z.string()),
      typed: z.nullable(z.string()),
      guardian: z.nullable(z.string()),
    }),
  ),
})
export type Disclaimer = z.output<typeof Disclaimer>
export const checkinDisclaimerGet = post('/checkin/disclaimer/get', {
  access: 'anyone',
  input: z.object({ id: key, kind: z.optional(z.enum(declarationKinds)), pageid: z.optional(Int) }),
  output: Disclaimer,
  refusals: ['registration_not_found', 'declaration_not_found'],
  description:
    'Shows the declaration that a registration (`id`, its key) must sign: the text, the questions, the window. ' +
    '`pageid` names a page of notices that stands above it. Without `kind` the call shows the health declaration. ' +
    "Only the registrant's session sees the signature.",
})
/** A drawn signature on a field of 600 × 200. It is an SVG path of moves and lines in whole numbers. */
export const Strokes = z.string().check(z.maxLength(20_000), z.regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/))
export const checkinDisclaimerSave = post('/checkin/disclaimer/save', {
  access: 'runner',
  input: z.object({
    id: Key,
    kind: z._default(z.enum(declarationKinds), 'health'),
    version: Int,
    answers: z._default(Answers, {}),
    notes: z._default(Answers, {}),
    /** The version of the consent to keep health data. */
    consent: OptionalTyped(40),
    strokes: z.optional(Strokes),
    /** The typed name, in place of a drawn signature. */
    typed: OptionalTyped(80),
    guardian_name: OptionalTyped(80),
  }),
  output: z.object({ at: Time, version: z.number(), doctor: z.boolean() }),
  refusals: [
    'registration_not_found',
    'declaration_not_found',
    'declaration_soon',
    'declaration_over',
    'declaration_changed',
    'not_entered',
    'already_applied',
  ],
  description:
    "Signs a declaration within its window, with the registrant's session. A second signature is refused with " +
    "'Already applied'. The server seals answers and signature. Health data need a consent of their own, and a " +
    'minor needs a guardian.',
})

const right = { right: 'checkin.edit' } as const
const ofRace = z.object({ raceid: RaceId })
const one = z.object({ raceid: RaceId, id: Int })
export const GearEdited = z.object({
  id: z.number(),
  eventid: z.number(),
  name: ByLang,
  note: ByLang,
  picture: z.nullable(z.string()),
  required: z.boolean(),
  sort: z.number(),
})
export type GearEdited = z.output<typeof GearEdited>
export const consoleCheckinGearList = post('/console/checkin/gear/list', {
  access: right,
  input: ofRace,
  output: z.object({ items: z.array(GearEdited) }),
  description: "Lists a race's equipment for its editors. `eventid` 0 means all events.",
})
const picture = z.optional(z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)))
export const consoleCheckinGearSave = post('/console/checkin/gear/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    eventid: z._default(Int, 0),
    name: Said(80),
    note: Maybe(300),
    picture,
    required: z._default(Flag, false),
    sort: z._default(Int, 0),
  }),
  output: GearEdited,
  refusals: ['thing_not_found', 'event_not_found'],
  description: 'Creates a piece of equipment, or changes the piece with the given id.',
})
export const consoleCheckinGearRemove = post('/console/checkin/gear/remove', {
  access: right,
  input: one,
  output: Gone,
  refusals: ['thing_not_found'],
  description: 'Removes a piece of equipment from the list, with its ticks.',
})

/** An optional position in degrees. */
const Degrees = (most: number) => z.optional(z.coerce.number().check(z.minimum(-most), z.maximum(most)))
export const PackageEdited = z.object({
  id: z.number(),
  eventid: z.number(),
  name: ByLang,
  contents: z.array(ByLang),
  place: ByLang,
  bring: ByLang,
  from_at: z.nullable(Time),
  until_at: z.nullable(Time),
  service: z.string(),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  sort: z.number(),
})
export type PackageEdited = z.output<typeof PackageEdited>
export const consoleCheckinPackagesList = post('/console/checkin/packages/list', {
  access: right,
  input: ofRace,
  output: z.object({ items: z.array(PackageEdited) }),
  description: "Lists a race's packages for their editors.",
})
export const consoleCheckinPackagesSave = post('/console/checkin/packages/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    eventid: z._default(Int, 0),
    name: Said(80),
    contents: z._default(z.array(Said(120)).check(z.maxLength(40)), []),
    place: Said(200),
    bring: Maybe(300),
    from_at: Instant,
    until_at: Instant,
    service: z._default(z.enum(['', ...services]), ''),
    /** The position in degrees (WGS 84), both or neither. */
    lat: Degrees(90),
    lon: Degrees(180),
    sort: z._default(Int, 0),
  }),
  output: PackageEdited,
  refusals: ['thing_not_found', 'event_not_found'],
  description: 'Creates a package, or changes the package with the given id.',
})
export const consoleCheckinPackagesRemove = post('/console/checkin/packages/remove', {
  access: right,
  input: one,
  output: Gone,
  refusals: ['thing_not_found'],
  description: 'Removes a package.',
})

export const DeclarationEdited = z.object({
  id: z.number(),
  kind: z.enum(declarationKinds),
  eventid: z.number(),
  version: z.number(),
  title: ByLang,
  body: ByLang,
  questions: z.array(HealthQuestion),
  signature: z.boolean(),
  from_at: z.nullable(Time),
  until_at: z.nullable(Time),
  /**
   * Counts over all versions: `signed` counts the signers. The other numbers count the signers who should see a doctor,
   * and the registrations that must sign.
   */
  signed: z.number(),
  doctor: z.number(),
  registrations: z.number(),
})
export type DeclarationEdited = z.output<typeof DeclarationEdited>
export const consoleCheckinDeclarationsList = post('/console/checkin/declarations/list', {
  access: right,
  input: ofRace,
  output: z.object({ items: z.array(DeclarationEdited) }),
  description: "Lists a race's declarations, each in its newest version, with the number of signers.",
})
export const consoleCheckinDeclarationsSave = post('/console/checkin/declarations/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    kind: z.enum(declarationKinds),
    eventid: z._default(Int, 0),
    title: Said(120),
    body: Said(20_000),
    questions: z._default(z.array(HealthQuestion).check(z.maxLength(40)), []),
    signature: z._default(Flag, false),
    from_at: Instant,
    until_at: Instant,
  }),
  output: z.object({ id: z.number(), version: z.number() }),
  refusals: ['event_not_found'],
  description:
    'Saves the declaration of a kind. A change of text, questions or signature makes a new version. A change of the ' +
    'window keeps the version.',
})
export const Signer = z.object({
  registrationid: z.number(),
  _key: z.string(),
  name: z.string(),
  event: z.string(),
  bib: z.nullable(z.string()),
  at: Time,
  version: z.number(),
  doctor: z.boolean(),
})
export type Signer = z.output<typeof Signer>
export const consoleCheckinDeclarationsSigned = post('/console/checkin/declarations/signed', {
  access: right,
  input: z.object({ raceid: RaceId, kind: z.enum(declarationKinds), doctor: z.optional(Flag), ...Page }),
  output: z.object({ items: z.array(Signer), after: z.nullable(z.string()) }),
  description:
    'Lists the signers of a declaration, the newest first, and whether each should see a doctor. The answers are ' +
    'not in the list.',
})
export const consoleCheckinDeclarationsOpen = post('/console/checkin/declarations/open', {
  access: { right: 'sealed.open' },
  input: z.object({
    raceid: RaceId,
    registrationid: z.coerce.number().check(z.int(), z.minimum(1)),
    kind: z.enum(declarationKinds),
    reason: Line(200),
  }),
  output: z.object({
    name: z.string(),
    at: Time,
    ...texts,
    answers: Answers,
    notes: Answers,
    strokes: z.nullable(z.string()),
    typed: z.nullable(z.string()),
    guardian: z.nullable(z.string()),
  }),
  refusals: ['thing_not_found'],
  description:
    'Opens one signed declaration with its answers and signature. The staff log records each opening with its reason.',
})
