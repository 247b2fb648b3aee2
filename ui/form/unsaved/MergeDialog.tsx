import { type ReactNode, useState } from 'react'
import { AskDialog } from '../../feedback/AskDialog.tsx'
import { useWords } from '../../language/lang.tsx'
import { RadioCards } from '../RadioCards.tsx'
import { aroundDifference } from './aroundDifference.ts'
import type { Conflict } from './merge.ts'
import { words } from './unsaved.words.ts'

/**
 * Returns a value of a field as people read it. If the function returns undefined, the dialog writes the value itself.
 */
export type ShowValue = (field: string, value: unknown) => ReactNode

type Props = {
  conflicts: readonly Conflict[]
  labelOf: (field: string) => string
  show?: ShowValue | undefined
  /** Called with the fields that take the other person's value. */
  onSettle: (theirs: string[]) => void
}

/** The fields that two people changed, both values beside each other. The person chooses for each field. */
export const MergeDialog = ({ conflicts, labelOf, show, onSettle }: Props) => {
  const t = useWords()
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const said = (field: string, value: unknown, other: unknown): ReactNode => {
    const shown = show?.(field, value)
    if (shown !== undefined) return shown
    if (value === undefined || value === null || value === '') return t(words.nothing)
    if (typeof value === 'boolean') return t(value ? words.on : words.off)
    return typeof value === 'object' ? t(words.whole) : aroundDifference(String(value), String(other))
  }
  return (
    <AskDialog
      wide
      title={t(words.merge_title)}
      action={t(words.merge)}
      // If the person closes the dialog, all fields keep that person's own values.
      onClose={() => onSettle([])}
      onDo={() => onSettle([...theirs])}
    >
      <p className="text-soft">{t(words.merge_text)}</p>
      {conflicts.map(({ name, mine, theirs: other }) => (
        <RadioCards
          key={name}
          // Two pictures are beside each other, so that the person sees the difference.
          columns={typeof show?.(name, mine) === 'object' ? 2 : 1}
          label={labelOf(name)}
          value={theirs.includes(name) ? 'theirs' : 'mine'}
          onChange={(which) =>
            setTheirs((now) => [...now.filter((one) => one !== name), ...(which === 'theirs' ? [name] : [])])
          }
          options={[
            { value: 'mine', label: t(words.mine), description: said(name, mine, other) },
            { value: 'theirs', label: t(words.theirs), description: said(name, other, mine) },
          ]}
        />
      ))}
    </AskDialog>
  )
}
