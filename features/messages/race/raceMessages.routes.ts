import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { handle } from '#seam/server/handle.ts'
import { type RaceMessage, consoleMessagesList, consoleMessagesRetry } from './raceMessages.contract.ts'
import { mayRetry, queueAgain } from '../retrying.service.ts'
import { findMessage, listOfRace } from '../store.ts'
import { titles } from '../titles.words.ts'
import type { Template } from '../words.ts'

export const raceRoutes = [
  handle(consoleMessagesList, async ({ input: { raceid, only, after: seen, limit }, db, now, say }) => {
    const rows = await listOfRace(db, raceid, only, { before: idIn(seen), limit: rowsFor(limit) })
    const { rows: shown, after } = pageOf(rows, limit, byId)
    const items = shown.map(({ template, mobile_mask, delivery, ...row }) => ({
      ...row,
      subject: say(titles[template as Template]),
      mobile: mobile_mask ?? '',
      state: (row.state === 'sent' ? (delivery ?? 'sent') : row.state) as RaceMessage['state'],
      retry: mayRetry({ ...row, template, delivery }, now),
    }))
    return { items, after }
  }),
  handle(consoleMessagesRetry, async ({ input: { raceid, id, sure }, db, who, now, refuse, save }) => {
    const row = await findMessage(db, id)
    if (!row?.mobile || row.raceid !== raceid) return refuse('message_not_found')
    if (!mayRetry(row, now)) return refuse('message_not_retried')
    if (row.state === 'lost' && !sure) return refuse('message_maybe_sent')
    return save(async (tx) => ((await queueAgain(tx, row, { who, now })) ? {} : refuse('message_not_retried')))
  }),
]
