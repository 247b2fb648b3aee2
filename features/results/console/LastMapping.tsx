import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from './console.words.ts'
import type { ChosenMapping, FileSettings } from './importWay.ts'
import { useMeaningName } from './useMeaningName.ts'

export const Note = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-start gap-3 rounded bg-warning-tint px-4 py-3 text-warning-ink">{children}</div>
)

/**
 * Returns the mapping of the last file with the same titles, or null once a person has chosen a column of this file.
 */
export const lastMapping = (remembered: ChosenMapping | null, way: FileSettings): ChosenMapping | null =>
  Object.keys(way.mapping).length === 0 ? remembered : null

type Props = { mapping: ChosenMapping; busy: boolean; onWay: (change: Partial<FileSettings>) => void }
export const LastMapping = ({ mapping, busy, onWay }: Props) => {
  const t = useWords()
  const nameOf = useMeaningName()
  const columns = Object.entries(mapping)
    .filter(([, column]) => column !== '')
    .map(([meaning, column]) => `${column} → ${nameOf(meaning)}`)
    .join(t(words.comma))
  return (
    <Note>
      <p>{t(words.remembered, { columns })}</p>
      <Button look="plain" busy={busy} onClick={() => onWay({ mapping: { ...mapping } })}>
        {t(words.as_last_time)}
      </Button>
    </Note>
  )
}
