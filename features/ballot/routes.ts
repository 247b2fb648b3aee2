import type { FastifyReply } from 'fastify'
import { hexOfBytes } from '#contract/written.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { isMine, publishedRace, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import { consoleRoutes } from './console.routes.ts'
import { ballotList, ballotMine, ballotShow } from './contract.ts'
import { listName } from './list/freezing.service.ts'
import { outcomeName } from './draw/lots.service.ts'
import { beaconFor, presentBallot, whyOf } from './present.service.ts'
import { findEntryOf } from './list/preview.store.ts'
import { type BallotRow, findBallot, listBallots } from './store.ts'

const eventOf = async (db: Db, row: BallotRow) => (await eventsOf(db, row.raceid)).find(({ id }) => id === row.eventid)!

const sendFile = async (
  { db, integrations, clock }: Parts,
  given: { raceid: string; id: string },
  which: 'list' | 'outcome',
  reply: FastifyReply,
) => {
  const gone = () => reply.code(404).header('cache-control', 'no-store').send()
  if (!/^\d{1,9}$/.test(given.raceid) || !/^\d{1,15}$/.test(given.id)) return gone()
  const row = await findBallot(db, Number(given.raceid), Number(given.id))
  if (
    !row ||
    !(await publishedRace(db, row.raceid, clock())) ||
    (which === 'list' ? row.frozen_at : row.published_at) === null
  )
    return gone()
  const file = await integrations.files.stream(which === 'list' ? listName(row) : outcomeName(row))
  if (!file) return gone()
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*')
    .header('content-length', file.bytes)
    .header('content-disposition', `inline; filename="ballot-${row.raceid}-${row.id}-${which}.txt"`)
    .type('text/plain; charset=utf-8')
    .send(file.content)
}

export const routes = [
  handle(ballotList, async ({ input, db, integrations, now, lang }) => {
    if (!(await publishedRace(db, input.raceid, now))) return []
    const [rows, events] = await Promise.all([listBallots(db, input.raceid), eventsOf(db, input.raceid)])
    const beacon = await beaconFor(rows, integrations)
    return rows.map((row) =>
      presentBallot(
        lang,
        row,
        events.find(({ id }) => id === row.eventid)!,
        beacon,
      ),
    )
  }),

  handle(ballotShow, async ({ input, db, integrations, now, lang, refuse }) => {
    const row = (await publishedRace(db, input.raceid, now)) && (await findBallot(db, input.raceid, input.id))
    if (!row) return refuse('ballot_not_found')
    return presentBallot(lang, row, await eventOf(db, row), await beaconFor([row], integrations))
  }),

  handle(ballotMine, async ({ input, db, seal, now, who, lang, refuse }) => {
    const found = await registrationOf({ db }, input.id, now)
    if (!found || !(await isMine(db, seal, found.row, who.uid))) return refuse('registration_not_found')
    const { row } = found
    const entry = (await findEntryOf(db, row.raceid, row.id)) ?? refuse('not_in_a_ballot')
    const ballot = (await findBallot(db, row.raceid, entry.ballotid))!
    const isOut = ballot.published_at !== null
    return {
      ballotid: entry.ballotid,
      salt: entry.salt,
      key: row._key,
      entry: hexOfBytes(entry.entry),
      together: entry.together && hexOfBytes(entry.together),
      weights: entry.weights,
      why: whyOf(ballot.declared, entry, lang),
      fate: isOut ? entry.fate : null,
      segment: isOut && entry.segment !== null ? ballot.declared.segments[entry.segment]!.name : null,
      code: isOut ? entry.code : null,
    }
  }),

  ...consoleRoutes,
]

const params = (request: { params: unknown }) => request.params as { raceid: string; id: string }
export const rawRoutes = [
  raw(
    'GET',
    '/ballots/:raceid/:id/list.txt',
    'Returns the frozen list of a draw (docs/ballot.md): salted hashes with their weights. The list identifies ' +
      'nobody.',
    (parts, request, reply) => sendFile(parts, params(request), 'list', reply),
  ),
  raw(
    'GET',
    '/ballots/:raceid/:id/outcome.txt',
    'Returns the published outcome of a draw (docs/ballot.md).',
    (parts, request, reply) => sendFile(parts, params(request), 'outcome', reply),
  ),
]
