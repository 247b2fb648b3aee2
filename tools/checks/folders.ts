import { dirname } from 'node:path'
import { type Exceptions, withoutExceptions } from './exceptions.ts'
import type { Check } from './sources.ts'

const most = 25

const flat: Exceptions = {
  'db/migrations': 'the steps are one list in order of time, until the release folds them into the baseline',
  'docs/behaviour': 'each page is one subject, and its README is the index',
  'docs/decisions': 'the decisions are one list in order of time',
}

/** Reports folders with more than 25 files, without counting subfolders. */
export const checkFolders =
  (exceptions: Exceptions = flat): Check =>
  (sources) => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    const faults = [...counts]
      .filter(([, count]) => count > most)
      .map(([folder, count]) => ({
        at: folder,
        message: `${folder}: ${count} files, at most ${most} may be: give each subject a folder`,
      }))
    return withoutExceptions(faults, exceptions, 'tools/checks/folders.ts')
  }
