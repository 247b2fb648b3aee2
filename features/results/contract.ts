import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'
import { RaceSettings, Skins } from '#features/races/contract.ts'
import { neededColumns } from './import/headers/leftOver.rules.ts'
import { fieldKey } from './import/reading/fields.rules.ts'
import { doubtfulWords, fileDoubtWords, meanings, refusedWords } from './import/reading/vocabulary.rules.ts'
import { clocks, genders, outcomes, teamKinds } from './rules.ts'
import { TeamOfReport } from './teams/teams.contract.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const Basis = z.enum(clocks)
const Outcome = z.enum(outcomes)
const Gender = z.enum(genders)

/**
 * A checkpoint in the split table. `ms` is the time since the start, `segment_ms` the time since the last point with a
 * time. Paces are times per kilometre, such as `4:52`.
 */
export const Split = z.object({
  label: z.string(),
  metres: count,
  ms: count,
  time: text,
  segment_ms: count,
  segment_time: text,
  segment_pace: text,
  pace: text,
})
export type Split = z.output<typeof Split>

/**
 * A runner's result. Besides the fields below it has the Chinese-keyed fields of docs/behaviour/results.md, Report
 * fields (features/results/report/report.rules.ts lists them all). It also has three fields for each checkpoint label:
 * `<label>` is the time since the start, `<label>用时` the time since the previous point, `<label>配速` the pace since
 * the previous point. The 5 km point has the labels `5` and `05`.
 */
export const Report = z.looseObject({
  /** The score id of the result. */
  id: z.number(),
  _key: z.string(),
  name: text,
  gender: z.nullable(Gender),
  bib: z.string(),
  field: z.string(),
  agegroup: text,
  outcome: Outcome,
  /** The outcome in the specification's words; null while the runner is on the course. */
  status: z.nullable(z.enum(['finish', 'DNF', 'DNS', 'DSQ'])),
  reason: text,
  /** The official rank. `basis` is the clock that decides ranks. */
  position: count,
  basis: Basis,
  provisional: z.boolean(),
  /** True if the results of the event are final. Until then protests may change the results. */
  official: z.boolean(),
  /** Gun time and net time, `03:24:05`. */
  time: text,
  nettime: text,
  gun_ms: count,
  net_ms: count,
  /** The paces by gun time and by net time over the certified distance, `4:52`. */
  pace: text,
  netpace: text,
  /**
   * Ranks, each with the number of ranked runners. A published rank is the official rank. `computed` is the computed
   * rank, if it differs from the published rank; otherwise null.
   */
  places: z.array(
    z.object({
      of: z.enum(['overall', 'gender', 'agegroup']),
      basis: Basis,
      place: z.number(),
      total: count,
      computed: count,
    }),
  ),
  splits: z.array(Split),
  /** True if the runner submitted the result with a proof and the organisers accepted it. */
  handed_in: z.boolean(),
  hidden: z.object({ name: z.boolean(), age: z.boolean() }),
  /** The team of the runner, if the event ranks teams. */
  team: z.nullable(TeamOfReport),
})
export type Report = z.output<typeof Report>

/**
 * The definition of a report's certificate (docs/behaviour/certificates.md, Definitions). The certificates room
 * provides it.
 */
export const ReportCertificate = z.object({
  id: z.number(),
  html: z.string(),
  bg: text,
  /** The size of the paper in pixels. */
  width: z.number(),
  height: z.number(),
  meta: z.record(z.string(), z.string()),
  map: z.record(z.string(), z.string()),
  fields: z.array(z.string()),
})
export type ReportCertificate = z.output<typeof ReportCertificate>

const raceShown = {
  id: z.number(),
  name: z.string(),
  header: text,
  time: Time,
  zone: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  skins: Skins,
  settings: RaceSettings,
  albumid: z.nullable(z.number()),
}
export const timingQuery = post('/timing/query', {
  access: 'anyone',
  input: z.object({
    /** The key or id of a registration, or the key or id (score id) of a result. */
    id: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    raceid: z.optional(RaceId),
    bib: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    eventid: z.optional(Int),
    certificateid: z.optional(Int),
  }),
  output: z.object({
    /** `splits` tells whether the columns of the split table are swapped, and has the event's own titles. */
    event: z.object({
      id: z.number(),
      raceid: z.number(),
      name: z.string(),
      distance: count,
      splits: z.object({ swapped: z.boolean(), second: text, third: text }),
      race: z.object(raceShown),
    }),
    report: z.nullable(Report),
    certificate: z.nullable(ReportCertificate),
    certificateid: count,
    registration: z.nullable(z.object({ id: z.number(), _key: z.string(), name: text, bib: text })),
    posterid: count,
    /** The special rule that applies to the report. Its words and code take the place of the certificate. */
    publicity: z.nullable(z.object({ tips: z.string(), qr: text })),
  }),
  refusals: ['no_report', 'result_of_whom'],
  description:
    "The result of a registration, of a score id or of a bib, with its race, event and certificate definition. If nothing is published, `report` is null for a caller with the registration's key, and others get a refusal. Only the runner's own account sees a hidden name or age.",
})

export const ReportRow = z.object({
  id: z.number(),
  _key: z.string(),
  eventid: z.number(),
  event: z.string(),
  bib: z.string(),
  name: text,
  gender: z.nullable(Gender),
  agegroup: text,
  field: z.string(),
  outcome: Outcome,
  position: count,
  gender_place: count,
  agegroup_place: count,
  basis: Basis,
  /** The computed overall ranks, one by gun time and one by net time. */
  gun_place: count,
  net_place: count,
  time: text,
  nettime: text,
  /** The pace by the clock that decides ranks. */
  pace: text,
  /** The last point with a time, for a runner who has not finished. */
  last: z.nullable(z.object({ label: z.string(), time: z.string() })),
  /** The times at the sheet's points, if the caller asked for them. */
  splits: z.nullable(z.array(text)),
  handed_in: z.boolean(),
  country: text,
  club: text,
})
export type ReportRow = z.output<typeof ReportRow>
/** The first woman and the first man of an event. `name` is null if the runner hides it. */
export const Winners = z.object({
  eventid: z.number(),
  event: z.string(),
  colour: z.string(),
  provisional: z.boolean(),
  runners: z.array(z.object({ _key: z.string(), gender: Gender, name: text, time: z.string() })),
})
export type Winners = z.output<typeof Winners>
/** The filters of an event's list, and the clock that decides its ranks. */
export const SheetShown = z.object({
  eventid: z.number(),
  name: z.string(),
  basis: Basis,
  provisional: z.boolean(),
  official: z.boolean(),
  finishers: z.number(),
  agegroups: z.array(z.string()),
  fields: z.array(z.string()),
  points: z.array(z.string()),
  /**
   * The kinds of the event's team classification. An empty list means that the event ranks no teams.
   */
  teams: z.array(z.enum(teamKinds)),
})
export const orders = ['official', ...clocks] as const

export const timingReportsFetch = post('/timing/reports/fetch', {
  access: 'anyone',
  shared: 5,
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    /** Part of a name, a bib, or the end of a bib. */
    q: z._default(Search, ''),
    gender: z.optional(Gender),
    agegroup: z.optional(z.string().check(z.maxLength(40))),
    outcome: z.optional(Outcome),
    /** The order of the list: by official rank, by gun time, or by net time. */
    by: z._default(z.enum(orders), 'official'),
    /** The rank at which the page begins, instead of the first rank. */
    from: z.optional(Int.check(z.minimum(1), z.maximum(2_000_000))),
    /** True if the answer has the times at the checkpoints. */
    splits: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({
    items: z.array(ReportRow),
    after: text,
    /** The number of matches, on the first page of a search or filter. Null on other pages. */
    total: count,
    sheets: z.array(SheetShown),
  }),
  description:
    "A race's published results by event. In each event the main field comes first, then each other field by its name. In a field the order is: runners by official rank (or by gun or net time), runners on the course, finishers without a rank, then runners who did not finish, were disqualified, or did not start. `after` names the next page; `from` begins at a rank of the main field.",
})

/** The rows above a list: the caller's own results and the results of the followed bibs. */
export const resultsPinned = post('/results/pinned', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The bibs that the caller follows. */
    bibs: z._default(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))).check(z.maxLength(20)), []),
  }),
  output: z.object({ items: z.array(z.extend(ReportRow, { mine: z.boolean() })) }),
  refusals: ['race_not_found'],
  description:
    "Lists an event's published results of the caller's own registrations, found by the session, and of the bibs that " +
    'the caller follows. Own results come first.',
})

export const ImportProblem = z.object({
  line: z.number(),
  bib: z.string(),
  severity: z.enum(['refused', 'doubtful']),
  word: z.enum([...refusedWords, ...doubtfulWords]),
  says: z.string(),
})
const Ranked = z.enum(['overall', 'gender', 'agegroup'])
export const ImportDoubt = z.object({
  word: z.enum(fileDoubtWords),
  kind: z.optional(Ranked),
  count: z.optional(z.number()),
  given: z.optional(z.string()),
  says: z.string(),
})
/** A column of a file. `column` is its name in a mapping: the title, or the number (`#4`) if there is no title. */
const Listed = z.object({ column: z.string(), title: z.string(), sample: z.string() })
const Counts = z.record(z.string(), z.number())
const Agreement = z.object({ given: z.number(), exact: z.number(), within: z.number(), ordered: z.number() })
export const consoleResultsImport = upload('/console/results/import', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The columns that staff chose for meanings. A key is a meaning. Its value is a column, or '' for no column. */
    mapping: z._default(z.record(z.string(), z.string()), {}),
    encoding: z._default(z.enum(['auto', 'utf-8', 'gb18030', 'big5', 'windows-1252']), 'auto'),
    /**
     * The names of fields. A key tells the runners of the field: the beginning of their bibs, one bib, or the total
     * that the file writes with their ranks (`{"W": "wheelchair", "16599": "handcycle", "/25": "wheelchair"}`).
     */
    fields: z._default(z.record(z.string().check(z.regex(fieldKey)), z.string().check(z.maxLength(20))), {}),
    /**
     * The rows to take from a file of several events: rows with one of these values in the column; `*` means any value.
     */
    only: z.optional(z.object({ column: z.string(), values: z.array(z.string()).check(z.minLength(1)) })),
    sheet: SheetName,
    number_rows: z._default(Flag, false),
    dry: z._default(Flag, true),
    replace: z._default(Flag, false),
    /** True if the call also publishes unpublished results as provisional. This needs the right `results.edit`. */
    publish: z._default(Flag, false),
  }),
  output: z.object({
    filename: z.string(),
    encoding: z.string(),
    repaired: z.boolean(),
    header: z.array(z.string()),
    columns: z.array(z.object({ meaning: z.string(), header: z.string(), column: z.string() })),
    listed: z.array(Listed),
    /** The missing columns among name, status and rank. `unused_text` lists text columns without a meaning. */
    missing: z.array(z.enum(neededColumns)),
    unused_text: z.array(z.string()),
    /**
     * Questions about a column that only a person can answer. The server writes nothing before the mapping answers
     * these questions.
     */
    questions: z.array(
      z.object({
        word: z.enum(['clock', 'rank_clock']),
        column: z.string(),
        header: z.string(),
        meanings: z.array(z.enum(meanings)),
      }),
    ),
    /** The last mapping of columns with these titles, used in this race or by this member of staff. */
    remembered: z.nullable(z.record(z.string(), z.string())),
    points: z.array(z.string()),
    basis: Basis,
    counts: Counts,
    agreement: z.object({ overall: Agreement, gender: Agreement, agegroup: Agreement }),
    problems: z.array(ImportProblem),
    doubts: z.array(ImportDoubt),
    /** The number of problems that are not listed. */
    more: z.number(),
    /**
     * The refused rows as the file has them, with their faults as sentences. Staff correct the rows and import them
     * again. '' if no row was refused.
     */
    report: z.string(),
    dry: z.boolean(),
  }),
  refusals: [
    'event_not_found',
    'result_file_missing',
    'file_empty',
    ...tableRefusals,
    'several_events',
    'only_unknown',
    'no_bib_column',
    'no_time_column',
    'mapping_unknown',
    'columns_unclear',
    'field_unknown',
    'relay_unclear',
    'points_differ',
  ],
  description:
    'Imports a result file into an event. With `dry` it only reports the meaning of each column and the refused or doubtful rows with their reasons. It writes all accepted rows or nothing. The same file a second time changes nothing.',
})
export const consoleResultsSheets = post('/console/results/sheets', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        results: z.number(),
        finishers: z.number(),
        /**
         * The number of results with a registration. The next numbers count results without a name, results with doubts
         * in the last import, and results that the last import changed.
         */
        matched: z.number(),
        nameless: z.number(),
        doubtful: z.number(),
        changed: z.number(),
        /** The number of the event's registrations. */
        registered: z.number(),
        published_at: z.nullable(Time),
        official_at: z.nullable(Time),
        protest_until: z.nullable(Time),
        /** The planned moment at which the server publishes the results. */
        publish_at: z.nullable(Time),
        /** The number of protests that wait for a decision. */
        protests: z.number(),
        /** The newest version of the results. */
        version: z.nullable(z.number()),
        imported_at: z.nullable(Time),
        /** The event's start, while it is still to come. Staff confirm a publication before it. */
        ahead: z.nullable(Time),
      }),
    ),
    imports: z.array(
      z.object({ id: z.number(), eventid: z.number(), filename: z.string(), counts: Counts, created_at: Time }),
    ),
    meanings: z.array(z.enum(meanings)),
  }),
  description:
    "A race's events with the number of their results and their state of publication, and the latest imports.",
})
