import { useMemo, useState } from 'react'
import { openDraft } from '#ui/form/unsaved/draft.ts'

type UnfinishedFile<Way> = { file: { name: string; size: number }; way: Way; pasted: string | undefined }

/**
 * Keeps an import that staff have not finished. The device keeps the chosen columns, the other choices, and the file's
 * name and size. The file itself holds people's data, so it is not kept, and staff choose it again. Only the browser
 * tab keeps a pasted table.
 */
export const useUnfinishedFile = <Way extends object>(name: string, raceid: number) => {
  const draft = useMemo(() => openDraft<UnfinishedFile<Way>>(name, raceid, ['pasted']), [name, raceid])
  const [kept, setKept] = useState(() => draft.read())
  return {
    /**
     * The name of the unfinished file. It is undefined if there is none. It is also undefined for a pasted table,
     * because the page restores a pasted table by itself.
     */
    name: kept.pasted === undefined ? kept.file?.name : undefined,
    pasted: kept.pasted,
    way: kept.way,
    /** Returns the kept columns and choices, if `file` has the name and the size of the unfinished file. */
    wayFor: (file: File): Way | undefined =>
      kept.file?.name === file.name && kept.file.size === file.size ? kept.way : undefined,
    keep: (file: File, way: Way, pasted?: string): void =>
      draft.write({ file: { name: file.name, size: file.size }, way, pasted }),
    forget: (): void => {
      draft.clear()
      setKept({})
    },
  }
}
