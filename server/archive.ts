import { type Archiving, startArchiving } from '#db/archive/archive.ts'
import type { ArchiveStore } from '#db/archive/archiving.rules.ts'
import { folderArchive } from '#db/archive/folder.ts'
import type { Connection } from '#db/db.ts'
import { OperatorError } from '#db/operatorError.ts'
import { freeBytes } from '#integrations/files/disk.ts'
import { s3Files } from '#integrations/files/objectStorage.ts'
import type { Config } from './config/config.ts'

type ArchiveConfig = Pick<Config, 'archive' | 's3' | 'folder'>

export const openArchive = ({ archive, s3 }: ArchiveConfig): ArchiveStore => {
  if (archive?.folder !== undefined) return folderArchive(archive.folder)
  if (archive && s3) return s3Files(s3)
  throw new OperatorError('STARTLINE_ARCHIVE is not set: name the folder or bucket that holds the archive.')
}

/** Archives the log of the embedded database. Undefined if the configuration names no archive. */
export const archiveLog = (
  config: ArchiveConfig,
  connection: Connection,
  say: (line: string) => void,
): Archiving | undefined =>
  config.archive &&
  startArchiving({
    folder: config.folder,
    connection,
    store: openArchive(config),
    seconds: config.archive.seconds,
    freeBytes: () => freeBytes(config.folder),
    say,
  })
