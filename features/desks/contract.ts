import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId, Time, Id, OptionalTyped } from '#contract/scalars.ts'
import { Strokes } from '#features/checkin/contract.ts'
import { handoutKinds } from './entries.rules.ts'
import { barWords, packLackWords, waivedWords } from './pack.rules.ts'
import { bagTag } from './typed.rules.ts'

const right = { right: 'desk.work' } as const
const text = z.nullable(z.string())
/** The number that a device gives an entry. Two entries with the same number are the same entry. */
export const EntryId = z.uuid()
export const MissingFromPack = z.enum([...barWords, ...packLackWords])

/** One entry of a desk as screens show it. `undone` is true if a later entry takes this entry back. */
export const HandoutShown = z.object({
  entry: z.string(),
  kind: z.enum(handoutKinds),
  id: z.number(),
  name: z.string(),
  bib: text,
  at: Time,
  desk: text,
  staff: text,
  proxy: text,
  size_out: text,
  size_in: text,
  tag: text,
  undoes: text,
  undone: z.boolean(),
  /** True if the caller may take the entry back. */
  mine: z.boolean(),
  despite: z.array(z.string()),
  doubts: z.array(z.string()),
})
export type HandoutShown = z.output<typeof HandoutShown>

/** One runner in the answer to a search. */
export const PackFound = z.object({
  id: z.number(),
  name: z.string(),
  event: z.string(),
  bib: text,
  idnum: z.string(),
  mobile: text,
  handed: z.boolean(),
  missing: z.array(MissingFromPack),
})
export type PackFound = z.output<typeof PackFound>

/** All that a desk needs to hand out one pack. The document number and the mobile are masked. */
export const Pack = z.object({
  id: z.number(),
  _key: z.string(),
  name: z.string(),
  eventid: z.number(),
  event: z.string(),
  bib: text,
  zone: text,
  size: text,
  chip: text,
  window: text,
  gender: text,
  idnum: z.string(),
  mobile: text,
  under_age: z.boolean(),
  missing: z.array(MissingFromPack),
  /** Texts of the things to hand out, such as the contents of the race pack and the add-ons. */
  gives: z.array(z.string()),
  handed: z.nullable(HandoutShown),
  clash: z.boolean(),
  /**
   * The size of the shirt that the runner took. In a clash the shirt of this desk counts. Null before the hand-out.
   */
  taken: text,
  tag: text,
  shirt: z.boolean(),
  medal: z.boolean(),
  /** True if the desk may check the face: a service is configured, and the runner is of age and agrees to the check. */
  face: z.optional(z.boolean()),
  /**
   * The path of the photo that the runner gave for the desks. Null if the runner gave no photo, and on a device without
   * network.
   */
  photo: text,
  /** The only desk that serves this bib, if it is another desk than the caller's. */
  elsewhere: text,
  /** People whom the runner sends. `key` is the content of the QR code. */
  proxies: z.array(z.object({ key: z.string(), name: z.string() })),
  /** The other people of the same sign-up, who often collect together. */
  friends: z.array(z.object({ id: z.number(), name: z.string(), bib: text, handed: z.boolean() })),
  /** The shirts that the race counts, with the number left. An empty list: the race does not count shirts. */
  sizes: z.array(z.object({ size: z.string(), left: z.number() })),
  entries: z.array(HandoutShown),
})
export type Pack = z.output<typeof Pack>

export const checkinRunnerQuery = post('/checkin/runner/query', {
  access: right,
  input: z.object({ raceid: RaceId, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
  output: z.object({
    items: z.array(PackFound),
    /** The proxy whose code was read. */
    proxy: z.nullable(z.object({ key: z.string(), name: z.string() })),
    more: z.boolean(),
  }),
  refusals: ['proxy_withdrawn'],
  description:
    'Finds runners at a desk by one typed or scanned text: the QR code of the status page or of a proxy, a bib, a chip, a document number or its last four characters, a mobile number or its last four digits, or a part of a name. At most 20 runners.',
})
export const checkinRunnerVerify = post('/checkin/runner/verify', {
  access: right,
  input: z.object({ raceid: RaceId, id: Id, desk: z.optional(Int) }),
  output: Pack,
  refusals: ['registration_not_found'],
  description: 'Shows a pack: the runner, the missing things, the things to hand out, and the entries of desks.',
})

/** The fields of an entry. A device sends the same fields for each entry, many entries in one call. */
export const entryFields = {
  entry: EntryId,
  kind: z.enum(handoutKinds),
  id: Id,
  /** The size of the shirt that is handed out. Without a size the desk hands out the size of the registration. */
  size: OptionalTyped(40),
  tag: z.optional(
    z.string().check(
      z.overwrite((tag) => bagTag(tag) ?? ''),
      z.maxLength(40),
      z.regex(/^\P{Cc}*$/u),
    ),
  ),
  /** The bib that the desk takes from its stack and gives the runner. */
  bib: OptionalTyped(13),
  proxy: OptionalTyped(60),
  undoes: z.optional(EntryId),
  /** The words of the missing things that staff decided to ignore. */
  despite: z._default(z.array(z.enum(waivedWords)).check(z.maxLength(waivedWords.length)), []),
  strokes: z.optional(Strokes),
}
export const signRefusals = [
  'registration_not_found',
  'desk_not_found',
  'entry_differs',
  'pack_barred',
  'pack_incomplete',
  'handed_already',
  'not_handed',
  'other_desk',
  'size_gone',
  'size_same',
  'bag_here',
  'bag_none',
  'tag_used',
  'handed_thing',
  'signature_needed',
  'proxy_withdrawn',
  'bib_held',
  'bib_taken',
  'bib_kept_before',
  'bib_not_due',
  'bibs_too_few',
  'entry_not_found',
  'undone_already',
  'undo_not_own',
  'undo_newest_first',
] as const
export const checkinRunnerSign = post('/checkin/runner/sign', {
  access: right,
  input: z.object({ raceid: RaceId, desk: z.optional(Int), ...entryFields }),
  output: z.object({
    /** True if the same entry was written before. */
    known: z.boolean(),
    pack: Pack,
  }),
  refusals: signRefusals,
  description:
    'Writes one entry of a desk: a pack handed out, a shirt exchanged, a bag kept or given back, a finisher shirt or a medal handed out, or an undo. The number of the entry comes from the device, so a repeated call writes nothing twice.',
})
export const checkinRunnerSigned = post('/checkin/runner/signed', {
  access: right,
  input: z.object({
    raceid: RaceId,
    /**
     * The desk whose entries the call lists. Without a desk, the call lists the caller's own entries that belong to no
     * desk.
     */
    desk: z.optional(Int),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  output: z.object({
    items: z.array(HandoutShown),
    /** The number of packs that the desk handed out today. */
    today: z.number(),
  }),
  description: "Lists a desk's newest entries, and counts the packs that it handed out today.",
})
