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
  'ticket',
] as const
export type QueryType = (typeof queryTypes)[number]

const text = z.nullable(z.string())
/** The kinds of rows that a key may belong to. */
export const foundKinds = ['registration', 'result', 'volunteer', 'game', 'ticket'] as const
/**
 * One found runner. A card shows the event, bib and name, and then the fields of its type of look-up that are not null
 * (features/lookups/rules.ts). No caller sees contact data.
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
  /** The status of the fee. Null if the row is no registration, or if the fee is unpaid and cannot be paid now. */
  fee_label: text,
  /** True for a registration that has a bib or will get a bib. */
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
  /** True for a related registration: it shares the order, the team or the account of a found registration. */
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
    'Finds runners by a document number that the caller knows exactly, sorted by eventid. Type score finds results, ' +
    'volunteers finds shifts, ticket finds the tickets of the accounts that registered the number, and other types find registrations with their result. An underscore before the number ' +
    'also asks for records with the same order, team or account. Only a session that owns the found record gets ' +
    'these. The limits of /registration/query apply.',
})
export const apiRunnerShow = post('/api/runner/show', {
  access: 'anyone',
  input: z.object({ id: Key }),
  output: FoundRunner,
  refusals: ['runner_not_found'],
  description: 'Shows the card of a runner, by the key of a registration, a volunteer or a runner of a game.',
})
export const apiRunnerDetail = post('/api/runner/detail', {
  access: 'anyone',
  input: z.object({ id: Key, idnum: z.optional(idnum) }),
  output: z.object({
    runner: FoundRunner,
    gender: z.nullable(z.enum(['male', 'female'])),
    /** The masked document number. */
    idnum: text,
    zone: text,
    result: z.nullable(z.object({ _key: z.string(), time: text, nettime: text, outcome: z.enum(outcomes) })),
    volunteer: z.nullable(VolunteerShift),
    race: z.object({ id: z.number(), name: z.string(), city: z.string(), time: Time, zone: z.string() }),
  }),
  refusals: ['runner_not_found'],
  description:
    'Shows a runner or volunteer in detail, with masked fields. With the right document number and the proved ' +
    'mobile a volunteer also sees the contact to call.',
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
    'Finds event, bib, name and status of the registrations of a document number that the caller knows exactly. It ' +
    'is the shortest look-up. The limits of /registration/query apply.',
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
    "Finds runners of a race's published game by a document number that the caller knows exactly. Without gameid it " +
    "searches all games of the race. With type `poster` and without gameid it also finds the race's finishers, " +
    'because they have posters too. The limits of /registration/query apply.',
})
export const masterQuery = post('/master/query', {
  access: 'anyone',
  session: 'staff',
  input: z.object({ raceid: RaceId }),
  output: z.object({ role: z.nullable(z.literal('admin')) }),
  description:
    'Tells whether the caller may look up anybody. The answer is admin for a console session of staff who may read ' +
    "the race's registrations, otherwise null.",
})
export const masterRunner = post('/master/runner', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, key: Line(60) }),
  output: z.array(FoundRunner),
  description:
    'Finds registrations of a race by the beginning of a name (two letters or more), by a document number or by a ' +
    'bib. An underscore before the number also finds related registrations. Only staff may call it. The number of ' +
    'calls is limited, and the staff log records each call.',
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
  description: 'Lists the games of a race, the newest first, with the number of runners of each.',
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
  description: 'Creates a game, or changes the game with the given id. Runners find only a published game.',
})
export const gameColumns = ['bib', 'name', 'idnum', 'event', 'time', 'nettime', 'gender'] as const
export type GameColumn = (typeof gameColumns)[number]
export const consoleGamesImport = upload('/console/games/import', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The list as text, if the caller sends no file. */
    text: z._default(z.string().check(z.maxLength(5_000_000)), ''),
    sheet: SheetName,
    /** The column of each meaning if the guess is wrong. '' means that the list has no such column. */
    mapping: z._default(z.partialRecord(z.enum(gameColumns), z.string().check(z.maxLength(200))), {}),
    /** Other columns to keep. The runner sees their values. */
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
    "Imports a game's list of runners (CSV in any encoding, or .xlsx). The bib identifies a runner. The document " +
    'number is only indexed and never kept. With `dry` the call only reads.',
})
