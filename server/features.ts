import { room as fields } from '#features/fields/room.ts'
import { room as checks } from '#features/checks/room.ts'
import { room as staff } from '#features/staff/room.ts'
import { room as platform } from '#features/platform/room.ts'
import { room as push } from '#features/push/room.ts'
import { room as wechatnotices } from '#features/wechatnotices/room.ts'
import { room as mail } from '#features/mail/room.ts'
import { room as messages } from '#features/messages/room.ts'
import { room as accounts } from '#features/accounts/room.ts'
import { room as races } from '#features/races/room.ts'
import { room as files } from '#features/files/room.ts'
import { room as exports } from '#features/exports/room.ts'
import { room as apikeys } from '#features/apikeys/room.ts'
import { room as webhooks } from '#features/webhooks/room.ts'
import { room as imports } from '#features/imports/room.ts'
import { room as codes } from '#features/codes/room.ts'
import { room as notices } from '#features/notices/room.ts'
import { room as people } from '#features/people/room.ts'
import { room as events } from '#features/events/room.ts'
import { room as forms } from '#features/forms/room.ts'
import { room as editions } from '#features/editions/room.ts'
import { room as maps } from '#features/maps/room.ts'
import { room as courses } from '#features/courses/room.ts'
import { room as waitingrooms } from '#features/waitingrooms/room.ts'
import { room as bans } from '#features/bans/room.ts'
import { room as realnames } from '#features/realnames/room.ts'
import { room as invitations } from '#features/invitations/room.ts'
import { room as orders } from '#features/orders/room.ts'
import { room as payments } from '#features/payments/room.ts'
import { room as reconciliations } from '#features/reconciliations/room.ts'
import { room as registrations } from '#features/registrations/room.ts'
import { room as invoices } from '#features/invoices/room.ts'
import { room as ballot } from '#features/ballot/room.ts'
import { room as waitlists } from '#features/waitlists/room.ts'
import { room as refunds } from '#features/refunds/room.ts'
import { room as announcements } from '#features/announcements/room.ts'
import { room as disruptions } from '#features/disruptions/room.ts'
import { room as teams } from '#features/teams/room.ts'
import { room as clubs } from '#features/clubs/room.ts'
import { room as bibs } from '#features/bibs/room.ts'
import { room as accounting } from '#features/accounting/room.ts'
import { room as moves } from '#features/moves/room.ts'
import { room as walkins } from '#features/walkins/room.ts'
import { room as checkin } from '#features/checkin/room.ts'
import { room as appointments } from '#features/appointments/room.ts'
import { room as volunteers } from '#features/volunteers/room.ts'
import { room as desks } from '#features/desks/room.ts'
import { room as results } from '#features/results/room.ts'
import { room as reminders } from '#features/reminders/room.ts'
import { room as luckydraws } from '#features/luckydraws/room.ts'
import { room as cards } from '#features/cards/room.ts'
import { room as postage } from '#features/postage/room.ts'
import { room as sales } from '#features/sales/room.ts'
import { room as tickets } from '#features/tickets/room.ts'
import { room as shop } from '#features/shop/room.ts'
import { room as deposits } from '#features/deposits/room.ts'
import { room as hotels } from '#features/hotels/room.ts'
import { room as passes } from '#features/passes/room.ts'
import { room as timing } from '#features/timing/room.ts'
import { room as feed } from '#features/feed/room.ts'
import { room as tracking } from '#features/tracking/room.ts'
import { room as safety } from '#features/safety/room.ts'
import { room as trails } from '#features/trails/room.ts'
import { room as series } from '#features/series/room.ts'
import { room as challenges } from '#features/challenges/room.ts'
import { room as racecontrol } from '#features/racecontrol/room.ts'
import { room as photos } from '#features/photos/room.ts'
import { room as substitutes } from '#features/substitutes/room.ts'
import { room as lookups } from '#features/lookups/room.ts'
import { room as finder } from '#features/finder/room.ts'
import { room as embeds } from '#features/embeds/room.ts'
import { room as scenes } from '#features/scenes/room.ts'
import { room as certificates } from '#features/certificates/room.ts'
import { room as posters } from '#features/posters/room.ts'
import { room as hall } from '#features/hall/room.ts'
import { room as privacy } from '#features/privacy/room.ts'
import { room as overview } from '#features/overview/room.ts'
import { everyBulkAction } from '#seam/server/bulk.ts'
import { everyChecklist } from '#seam/server/checklist.ts'
import { everyConfiguration } from '#seam/server/configuration.ts'
import { everyImport } from '#seam/server/imports.ts'
import { everyPersonal } from '#seam/server/personal.ts'
import { everyStory } from '#seam/server/story.ts'
import { everyTable } from '#seam/server/tables.ts'
import type { Room } from '#seam/server/room.ts'

/** The rooms in order. A room imports only from rooms above it. No other list of rooms exists. */
export const rooms: readonly Room[] = [
  fields,
  checks,
  staff,
  platform,
  push,
  wechatnotices,
  mail,
  messages,
  accounts,
  races,
  files,
  exports,
  apikeys,
  webhooks,
  imports,
  codes,
  notices,
  people,
  events,
  forms,
  editions,
  maps,
  courses,
  waitingrooms,
  bans,
  realnames,
  invitations,
  orders,
  payments,
  reconciliations,
  registrations,
  invoices,
  ballot,
  waitlists,
  refunds,
  announcements,
  disruptions,
  teams,
  moves,
  clubs,
  bibs,
  accounting,
  walkins,
  checkin,
  appointments,
  volunteers,
  desks,
  results,
  reminders,
  luckydraws,
  cards,
  postage,
  sales,
  tickets,
  shop,
  deposits,
  hotels,
  passes,
  timing,
  feed,
  safety,
  tracking,
  trails,
  challenges,
  series,
  racecontrol,
  photos,
  substitutes,
  lookups,
  finder,
  embeds,
  scenes,
  certificates,
  posters,
  hall,
  privacy,
  overview,
]

for (const { provides = [] } of rooms) for (const provide of provides) provide()
everyImport.from(rooms.flatMap(({ imports: lists }) => lists ?? []))()
everyTable.from(rooms.flatMap(({ tables }) => tables ?? []))()
everyBulkAction.from(rooms.flatMap(({ bulk }) => bulk ?? []))()
everyPersonal.from(rooms.flatMap(({ personal }) => personal ?? []))()
everyChecklist.from(rooms.flatMap(({ checklist }) => checklist ?? []))()
everyStory.from(rooms.flatMap(({ story }) => story ?? []))()
everyConfiguration.from(rooms.flatMap(({ configuration }) => configuration ?? []))()
