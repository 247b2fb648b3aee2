import type { Exceptions } from './exceptions.ts'

type Tables = Readonly<Record<string, readonly string[]>>
/**
 * Columns that lead to a registration: by its id, its order, its result, its bib or its document, or as the target of
 * an action in the log.
 */
const leading = /^(registrationid|captain|successorid|resultid|holderid|orderid|target|bib|document_ix)$/

/**
 * Returns the tables with rows of a registration, by the columns that lead to the registration. A table with rows of an
 * account and a race counts too.
 */
export const tablesOfRegistrations = (catalog: Tables): string[] =>
  Object.entries(catalog)
    .filter(
      ([, columns]) =>
        columns.some((column) => leading.test(column)) || (columns.includes('uid') && columns.includes('raceid')),
    )
    .map(([table]) => table)

const elsewhere = 'the log tells it, with who did it and why'
const books = 'the page of the order shows its books'
const own = 'a wish of the account, which is nobody else to know'
/** Tables that the timeline of a registration leaves out, each with the reason. */
export const noStory: Exceptions = {
  bans: 'a ban belongs to a document and not to a registration',
  hotel_changes: 'the order that pays the difference tells it',
  name_checks: 'staff decide on a page of its own, and the log tells the decision',
  suspicions: 'nothing of a suspicion is shown beside a person; the result tells a disqualification',
  sightings: 'nothing of a suspicion is shown beside a person; the result tells a disqualification',
  club_captains: 'a captain enters other people; the log of the console tells it',
  club_members: 'an entry of a list before its registration; the registration tells the rest',
  wechat_consents: own,
  wallet_passes: 'a pass in a wallet shows what the status page shows',
  alarms: 'race control keeps its own record of alarms, and whereabouts are sensitive',
  announcement_rows: 'the messages tell it, with the outcome of each channel',
  bulk_rows: elsewhere,
  card_players: own,
  deferrals: 'the log tells the reserved place with the other race',
  follow_news: 'told passings; results tell them',
  follows: own,
  feed_comments: 'told in public, by an account and not by an entry',
  feed_entries: 'told in public, by an account and not by an entry',
  feed_mutes: elsewhere,
  feed_reporters: elsewhere,
  files: 'proofs and pictures; what they were sent for is told',
  game_runners: 'runners of an activity are no registrations',
  hall_blocks: elsewhere,
  incidents: 'a register of medical staff, which other staff may not read',
  kept_routes: 'a route that the account keeps for itself',
  ledger: books,
  luckydraw_entries: 'a published list under names that tell nobody who somebody is',
  luckydraw_players: own,
  luckydraw_presences: 'who was in the hall; the list of prizes tells who won',
  luckydraw_shares: own,
  order_books: books,
  order_notes: 'comments among staff about an order, which its page shows',
  tickets: 'tickets of an account, which no entry needs',
  coupons: 'coupons of an account, which no entry needs',
  payments: 'the order tells when it was paid, and with what',
  personal_answers: 'the signing up and the changes that they came with are told',
  people: 'persons saved by an account, of no race',
  photo_bibs: 'photos by bib, several hundred to a runner',
  photo_favourites: own,
  photo_reports: 'of a photo, not of a registration',
  photo_subscriptions: own,
  reconciliation_differences: books,
  refunds: 'features/refunds tells them with what asked for them',
  registration_corrections: elsewhere,
  registration_deletions: elsewhere,
  registration_moves: elsewhere,
  registrations_in_line: 'a view of registrations',
  timing_chips: 'a chip and its bib',
  series_join_races: 'a number that the account gave to a series, of no registration',
  series_joins: 'a consent of the account, of no registration',
  series_places: 'a place that the account earned; its invitation is told',
  challenge_signups: 'a challenge of the account, of no registration',
  trail_signups: 'a walk of the account, of no registration',
  tracks: 'a wish of the account, and devices that race control lists',
  timing_runners: 'a list that timing was brought; results tell what came of it',
  vip_bibs: 'a number kept for a guest; the log tells when it was given',
  waiting_tickets: 'a turn in a queue, gone a day after its end',
  waitlist_entries: elsewhere,
  waitlist_groups: elsewhere,
}
