import type { Exceptions } from './exceptions.ts'

const people = 'people, and what they signed, sent or got'
const money = 'money that moved, and what it was for'
const raceDay = 'what happened on a race day'
const open = 'declared in public, with its outcome'

/**
 * Tables with a race that are no set-up of it, each with the reason: a copy leaves them, and a race that has a row in one
 * of them is not deleted. Any other table with a race belongs into the `configuration` of its room.
 */
export const noConfiguration: Exceptions = {
  announcements: people,
  appointments: people,
  ballot_entries: open,
  ballots: open,
  certificate_exports: raceDay,
  certificate_pictures: raceDay,
  consent_changes: people,
  consent_texts: 'wordings that people agreed to',
  erasures: people,
  game_runners: people,
  gear_ticks: people,
  hall_blocks: people,
  hall_jobs: people,
  handed_in_results: people,
  ids: 'in which race an id is; it goes with the race',
  invoices: money,
  ledger: money,
  messages: people,
  order_books: 'a view of orders',
  orders: money,
  parcels: people,
  payments: money,
  photo_bibs: raceDay,
  photo_favourites: people,
  photo_reports: people,
  photo_subscriptions: people,
  photos: raceDay,
  reconciliation_differences: money,
  ranking_inputs: raceDay,
  refund_requests: money,
  refunds: money,
  registration_deletions: people,
  registrations: people,
  registrations_in_line: 'a view of registrations',
  result_corrections: raceDay,
  result_films: raceDay,
  result_imports: raceDay,
  result_protests: people,
  result_sheets: raceDay,
  result_versions: raceDay,
  results: people,
  signatures: people,
  statement_lines: money,
  table_exports: 'who took which table as a file',
  teams: people,
  timing_changes: raceDay,
  timing_chips: raceDay,
  timing_files: raceDay,
  timing_news: raceDay,
  timing_reads: raceDay,
  timing_runners: people,
  volunteers: people,
  waiting_tickets: people,
  waitlist_entries: people,
  waitlist_groups: people,
}
