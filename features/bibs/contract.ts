import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Search, Whole } from '#contract/scalars.ts'

/**
 * The ways to sort the runners of an event before they get numbers: by sign-up, by name, by start zone, by qualifying
 * time (fastest first), or by gender.
 */
export const bibOrders = ['signup', 'name', 'zone', 'time', 'gender'] as const
export type BibOrder = (typeof bibOrders)[number]

/** The prefix of a bib. The server changes the prefix to upper case. */
export const Prefix = z.string().check(z.trim(), z.maxLength(6), z.toUpperCase(), z.regex(/^[A-Z0-9-]*$/))
/** Groups of digits, such as 4 or 13. The call skips each number that contains one of these groups. */
export const Avoid = z._default(z.array(z.string().check(z.regex(/^\d{1,4}$/))).check(z.maxLength(10)), [])
/** The numbers that the call skips, as a person writes them: `1-20, 88`. */
export const ReservedNumbers = z._default(z.string().check(z.maxLength(500), z.regex(/^[\d\s,，、-]*$/)), '')
/** The bibs for one event. Zeros at the beginning fill up a number that has fewer digits than `width`. */
export const BibRange = z.object({
  eventid: Whole,
  prefix: z._default(Prefix, ''),
  from: z.number().check(z.int(), z.minimum(1), z.maximum(9_999_999)),
  to: z.number().check(z.int(), z.minimum(1), z.maximum(9_999_999)),
  width: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(7)), 1),
  order: z._default(z.enum(bibOrders), 'signup'),
})
export type BibRange = z.output<typeof BibRange>

export const bibGenerate = post('/bib/generate', {
  access: { right: 'bibs.edit' },
  input: z.object({
    raceid: RaceId,
    ranges: z.array(BibRange).check(z.minLength(1), z.maxLength(50)),
    avoid: Avoid,
    reserved: ReservedNumbers,
    /** True if the call only shows the numbers that it would give. */
    dry: z._default(Flag, true),
  }),
  output: z.object({
    events: z.array(
      z.object({
        eventid: z.number(),
        event: z.string(),
        kept: z.number(),
        given: z.number(),
        /** The number of guests among the runners of `given`. A guest gets the bib that is kept for this guest. */
        vips: z.number(),
        /**
         * The number of runners who wish for a number with their birthday or the end of their mobile, and the number of
         * runners whose wish is met.
         */
        wishes: z.object({ asked: z.number(), met: z.number() }),
        short: z.number(),
        first: z.nullable(z.string()),
        last: z.nullable(z.string()),
      }),
    ),
    given: z.number(),
    sample: z.array(
      z.object({ id: z.number(), bib: z.string(), name: z.string(), event: z.string(), zone: z.nullable(z.string()) }),
    ),
  }),
  refusals: ['event_not_found', 'bib_range_wrong', 'bib_ranges_overlap', 'bibs_too_few'],
  description:
    'Gives a number to every paid registration of these events that has none. One transaction gives all numbers or ' +
    'none. A registration with a number keeps it, so staff can repeat the call. With `dry` (the default) the call ' +
    'writes nothing.',
})
export const bibAlloc = post('/bib/alloc', {
  access: { right: 'bibs.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.coerce.number().check(z.int(), z.minimum(1)),
    prefix: z._default(Prefix, ''),
    /** The wanted number. Without a wanted number the registration gets the next free number from `from` on. */
    bib: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,7}$/))),
    from: z.optional(Int),
    to: z.optional(Int),
    clear: z._default(Flag, false),
  }),
  output: z.object({ id: z.number(), bib: z.nullable(z.string()), prefix_bib: z.nullable(z.string()) }),
  refusals: ['registration_not_found', 'bib_not_due', 'bib_taken', 'bib_kept_before', 'bibs_too_few'],
  description: 'Gives one paid registration a certain number or the next free number, or takes its number away.',
})

export const BibLine = z.object({
  id: z.number(),
  eventid: z.number(),
  event: z.string(),
  name: z.string(),
  bib: z.nullable(z.string()),
  prefix_bib: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  clothes: z.nullable(z.string()),
})
export type BibLine = z.output<typeof BibLine>
export const consoleBibsList = post('/console/bibs/list', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, eventid: z.optional(Int), q: z._default(Search, ''), ...Page }),
  output: z.object({
    events: z.array(
      z.object({
        eventid: z.number(),
        event: z.string(),
        colour: z.string(),
        due: z.number(),
        given: z.number(),
        last: z.nullable(z.string()),
        zones: z.array(z.object({ name: z.string(), count: z.number(), most: z.nullable(z.number()) })),
      }),
    ),
    items: z.array(BibLine),
    after: z.nullable(z.string()),
  }),
  description:
    'Lists paid registrations with number and start zone. Staff search by number or by the beginning of a name. For ' +
    'each event the answer counts the registrations that need a number, the registrations with a number, and the ' +
    'registrations in each zone.',
})
export const consoleBibsZones = post('/console/bibs/zones', {
  access: { right: 'bibs.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** True if runners with a zone are placed again. */ anew: z._default(Flag, false),
    dry: z._default(Flag, true),
  }),
  output: z.object({
    zones: z.array(z.object({ name: z.string(), count: z.number(), most: z.nullable(z.number()) })),
    placed: z.number(),
    without: z.number(),
  }),
  refusals: ['event_not_found', 'zones_missing'],
  description:
    'Places the paid registrations of an event in its start zones. The fastest runner comes first and gets the best ' +
    'zone that admits the runner and has room. Runners without a time follow in the order of sign-up.',
})
export const consoleBibsExport = post('/console/bibs/export', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: z.object({ filename: z.string(), csv: z.string(), rows: z.number() }),
  description:
    'The file for the print shop (table `bib_print` of the exporter) as CSV in the answer: bib, name, event, zone, shirt, ' +
    'by event and number. The export is recorded as a print, and in the staff log.',
})
