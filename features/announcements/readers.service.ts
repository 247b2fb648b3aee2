import * as z from 'zod/mini'
import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { labels } from '#features/fields/words.ts'
import { mailOutcomes } from '#features/mail/service.ts'
import { messageOutcomes } from '#features/messages/service.ts'
import { recipientsByIds } from '#features/registrations/lookup/recipients.service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import type { AnnouncementReader } from './contract.ts'
import { listReaders } from './store.ts'
import { messageOutcomeWords, words } from './words.ts'

type Line = AnnouncementReader & { at: Date | null }

export const readerLines = async (
  db: Db,
  raceid: number,
  id: number,
  page: { after: number | undefined; limit: number },
  lang: Lang,
): Promise<Line[]> => {
  const rows = await listReaders(db, raceid, id, page)
  const keys = rows.flatMap(({ box_key, text_key }) => [box_key, text_key]).filter((key) => key !== null)
  const [people, messages, mails] = await Promise.all([
    recipientsByIds(
      db,
      raceid,
      rows.map(({ registrationid }) => registrationid),
    ),
    messageOutcomes(db, keys),
    mailOutcomes(
      db,
      keys.map((key) => `message ${key}`),
    ),
  ])
  const byRegistration = new Map(people.map((one) => [one.id, one]))
  return rows.map(({ registrationid, outcome, box_key, text_key, at }) => {
    const one = byRegistration.get(registrationid)
    const text = text_key === null ? undefined : messages.get(text_key)
    const mail = box_key === null ? undefined : mails.get(`message ${box_key}`)
    return {
      id: registrationid,
      name: one?.name ?? null,
      event: one ? nameIn(lang, one.e_name, one.e_names) : '',
      outcome,
      read: (box_key !== null && messages.get(box_key)?.read) || false,
      text: text ? (text.delivery ?? text.state) : null,
      mail: mail ? (mail.bounce === null ? mail.state : `bounced_${mail.bounce}`) : null,
      at,
    }
  })
}

/** The number of the announcement. No announcement has the number 0. */
const Filter = z.object({ id: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) })
const outcomeText = (outcome: string | null, lang: Lang): string | null =>
  outcome === null ? null : ((messageOutcomeWords as Readonly<Record<string, Text>>)[outcome]?.[lang] ?? outcome)

const columns: readonly TableColumn<Line>[] = [
  { name: 'id', label: words.registration, kind: 'text', cell: ({ id }) => String(id) },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  {
    name: 'outcome',
    label: words.in_box,
    kind: 'text',
    cell: ({ outcome, read }, { lang }) =>
      (outcome === null ? words.open : outcome === 'left' ? words.left : read ? words.read : words.unread)[lang],
  },
  { name: 'text', label: words.sms, kind: 'text', cell: ({ text }, { lang }) => outcomeText(text, lang) },
  { name: 'mail', label: words.mail, kind: 'text', cell: ({ mail }, { lang }) => outcomeText(mail, lang) },
  { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
]

export const readers = tableSource<Line, z.output<typeof Filter>>({
  name: 'announcement_readers',
  label: words.report,
  right: 'registrations.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang }, { raceid, filter, after, limit }) =>
    pageOf(await readerLines(db, raceid, filter.id, { after: idIn(after), limit: rowsFor(limit) }, lang), limit, byId),
})
