import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Text, nameIn } from '#contract/words.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { removeJob } from '#db/jobs/jobs.ts'
import { eventsOf } from '#features/events/service.ts'
import { filtersPrivate } from '#features/registrations/lookup/filterRight.rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Right } from '#contract/rights.ts'
import { handle } from '#seam/server/handle.ts'
import { previewFor } from './preview.service.ts'
import { readerLines } from './readers.service.ts'
import { type Whom, announceTo, readersOf } from './service.ts'
import {
  consoleAnnouncementsList,
  consoleAnnouncementsPreview,
  consoleAnnouncementsReaders,
  consoleAnnouncementsSend,
  consoleAnnouncementsStop,
} from './contract.ts'
import { ANNOUNCE, inEveryLanguage } from './rules.ts'
import { findAnnouncement, listAnnouncements, lockAnnouncement, saveProgress } from './store.ts'
import { routes as templates } from './templates.routes.ts'
import { wrongVariable } from './variables.rules.ts'
import { refusals } from './words.ts'

/**
 * The most announcements of a race in a day. More announcements would be a mistake, and each announcement may cost
 * money.
 */
const perDay: Limit = { kind: 'announcements of race', max: 50, seconds: 86_400 }

type Input = { raceid: number; eventid?: number | undefined; audience: Whom['audience']; filter?: Whom['filter'] }
const whomOf = ({ raceid, eventid, audience, filter }: Input): Whom => ({
  raceid,
  eventid: eventid ?? null,
  audience,
  filter,
})
/**
 * Tells whether the caller may choose these readers. A selection of the registrations table needs the rights of the
 * table and of its filter.
 */
const mayChoose = ({ audience, filter }: Input, may: (right: Right) => boolean): boolean =>
  audience !== 'chosen' ||
  (filter !== undefined && may('registrations.read') && (!filtersPrivate(filter) || may('sealed.open')))

const nothing: Text = { 'zh-cn': '', 'zh-tw': '', en: '' }

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
      title: inEveryLanguage(row.title)[lang],
      body: inEveryLanguage(row.body)[lang],
      event: row.eventid === null ? null : (events.find(({ id }) => id === row.eventid)?.name ?? null),
    })
    return { items: items.map(lineOf), after, events }
  }),
  handle(consoleAnnouncementsPreview, async ({ input, db, seal, now, may, refuse }) => {
    if (!mayChoose(input, may)) return refuse('no_permission')
    const { title = nothing, body = nothing } = input
    const readers = (await readersOf({ db, seal, now }, whomOf(input))) ?? refuse('race_not_found')
    const seen = may('registrations.read')
    return (await previewFor({ db, seal, now }, readers, { ...input, title, body, seen })) ?? refuse('race_not_found')
  }),
  handle(consoleAnnouncementsSend, async ({ input, db, seal, who, now, may, say, refuse, save }) => {
    const { raceid, audience, title, body, by_text, by_mail } = input
    if (!mayChoose(input, may)) return refuse('no_permission')
    const wrongOne = wrongVariable(title, body)
    if (wrongOne)
      return refuse('variable_unknown', {
        fields: { [wrongOne.field]: say(refusals.variable_unknown.message, { word: wrongOne.word }) },
      })
    const send_at = input.send_at === undefined ? null : new Date(input.send_at)
    if (send_at && send_at <= now) return refuse('announcement_in_the_past')
    if ((await countTry(db, perDay, String(raceid), now)) > 0) return refuse('too_often')
    const whom = whomOf(input)
    const readers = (await readersOf({ db, seal, now }, whom)) ?? refuse('race_not_found')
    return save(async (tx) => {
      const announcement = { ...whom, title, body, by_text, by_mail, staffid: who.staffid, send_at }
      const { filter: _, ...row } = announcement
      const { id, registrations } = (await announceTo(tx, row, readers, now)) ?? refuse('announcement_for_nobody')
      if (input.registrations !== undefined && input.registrations !== registrations)
        return refuse('announcement_changed')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: send_at ? 'announcement scheduled' : 'announcement sent',
        target: `announcement ${id}`,
        after: { title: title['zh-cn'], audience, eventid: whom.eventid, by_text, by_mail, registrations, send_at },
      })
      return { id, registrations }
    })
  }),
  handle(consoleAnnouncementsStop, async ({ input: { raceid, id }, who, now, refuse, save }) =>
    save(async (tx) => {
      const row = (await lockAnnouncement(tx, raceid, id)) ?? refuse('announcement_not_found')
      if (row.state === 'sent' || row.state === 'stopped') return refuse('announcement_over')
      await saveProgress(tx, raceid, id, { state: 'stopped', stopped_at: now })
      await removeJob(tx, `${ANNOUNCE} ${raceid}/${id}`)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'announcement stopped',
        target: `announcement ${id}`,
        after: { registrations: row.notified },
      })
      return {}
    }),
  ),
  handle(consoleAnnouncementsReaders, async ({ input: { raceid, id, after, limit }, db, lang, refuse }) => {
    if (!(await findAnnouncement(db, raceid, id))) return refuse('announcement_not_found')
    const rows = await readerLines(db, raceid, id, { after: idIn(after), limit: rowsFor(limit) }, lang)
    const page = pageOf(rows, limit, byId)
    return { items: page.rows, after: page.after }
  }),
  ...templates,
]
