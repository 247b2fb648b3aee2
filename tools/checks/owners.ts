import type { Check, Source } from './sources.ts'
import { accessesOf } from './tableAccess.ts'
import { isTest } from './sources.ts'

/** The owner of each table: a room, or `database` for db/ itself, which every room uses. */
export type Owners = Readonly<Record<string, string>>

/**
 * The owners of tables that a later step or db/migrate.ts makes, and of tables whose code moved to another room after
 * the baseline. For all other tables the baseline has a file for each room.
 */
const ofLaterSteps: Owners = {
  migrations: 'database',
  platform_settings: 'platform',
  announcement_rows: 'announcements',
  announcement_templates: 'announcements',
  mail_addresses: 'mail',
  mail_stops: 'mail',
  mails: 'mail',
  wechat_consents: 'wechatnotices',
  wechat_notice_settings: 'wechatnotices',
  api_keys: 'apikeys',
  wallet_passes: 'passes',
  wallet_devices: 'passes',
  webhooks: 'webhooks',
  webhook_deliveries: 'webhooks',
  bib_prints: 'bibs',
  bib_run_rows: 'bibs',
  bib_runs: 'bibs',
  bulk_actions: 'registrations',
  deferrals: 'registrations',
  disruptions: 'disruptions',
  disruption_choices: 'disruptions',
  bans: 'bans',
  name_checks: 'realnames',
  clubs: 'clubs',
  suspicions: 'substitutes',
  sightings: 'substitutes',
  club_quotas: 'clubs',
  club_invites: 'clubs',
  club_captains: 'clubs',
  club_members: 'clubs',
  safety_broadcasts: 'safety',
  safety_flags: 'safety',
  order_notes: 'orders',
  desk_devices: 'desks',
  desk_proxies: 'desks',
  desk_settlements: 'desks',
  desk_stock: 'desks',
  desks: 'desks',
  alarm_notes: 'racecontrol',
  alarms: 'racecontrol',
  control_settings: 'racecontrol',
  incidents: 'racecontrol',
  monitor_visits: 'racecontrol',
  live_devices: 'racecontrol',
  device_handouts: 'racecontrol',
  handouts: 'desks',
  bulk_rows: 'registrations',
  map_settings: 'maps',
  notice_texts: 'notices',
  own_fields: 'forms',
  own_roles: 'staff',
  staff_challenges: 'staff',
  staff_passkeys: 'staff',
  staff_policy: 'staff',
  staff_recovery: 'staff',
  staff_totp: 'staff',
  follow_news: 'tracking',
  follow_progress: 'tracking',
  follows: 'tracking',
  personal_answers: 'registrations',
  series: 'series',
  series_events: 'series',
  series_joins: 'series',
  series_join_races: 'series',
  series_numbers: 'series',
  series_places: 'series',
  challenge_groups: 'challenges',
  challenge_proofs: 'challenges',
  challenge_signups: 'challenges',
  challenges: 'challenges',
  trail_checks: 'trails',
  trail_files: 'trails',
  trail_points: 'trails',
  trail_signups: 'trails',
  trails: 'trails',
  push_keys: 'push',
  push_subscriptions: 'push',
  desk_counts: 'reconciliations',
  reconciliation_runs: 'reconciliations',
  registration_corrections: 'registrations',
  registration_moves: 'moves',
  result_mappings: 'results',
  import_mappings: 'imports',
  result_versions: 'results',
  result_protests: 'results',
  scheduled_files: 'exports',
  table_exports: 'exports',
  table_layouts: 'exports',
  table_schedules: 'exports',
  table_views: 'exports',
  timing_entries: 'timing',
  track_versions: 'tracking',
  tracks: 'tracking',
  fixes: 'tracking',
  cheers: 'tracking',
  kept_routes: 'tracking',
  fix_refusals: 'tracking',
  track_facts: 'tracking',
  follow_texts: 'tracking',
  virtual_points: 'tracking',
  virtual_times: 'tracking',
  vip_bibs: 'bibs',
  waitlist_groups: 'waitlists',
  walkin_ranges: 'walkins',
  shop_settings: 'shop',
  shop_orders: 'shop',
  shop_returns: 'shop',
  coupon_batches: 'shop',
  coupons: 'shop',
  addresses: 'shop',
  deposits: 'deposits',
  ticket_keys: 'tickets',
  tickets: 'tickets',
  ticket_moves: 'tickets',
  ticket_scans: 'tickets',
  hotel_stays: 'hotels',
  hotel_changes: 'hotels',
  hotel_clerks: 'hotels',
  hotel_places: 'hotels',
  goods: 'sales',
  variants: 'sales',
  feed_comments: 'feed',
  feed_entries: 'feed',
  feed_marks: 'feed',
  feed_mutes: 'feed',
  feed_reporters: 'feed',
  feed_settings: 'feed',
  scene_days: 'scenes',
  scenes: 'scenes',
  stock: 'sales',
  sold_items: 'sales',
  stock_changes: 'sales',
  sold_moves: 'sales',
  sold_returns: 'sales',
  card_sets: 'cards',
  card_kinds: 'cards',
  card_players: 'cards',
  cards: 'cards',
  card_moves: 'cards',
  card_demands: 'cards',
  luckydraws: 'luckydraws',
  luckydraw_gifts: 'luckydraws',
  luckydraw_players: 'luckydraws',
  luckydraw_tries: 'luckydraws',
  luckydraw_shares: 'luckydraws',
  luckydraw_presences: 'luckydraws',
  luckydraw_entries: 'luckydraws',
  prizes: 'luckydraws',
  staff_accounts: 'overview',
  sessions: 'database',
  consent_texts: 'registrations',
  picture_checks: 'checks',
  integration_failures: 'database',
}

/** Returns the tables that a later step renamed: the name in the baseline → the present name. */
const renamedIn = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(
    sources
      .filter(({ path }) => /^db\/migrations\/[^/]+\.sql$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/^alter table (\w+) rename to (\w+)/gim)])
      .map(([, from, to]) => [from!, to!]),
  )

/**
 * Returns the owner of each table: the word in the name of the baseline's file that makes the table (`registrations`
 * for 17-registrations.sql), or the owner in `ofLaterSteps`.
 */
export const ownersIn = (sources: readonly Source[]): Owners => {
  const renamed = renamedIn(sources)
  return Object.fromEntries([
    ...sources.flatMap(({ path, text }) => {
      const room = /^db\/migrations\/[^/]*-baseline\/[^/]+\/\d+-(\w+)\.sql$/.exec(path)?.[1]
      if (room === undefined) return []
      return [...text.matchAll(/^create (?:table|view) (\w+)/gim)].map(([, table]) => [
        renamed.get(table!) ?? table!,
        room,
      ])
    }),
    ...Object.entries(ofLaterSteps),
  ]) as Owners
}

const roomOf = (path: string): string | undefined =>
  /^features\/([^/]+)\//.exec(path)?.[1] ?? (/^db\/[^/]+(\/[^/]+)*\.ts$/.test(path) ? 'database' : undefined)
const holdsQueries = ({ path }: Source): boolean =>
  (/^features\/.*[/.]store\.ts$/.test(path) || /^db\/(?!migrations\/|schema\.ts)/.test(path)) && !isTest(path)

const saidOf = { read: 'reads', write: 'writes' } as const
/** Returns the accesses of a file to tables of other rooms. Each table and kind of access counts once. */
const trespassesOf = (source: Source, owners: Owners): string[] => {
  const room = roomOf(source.path)
  const said = accessesOf(source, new Set(Object.keys(owners))).flatMap(({ kind, table }) => {
    // Only db/ may compute the name of a table, because db/ empties tables that it finds in the catalog.
    if (table === undefined) return room === 'database' ? [] : [`${source.path} names a table only as it runs`]
    return owners[table] === room ? [] : [`${source.path} ${saidOf[kind]} ${table} of ${owners[table]}`]
  })
  return [...new Set(said)]
}

/**
 * Reports each store that itself reads or writes a table of another room. A store reads such a table through a
 * `readable` that the owner's public.store.ts exports, and writes to it through a function of the same file.
 */
export const checkOwners: Check = (sources) => {
  const owners = ownersIn(sources)
  return sources.filter(holdsQueries).flatMap((source) => trespassesOf(source, owners))
}
