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
import type { Found } from './lookups.ts'
import { withWork } from '#features/checks/web/work.ts'
import type { Passed } from './wanted.ts'

export type Asked = {
  type: QueryType
  raceid: number
  idnum: string
  gameid?: number | undefined
  byRunner: boolean
  check?: Partial<Passed> | undefined
}
type Manner = { quiet: true; signal: AbortSignal }

/** Letters and digits as long as a document's number; anything shorter, or in Chinese, is a bib or a name. */
const isDocument = (asked: string): boolean => /^(?=.*\d{5})_?[A-Z0-9]{8,}$/.test(asked)

const listed = 20
/** Results by name or bib: imported ones may have no number behind them. */
const byName = async (raceid: number, q: string, manner: Manner): Promise<Found[]> => {
  const { items } = await call(timingReportsFetch, { raceid, q, limit: listed }, manner)
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

const calls: Readonly<Record<LookupCall, (asked: Asked, manner: Manner) => Promise<Found[]>>> = {
  '/registration/query': ({ raceid, idnum, check }, manner) =>
    call(registrationQuery, { raceid, idnum, ...check }, manner),
  '/api/runner/query/idnum': ({ raceid, idnum, type, check }, manner) =>
    call(apiRunnerQueryIdnum, { raceid, idnum, type, ...check }, manner),
  '/simple/registration/byidnum': ({ raceid, idnum, check }, manner) =>
    call(simpleRegistrationByidnum, { raceid, idnum, ...check }, manner),
  '/game/runner/byidnum': ({ raceid, idnum, type, gameid, check }, manner) =>
    call(gameRunnerByidnum, { raceid, idnum, type, ...(gameid === undefined ? {} : { gameid }), ...check }, manner),
  '/master/runner': ({ raceid, idnum }, manner) => call(masterRunner, { raceid, key: idnum }, manner),
}

/**
 * Asks what the table says for the type; sorted by eventid. Where nothing is found, scores are asked once more in lower
 * case (docs/behaviour/accounts.md, Query page).
 */
export const lookUp = async (asked: Asked, manner: Manner): Promise<Found[]> => {
  const { type, raceid, idnum } = asked
  const byNumber = calls[callOf(type, asked.byRunner || idnum.startsWith('_'))]
  let found =
    type === 'score' && !isDocument(idnum)
      ? await byName(raceid, idnum, manner)
      : await withWork((work) => byNumber({ ...asked, check: asked.check ?? work }, manner))
  if (found.length === 0 && lookups[type].retry && idnum !== idnum.toLowerCase())
    found = await byName(raceid, idnum.toLowerCase(), manner)
  return found.toSorted((a, b) => a.eventid - b.eventid)
}
