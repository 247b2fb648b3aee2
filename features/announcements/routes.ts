import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { countRecipients } from '#features/registrations/lookup/recipients.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { announceTo } from './service.ts'
import { consoleAnnouncementsList, consoleAnnouncementsPreview, consoleAnnouncementsSend } from './contract.ts'
import { inEach } from './rules.ts'
import { listAnnouncements } from './store.ts'

export const routes = [
  handle(consoleAnnouncementsList, async ({ input, db, lang }) => {
    const [rows, found] = await Promise.all([
      listAnnouncements(db, input.raceid, { before: idIn(input.after), limit: rowsFor(input.limit) }),
      eventsOf(db, input.raceid),
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    const events = found.map(({ id, name, names }) => ({ id, name: nameIn(lang, name, names) }))
    const lineOf = (row: (typeof rows)[number]) => ({
      ...row,
      told: row.notified,
      title: inEach(row.title)[lang],
      body: inEach(row.body)[lang],
      event: row.eventid === null ? null : (events.find(({ id }) => id === row.eventid)?.name ?? null),
    })
    return { items: items.map(lineOf), after, events }
  }),
  handle(consoleAnnouncementsPreview, ({ input, db }) =>
    countRecipients(db, { raceid: input.raceid, eventid: input.eventid ?? null, audience: input.audience }),
  ),
  handle(consoleAnnouncementsSend, async ({ input, who, now, refuse, save }) => {
    const { raceid, audience, title, body, by_text } = input
    const eventid = input.eventid ?? null
    return save(async (tx) => {
      const { id, registrations } =
        (await announceTo(tx, { raceid, eventid, audience, title, body, by_text, staffid: who.staffid }, now)) ??
        refuse('announcement_for_nobody')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'announcement sent',
        target: `announcement ${id}`,
        after: { title: title['zh-cn'], audience, eventid, by_text, registrations },
      })
      return { id }
    })
  }),
]
