import { Button } from '#ui/form/Button.tsx'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { meaningWords, words } from './console.words.ts'

type Props = {
  refused: Refused
  busy: boolean
  /** Reads the file again with one column named. */ onColumn: (meaning: 'bib' | 'gun', header: string) => void
  /** Reads it again, to stand in place of all results of the event. */ onReplace: () => void
}

/** The way on for a file that could not be read by itself: which column it is, or that it replaces what is there. */
export const ImportStuck = ({ refused, busy, onColumn, onReplace }: Props) => {
  const t = useWords()
  const meaning = refused.refusal === 'no_bib_column' ? 'bib' : refused.refusal === 'no_time_column' ? 'gun' : undefined
  if (refused.refusal === 'points_differ')
    return (
      <Button look="plain" className="mt-4" busy={busy} onClick={onReplace}>
        {t(words.replace_read)}
      </Button>
    )
  if (meaning === undefined) return null
  const headers = String(refused.facts.names ?? '')
    .split(', ')
    .filter(Boolean)
  return (
    <Select
      className="mt-4 w-full md:w-64"
      label={t(words.which_is, { meaning: t(meaningWords[meaning]) })}
      value=""
      disabled={busy}
      onChange={(change) => onColumn(meaning, change.target.value)}
      options={[
        { value: '', label: t(words.choose_column) },
        ...headers.map((header) => ({ value: header, label: header })),
      ]}
    />
  )
}
