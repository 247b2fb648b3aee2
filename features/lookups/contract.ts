import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { givenToLookUp, lookupRefusals } from '#features/checks/contract.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'
import { icons } from '#features/registrations/contract.ts'
import { outcomes } from '#features/results/rules.ts'
import { VolunteerShift } from '#features/volunteers/contract.ts'

/** The types of a query link (docs/behaviour/accounts.md, Types of look-ups). */
export const queryTypes = [
  'reg',
  'score',
  'refunds',
  'appoint',
  'volunteers',
  'master',
  'health',
  'runner',
  'simple',
  'enname',
  'game',
  'poster',
] as const
export type QueryType = (typeof queryTypes)[number]

const text = z.nullable(z.string())
/** The kinds of things that a key may belong to. */
export const foundKinds = ['registration', 'result', 'volunteer', 'game'] as const
/**
 * One found runner. A card shows the event first, then bib, name and every other field that is neither null nor hidden
 * (features/lookups/rules.ts). It holds no contact data, whoever asks.
 */
export const FoundRunner = z.object({
  kind: z.enum(foundKinds),
  _key: z.string(),
  id: z.number(),
  raceid: z.number(),
  eventid: z.number(),
  event: z.string(),
  bib: text,
  name: text,
  icon: z.nullable(z.enum(icons)),
  status: text,
  paid_label: text,
  /** The status of the fee: null where no money is due. */
  fee_label: text,
  /** For a registration: whether it has a bib or will get one. */
  bib_due: z.boolean(),
  enname: text,
  time: text,
  nettime: text,
  outcome: z.nullable(z.enum(outcomes)),
  team: text,
  place: text,
  starts_at: z.nullable(Time),
  gameid: z.nullable(z.number()),
  certificateid: z.nullable(z.number()),
  posterid: z.nullable(z.number()),
  meta: z.nullable(z.record(z.string(), z.string())),
  /** Found beside the wanted one: same order, team or account. */
  related: z.boolean(),
})
export type FoundRunner = z.output<typeof FoundRunner>

const idnum = Line(60)
export const apiRunnerQueryIdnum = post('/api/runner/query/idnum', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, idnum, type: z._default(z.enum(queryTypes), 'runner'), ...givenToLookUp }),
  output: z.array(FoundRunner),
  refusals: lookupRefusals,
  description:
    'Runners by an exactly known document number, sorted by eventid: results for type score, shifts for volunteers, registrations with their result otherwise. An underscore before the number asks for related records too (same order, team or account): answered to a session that owns the one found. Limits as /registration/query.',
})
export const apiRunnerShow = post('/api/runner/show', {
  access: 'anyone',
  input: z.object({ id: Key }),
  output: FoundRunner,
  refusals: ['runner_not_found'],
  description: 'The card of a runner by the key of a registration, a volunteer or a runner of a game.',
})
export const apiRunnerDetail = post('/api/runner/detail', {
  access: 'anyone',
  input: z.object({ id: Key, idnum: z.optional(idnum) }),
  output: z.object({
    runner: FoundRunner,
    gender: z.nullable(z.enum(['male', 'female'])),
    /** Masked. */
    idnum: text,
    zone: text,
    result: z.nullable(z.object({ _key: z.string(), time: text, nettime: text, outcome: z.enum(outcomes) })),
    volunteer: z.nullable(VolunteerShift),
    race: z.object({ id: z.number(), name: z.string(), city: z.string(), time: Time, zone: z.string() }),
  }),
  refusals: ['runner_not_found'],
  description:
    'A runner or volunteer in detail, masked. With the right document number and the proven mobile a volunteer is also told whom to call.',
})
export const simpleRegistrationByidnum = post('/simple/registration/byidnum', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, idnum, ...givenToLookUp }),
  output: z.array(
    z.object({
      _key: z.string(),
      raceid: z.number(),
      eventid: z.number(),
      event: z.string(),
      bib: text,
      name: z.string(),
      icon: z.enum(icons),
      status: z.string(),
      bib_due: z.boolean(),
    }),
  ),
  refusals: lookupRefusals,
  description:
    'The shortest look-up: event, bib, name and status of the registrations of an exactly known document number. Limits as /registration/query.',
})
export const gameRunnerByidnum = post('/game/runner/byidnum', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    gameid: z.optional(Int),
    idnum,
    type: z._default(z.enum(queryTypes), 'game'),
    ...givenToLookUp,
  }),
  output: z.array(FoundRunner),
  refusals: lookupRefusals,
  description:
    "Runner records of a race's published game (or, without gameid, of all its games) by an exactly known document number; with type `poster` and without gameid also the race's own finishers, who have posters too. Limits as /registration/query.",
})
export const masterQuery = post('/master/query', {
  access: 'anyone',
  session: 'staff',
  input: z.object({ raceid: RaceId }),
  output: z.object({ role: z.nullable(z.literal('admin')) }),
  description:
    'Whether the caller may look up anybody: admin for staff who may read registrations of the race (their console session), else null.',
})
export const masterRunner = post('/master/runner', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, key: Line(60) }),
  output: z.array(FoundRunner),
  description:
    'Registrations of a race by the beginning of a name (two letters or more), a document number (with an underscore before it: and related ones) or a bib. Staff only, limited, and each look-up is logged.',
})

/** A game as the console lists it. */
export const Game = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  certificateid: z.nullable(z.number()),
  posterid: z.nullable(z.number()),
  published_at: z.nullable(Time),
  runners: z.number(),
})
export type Game = z.output<typeof Game>
export const consoleGamesList = post('/console/games/list', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), ...Page }),
  output: z.object({ items: z.array(Game), after: z.nullable(z.string()) }),
  description: 'The games of a race, newest first, with how many runners each has.',
})
export const consoleGamesSave = post('/console/games/save', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(80),
    certificateid: z.optional(Int),
    posterid: z.optional(Int),
    published: z._default(Flag, false),
  }),
  output: Game,
  refusals: ['game_not_found'],
  description: 'Writes a game, new or by its id; only a published one is found by runners.',
})
export const gameColumns = ['bib', 'name', 'idnum', 'event', 'time', 'nettime', 'gender'] as const
export type GameColumn = (typeof gameColumns)[number]
export const consoleGamesImport = upload('/console/games/import', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The list as text, where the caller sends no file. */
    text: z._default(z.string().check(z.maxLength(5_000_000)), ''),
    sheet: SheetName,
    /** Column by meaning, where the guess is wrong; '' is not in the list. */
    mapping: z._default(z.partialRecord(z.enum(gameColumns), z.string().check(z.maxLength(200))), {}),
    /** Further columns to keep and to show to their runner. */
    extra: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(30)), []),
    dry: z._default(Flag, false),
  }),
  output: z.object({
    header: z.array(z.string()),
    columns: z.partialRecord(z.enum(gameColumns), z.string()),
    extra: z.array(z.string()),
    rows: z.number(),
    added: z.number(),
    changed: z.number(),
    refused: z.array(z.object({ line: z.number(), says: z.string() })),
    dry: z.boolean(),
  }),
  refusals: ['game_not_found', 'game_list_empty', ...tableRefusals, 'game_list_without_columns'],
  description:
    "Takes a game's list of runners (CSV in any encoding, or .xlsx), known by their bibs; the document number is only indexed, never kept. `dry` only reads.",
})
