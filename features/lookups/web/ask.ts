import { registrationQuery } from '#features/registrations/contract.ts'
import { timingReportsFetch } from '#features/results/contract.ts'
import { call } from '#ui/network/call.ts'
import {
  type QueryType,
  apiRunnerQueryIdnum,
  gameRunnerByidnum,
  masterRunner,
  simpleRegistrationByidnum,
} from '../contract.ts'
import { type LookupCall, callOf, lookups } from '../rules.ts'
import type { LookupMatch } from './lookups.ts'
import { withWork } from '#features/checks/web/work.ts'
import type { Passed } from './wanted.ts'

export type LookupRequest = {
  type: QueryType
  raceid: number
  idnum: string
  gameid?: number | undefined
  byRunner: boolean
  check?: Partial<Passed> | undefined
}
type AskOptions = { quiet: true; signal: AbortSignal }

/**
 * Tells whether a text may be a document's number by its letters, digits and length. A shorter or Chinese text is a bib
 * or a name.
 */
const isDocument = (typed: string): boolean => /^(?=.*\d{5})_?[A-Z0-9]{8,}$/.test(typed)

const listed = 20
/** Finds results by name or bib, because imported results may have no document number. */
const byName = async (raceid: number, q: string, options: AskOptions): Promise<LookupMatch[]> => {
  const { items } = await call(timingReportsFetch, { raceid, q, limit: listed }, options)
  return items.map(({ _key, eventid, event, bib, name, time, nettime, outcome }) => ({
    _key,
    eventid,
    event,
    bib,
    name,
    time,
    nettime,
    outcome,
  }))
}

const calls: Readonly<Record<LookupCall, (request: LookupRequest, options: AskOptions) => Promise<LookupMatch[]>>> = {
  '/registration/query': ({ raceid, idnum, check }, options) =>
    call(registrationQuery, { raceid, idnum, ...check }, options),
  '/api/runner/query/idnum': ({ raceid, idnum, type, check }, options) =>
    call(apiRunnerQueryIdnum, { raceid, idnum, type, ...check }, options),
  '/simple/registration/byidnum': ({ raceid, idnum, check }, options) =>
    call(simpleRegistrationByidnum, { raceid, idnum, ...check }, options),
  '/game/runner/byidnum': ({ raceid, idnum, type, gameid, check }, options) =>
    call(gameRunnerByidnum, { raceid, idnum, type, ...(gameid === undefined ? {} : { gameid }), ...check }, options),
  '/master/runner': ({ raceid, idnum }, options) => call(masterRunner, { raceid, key: idnum }, options),
}

/**
 * Makes the call of the type (`callOf`), and sorts the answer by eventid. A look-up of scores searches by name if the
 * text is no document's number. If a look-up of scores finds nothing, the function searches once more by name, with the
 * text in lower case (docs/behaviour/accounts.md, Query page).
 */
export const lookUp = async (request: LookupRequest, options: AskOptions): Promise<LookupMatch[]> => {
  const { type, raceid, idnum } = request
  const byNumber = calls[callOf(type, request.byRunner || idnum.startsWith('_'))]
  let found =
    type === 'score' && !isDocument(idnum)
      ? await byName(raceid, idnum, options)
      : await withWork((work) => byNumber({ ...request, check: request.check ?? work }, options))
  if (found.length === 0 && lookups[type].retry && idnum !== idnum.toLowerCase())
    found = await byName(raceid, idnum.toLowerCase(), options)
  return found.toSorted((a, b) => a.eventid - b.eventid)
}
