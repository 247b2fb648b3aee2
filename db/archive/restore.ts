import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupManifest, type OnProgress, restoreInto } from '../embedded/backup.ts'
import { identityFor } from '../embedded/binaries.ts'
import { type Embedded, startEmbedded } from '../embedded/embedded.ts'
import { OperatorError } from '../operatorError.ts'
import { readGaps } from './archive.ts'
import {
  type ArchiveStore,
  type Gap,
  archivedName,
  gapAt,
  historyOf,
  nextSegment,
  onTimeline,
  timelineOfSegment,
} from './archiving.rules.ts'

/** The subfolder of the database folder that holds archived files during a recovery. */
const INCOMING = 'restored_wal'
const SIGNAL = 'recovery.signal'
/** A recovery of a long day of sign-ups takes minutes. */
const RECOVERY_LIMIT_MS = 3_600_000

const owned = (cluster: string, path: string): void => {
  const identity = identityFor(cluster)
  if (identity) chownSync(path, identity.uid, identity.gid)
}

/** Returns the segment with which the recovery of a backup begins. */
const firstSegmentOf = (cluster: string): string => {
  const label = readFileSync(join(cluster, 'backup_label'), 'utf8')
  const found = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!found) throw new OperatorError('The backup does not tell where its recovery begins. Take another one.')
  return found
}

/**
 * Fetches the archived files that follow a backup: the histories of later timelines, and one segment after the other.
 * The function ends at the first segment that neither the archive nor the backup holds. A segment of a later timeline
 * replaces the segment at the same position in an earlier timeline. Returns the number of segments, including the
 * segments that only the backup holds, and the recorded gap at which the function ended.
 */
const fetchArchived = async (
  store: ArchiveStore,
  { cluster, system, first }: { cluster: string; system: string; first: string },
): Promise<{ segments: number; gap: Gap | undefined }> => {
  const incoming = join(cluster, INCOMING)
  mkdirSync(incoming, { mode: 0o700 })
  owned(cluster, incoming)
  const fetch = async (file: string): Promise<boolean> => {
    const bytes = await store.read(archivedName(system, file))
    if (!bytes) return false
    const path = join(incoming, `${file}.gz`)
    writeFileSync(path, bytes, { mode: 0o600 })
    owned(cluster, path)
    return true
  }
  let last = timelineOfSegment(first)
  while (await fetch(historyOf(last + 1))) last += 1
  const timelines = Array.from(
    { length: last - timelineOfSegment(first) + 1 },
    (_, later) => timelineOfSegment(first) + later,
  )
  for (let [segment, count] = [first, 0]; ; segment = nextSegment(segment), count++) {
    let found = 0
    for (const timeline of timelines) if (await fetch(onTimeline(segment, timeline))) found += 1
    // The backup holds its own segments, so the first segments may be missing in the archive.
    if (found === 0 && !existsSync(join(cluster, 'pg_wal', segment)))
      return { segments: count, gap: gapAt(await readGaps(store, system), segment) }
  }
}

const SETTINGS_BEGIN = '# Recovery of Startline'
const setUpRecovery = (cluster: string, to: Date | undefined): void => {
  const lines = [
    SETTINGS_BEGIN,
    // With this setting, the database reports readiness only after the end of the recovery.
    'hot_standby = off',
    `restore_command = 'gzip -dc ${INCOMING}/%f.gz > "%p"'`,
    ...(to
      ? [
          `recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ]
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  writeFileSync(join(cluster, SIGNAL), '')
  owned(cluster, join(cluster, SIGNAL))
}

/** Removes the settings and files of a recovery that has ended. */
const clearRecovery = (cluster: string): void => {
  const path = join(cluster, 'postgresql.auto.conf')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, text.indexOf(SETTINGS_BEGIN)))
  rmSync(join(cluster, INCOMING), { recursive: true, force: true })
}

/** Returns the moment of the last commit that a recovery found, from PostgreSQL's log. */
const lastCommitIn = (log: string): string | undefined =>
  [...log.matchAll(/last completed transaction was at log time ([^\n]+)/g)].at(-1)?.[1]

/** Writes the sentence about a recovery that PostgreSQL refused, from the last lines of PostgreSQL's log. */
const sentenceOf = (log: string, to: Date | undefined, gap: Gap | undefined, error: unknown): unknown => {
  const last = log.slice(-8000)
  const seen = lastCommitIn(last)
  if (/before consistent recovery point/.test(last))
    return new OperatorError(
      `The backup was not yet whole at ${to?.toISOString()}. Take an older backup, or a later moment.`,
    )
  const ended = /recovery ended before configured recovery target/.test(last)
  if (ended && gap)
    return new OperatorError(
      `The archive does not lead on from the backup to ${to?.toISOString()}, because it has a gap: ` +
        `${seen ? `its last commit before the gap is of ${seen}` : 'it holds no commit between the backup and the gap'}. ` +
        `--to latest restores all until the gap. For a later moment, take a backup made after ${gap.until}.`,
    )
  if (ended)
    return new OperatorError(
      `The archive does not lead on from the backup to ${to?.toISOString()}: ` +
        `${seen ? `its last commit is of ${seen}` : 'it holds no commit after the backup'}. ` +
        'Take an earlier moment, a later backup, or --to latest.',
    )
  return error
}

export type Restored = {
  manifest: BackupManifest
  segments: number
  /** The gap behind which the archive holds more that this backup cannot reach. */
  gap: Gap | undefined
  /** The moment of the last commit that the archive added. Undefined if it added none. */
  lastCommit: string | undefined
  server: Embedded
}
/** Writes the sentence about a gap that ended a restore to the end of the archive. Undefined if no gap ended it. */
export const gapSentenceOf = ({ gap, lastCommit, manifest }: Omit<Restored, 'server'>): string | undefined =>
  gap &&
  `This is NOT the latest state. The archive has a gap, and the restore ends before it, with the commits until ` +
    `${lastCommit ?? manifest.made_at}. The archive holds later changes: to restore them, take a backup made after ` +
    `${gap.until}.`
/**
 * Puts a backup into an empty data folder and starts its database. The database then applies the archived log up to the
 * moment `to`, or up to the end of the log if `to` is undefined. Returns the running database. The archive stays
 * unchanged.
 */
export const restoreTo = async (
  source: string,
  folder: string,
  store: ArchiveStore,
  to: Date | undefined,
  progress: OnProgress = () => undefined,
): Promise<Restored> => {
  const manifest = await restoreInto(source, folder, progress)
  if (to && to.getTime() < Date.parse(manifest.made_at))
    throw new OperatorError(
      `The backup is of ${manifest.made_at}, which is later than ${to.toISOString()}. Take an older one.`,
    )
  if (!manifest.system)
    throw new OperatorError('The backup is of an older release and does not name its database. Make a new backup.')
  const cluster = join(folder, 'postgres')
  const { segments, gap } = await fetchArchived(store, {
    cluster,
    system: manifest.system,
    first: firstSegmentOf(cluster),
  })
  if (segments === 0)
    throw new OperatorError('The archive holds nothing of this database after the backup. Look at STARTLINE_ARCHIVE.')
  setUpRecovery(cluster, to)
  const log = () => readFileSync(join(folder, 'postgres.log'), 'utf8')
  try {
    const server = await startEmbedded({ folder, role: 'tool', limitMs: RECOVERY_LIMIT_MS })
    clearRecovery(cluster)
    return { manifest, segments, gap, lastCommit: lastCommitIn(log()), server }
  } catch (error) {
    throw sentenceOf(log(), to, gap, error)
  }
}
