import type { Safe } from './vault.ts'

/** Makes a store for tests. While `disk.full` is true, the store refuses to write. It can still delete entries. */
export const fillable = (safe: Safe): { safe: Safe; disk: { full: boolean } } => {
  const disk = { full: false }
  const put = <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) => {
    return async (...given: Given): Promise<Answer> => {
      if (disk.full) throw new DOMException('full', 'QuotaExceededError')
      return work(...given)
    }
  }
  const { writeState, addPart, addToQueue, replaceParts, settle } = safe
  return {
    disk,
    safe: {
      ...safe,
      writeState: put(writeState),
      addPart: put(addPart),
      addToQueue: put(addToQueue),
      replaceParts: put(replaceParts),
      settle: async (places, part) => (part === undefined ? settle(places) : put(settle)(places, part)),
    },
  }
}
