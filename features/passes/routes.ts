import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { isMine, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { ownTicket } from '#features/tickets/tickets.service.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { passesRegistration, passesTicket } from './contract.ts'
import { planNotesOf } from '#features/disruptions/notes.service.ts'
import { factsOfLink } from './facts.service.ts'
import { calendarFileOf, pdfOfPass } from './files.service.ts'
import { linksOf, openLink } from './links.service.ts'
import type { Extension } from './links.rules.ts'
import type { PassFacts } from './pass.rules.ts'
import { appleRoutes } from './updates/apple.routes.ts'
import { applePassFor } from './updates/updates.service.ts'

/** The limit for the files of one pass in a minute. The server needs much time to draw and sign a file. */
const files = rateOf(30, 60, 'passes files')

export const routes = [
  handle(passesTicket, async ({ input, lang, who, refuse, ...parts }) => {
    const row = (await ownTicket(parts.db, input.id, who.uid!)) ?? refuse('own_ticket_unknown')
    if (row.state !== 'valid') return refuse('ticket_gone')
    const { raceid, id, turn } = row
    return linksOf(parts, { subject: 'ticket', raceid, id, turn, lang, own: true })
  }),

  handle(passesRegistration, async ({ input, lang, who, refuse, ...parts }) => {
    const { row } = (await registrationOf(parts, input.id, parts.now)) ?? refuse('registration_not_found')
    const own = await isMine(parts.db, parts.seal, row, who.uid)
    return linksOf(parts, { subject: 'registration', raceid: row.raceid, id: row.id, turn: 0, lang, own })
  }),
]

const typeOf: Record<Extension, string> = {
  ics: 'text/calendar; charset=utf-8',
  pdf: 'application/pdf',
  pkpass: 'application/vnd.apple.pkpass',
}
const nameOf = ({ race, title }: PassFacts, extension: Extension): string =>
  `${race} ${title}.${extension}`.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')

/** Lists the notes of the plans that changed the race or the event of a pass. */
const notesFor = async (db: Db, raceid: number, { zone, lang, eventid }: PassFacts): Promise<string[]> => {
  const notes = (await planNotesOf(db, [{ id: raceid, zone }], lang)).get(raceid)?.notes ?? []
  return notes.flatMap(({ text, whole, eventids }) =>
    (eventid === undefined ? whole : eventids.includes(eventid)) ? [text] : [],
  )
}

export const rawRoutes = [
  ...appleRoutes,
  raw(
    'GET',
    '/passes/file/:name',
    'Returns a file of a ticket or a registration by its signed address, for one hour: calendar entry, PDF, or pass ' +
      'for Apple Wallet.',
    async (parts, request, reply) => {
      const { name } = request.params as { name: string }
      const now = parts.clock()
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const opened = await openLink(parts, name, now)
      if (!opened) return gone()
      const { link, extension } = opened
      if (files.count(`${link.subject} ${link.raceid} ${link.id}`, now) > 0)
        return reply.code(429).header('cache-control', 'no-store').send()
      const facts = await factsOfLink(parts, link, now)
      if (!facts) return gone()
      const { apple } = parts.integrations.wallets
      let body: Buffer | string
      if (extension === 'ics')
        body = calendarFileOf(facts, new URL(parts.origin).hostname, now, await notesFor(parts.db, link.raceid, facts))
      else if (facts.code === null) return gone()
      else if (extension === 'pdf') body = await pdfOfPass(facts, facts.code)
      else if (apple) body = await apple.make(await applePassFor(parts, link, facts))
      else return gone()
      return reply
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-disposition',
          // A phone opens its wallet or calendar only if the answer is not marked as a download.
          dispositionOf('inline', nameOf(facts, extension), `pass.${extension}`),
        )
        .type(typeOf[extension])
        .send(body)
    },
  ),
]
