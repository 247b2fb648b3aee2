import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Fen, Flag, Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'
import { ImportKindShown, consoleImportsRead } from '#features/imports/contract.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { SignupInput, signupRefusals } from '#features/registrations/signup/signup.contract.ts'
import { ClubQuota, clubKinds } from '../contract.ts'
import { memberStates } from '../people/members.rules.ts'

const Id = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))
const Token = z.string().check(z.trim(), z.regex(/^[\w-]{43}$/))

export const clubInvited = post('/club/invited', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, token: Token }),
  output: z.object({ race: z.string(), name: z.string(), kind: z.enum(clubKinds) }),
  refusals: ['club_link_over'],
  description: "Shows the club of a captain's link.",
})
export const clubAccept = post('/club/accept', {
  access: 'runner',
  input: z.object({ raceid: RaceId, token: Token }),
  output: z.object({ id: z.number() }),
  refusals: ['club_link_over'],
  description: 'Makes the caller a captain. The link then no longer works.',
})
export const clubMine = post('/club/mine', {
  access: 'runner',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({ raceid: z.number(), race: z.string(), id: z.number(), name: z.string(), kind: z.enum(clubKinds) }),
    ),
  }),
  description: 'Lists the clubs that the caller leads, the newest first, at most 100.',
})

/** One person of a club as the captain sees the person. No sealed value is among the fields. */
export const ClubMember = z.object({
  id: z.number(),
  name: z.string(),
  idnum: z.string(),
  mobile: z.string(),
  eventid: z.number(),
  event: z.string(),
  state: z.enum(memberStates),
  /** The labels of the fields and consents that are missing or wrong. */
  lacks: z.array(z.string()),
  /** The secret of the person's own link. Null after the person is registered. */
  _key: z.nullable(z.string()),
  /** The key of the person's registration. Null unless `state` is `unpaid` or `entered`. */
  registration: z.nullable(z.string()),
  /** The name of the person whose place this person gets. */
  replaces: z.nullable(z.string()),
  /** True if the captain may replace this person at this moment. */
  swappable: z.boolean(),
})
export type ClubMember = z.output<typeof ClubMember>
export const ClubDesk = z.object({
  id: z.number(),
  race: z.string(),
  zone: z.string(),
  name: z.string(),
  kind: z.enum(clubKinds),
  swap_until: z.nullable(Time),
  closed: z.boolean(),
  quotas: z.array(ClubQuota),
  members: z.array(ClubMember),
  /** The columns of the file with which a captain lists people. */
  list: ImportKindShown,
  /** The open payment of the club. `_key` is the key of a registration in the payment. */
  open: z.nullable(z.object({ _key: z.string(), amount: Fen, pay_end: z.nullable(Time), people: z.number() })),
  /** The paid orders of the club, for receipts and invoices. */
  paid: z.array(z.object({ _key: z.string(), amount: Fen, pay_at: z.nullable(Time) })),
})
export type ClubDesk = z.output<typeof ClubDesk>

export const clubShow = post('/club/show', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Id }),
  output: ClubDesk,
  refusals: ['club_not_found'],
  description: 'The desk of a club for its captains: quotas, people with the things that they lack, and payments.',
})
export const clubRead = upload('/club/read', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Id,
    mapping: consoleImportsRead.input.shape.mapping,
    sheet: SheetName,
    dry: z._default(Flag, true),
  }),
  output: consoleImportsRead.output,
  refusals: [
    'club_not_found',
    'club_closed',
    'import_file_missing',
    'list_empty',
    'import_too_long',
    'import_columns_missing',
    ...tableRefusals,
  ],
  description:
    'Reads a list of people (CSV or .xlsx) into a club. With `dry` the call only tells the effect of each row. The ' +
    'answer names refused rows. Rows that were read before change nothing.',
})
export const clubRemove = post('/club/remove', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Id, member: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['club_not_found', 'club_member_not_found', 'club_member_registered'],
  description: 'Takes a person without a registration off the list of a club, and erases the person from the list.',
})
export const clubPay = post('/club/pay', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Id,
    /** The people to register. Empty: everybody whose entry is complete. */
    members: z._default(z.array(Id).check(z.maxLength(50)), []),
  }),
  output: z.object({
    _key: z.string(),
    people: z.number(),
    amount: Fen,
    payable: z.union([z.literal(0), z.literal(1)]),
  }),
  refusals: [
    'club_not_found',
    'club_closed',
    'club_nobody_ready',
    'club_pay_later',
    'too_many_friends',
    ...signupRefusals,
  ],
  description:
    'Registers the complete people of a club, all of them or none, at most 50 at once, under one order. Their places ' +
    'come from the quota. A refusal names its person in `name`.',
})
export const clubSwap = post('/club/swap', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Id,
    member: Id,
    name: Line(80),
    idtype: z.enum(documentTypes),
    idnum: Line(60),
    country: z.optional(z.string().check(z.trim(), z.maxLength(2))),
    mobile: Line(30),
  }),
  output: z.object({ id: z.number(), _key: z.string() }),
  refusals: [
    'club_not_found',
    'club_closed',
    'club_member_not_found',
    'club_swap_over',
    'club_swap_pending',
    'club_person_listed',
  ],
  description:
    'Names a person who replaces a registered person. The place changes hands when the new person completes the ' +
    'entry. Place and money stay.',
})

export const clubJoin = post('/club/join', {
  access: 'runner',
  input: z.object({ _key: Key, idnum: Line(60) }),
  output: z.object({
    raceid: z.number(),
    eventid: z.number(),
    race: z.string(),
    club: z.string(),
    event: z.string(),
    replaces: z.boolean(),
    /** The values that the captain listed. The form shows them. */
    values: z.record(z.string(), z.string()),
  }),
  refusals: ['club_join_unknown', 'club_join_over', 'idnum_inconsistent'],
  description:
    'Opens the entry of a person of a club. The link alone opens nothing: the person also gives the document number.',
})
export const clubPerson = post('/club/person', {
  access: 'anyone',
  input: z.object({ _key: Key }),
  output: z.object({
    raceid: z.number(),
    race: z.string(),
    club: z.string(),
    event: z.string(),
    state: z.enum(memberStates),
  }),
  refusals: ['club_join_unknown'],
  description: "Shows the race, the club and the event of a person's link, without the person.",
})
export const clubComplete = post('/club/complete', {
  access: 'runner',
  input: z.object({
    _key: Key,
    /** The values of the sign-up form, as `/registration/save` takes them. */
    entry: z.omit(SignupInput, { raceid: true }),
  }),
  output: z.object({ eventid: z.number(), swapped: z.boolean(), registration: z.nullable(z.string()) }),
  refusals: [
    'club_join_unknown',
    'club_join_over',
    'idnum_inconsistent',
    'club_swap_over',
    'club_swap_gone',
    'person_not_found',
    ...signupRefusals,
  ],
  description:
    "Keeps a person's own values and consents. The captain can then pay for the person. If the person replaces " +
    'another one, the place changes hands at once.',
})
