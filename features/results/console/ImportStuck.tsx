import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { EventColumn } from '../import/reading/events.rules.ts'
import { meaningWords, words } from './console.words.ts'

type Props = {
  refused: Refused
  busy: boolean
  /** Reads the file again with one column named. */ onColumn: (meaning: 'bib' | 'gun', header: string) => void
  /** Reads it again, to stand in place of all results of the event. */ onReplace: () => void
  /** Reads the rows of one event out of several. */ onOnly: (only: { column: string; values: string[] }) => void
}

/** The way on for a file that could not be read by itself: which column it is, or that it replaces what is there. */
export const ImportStuck = ({ refused, busy, onColumn, onReplace, onOnly }: Props) => {
  const t = useWords()
  const meaning = refused.refusal === 'no_bib_column' ? 'bib' : refused.refusal === 'no_time_column' ? 'gun' : undefined
  if (refused.refusal === 'points_differ')
    return (
      <Button look="plain" className="mt-4" busy={busy} onClick={onReplace}>
        {t(words.replace_read)}
      </Button>
    )
  if (refused.refusal === 'several_events' && refused.facts.several)
    return <WhichRows of={refused.facts.several as EventColumn} busy={busy} onOnly={onOnly} />
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

/** Which of a column's values are the event's: those that look like it are ticked, and somebody confirms them. */
const WhichRows = ({ of, busy, onOnly }: { of: EventColumn } & Pick<Props, 'busy' | 'onOnly'>) => {
  const t = useWords()
  const [chosen, setChosen] = useState<readonly string[]>(of.likely)
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-2 font-medium">{t(words.which_rows, { column: of.column })}</legend>
      {of.values.map(({ value, rows }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={(change) =>
            setChosen(change.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        >
          {t(words.rows_of, { value: value || '–', rows })}
        </Checkbox>
      ))}
      <div>
        <Button
          look="plain"
          busy={busy}
          disabled={chosen.length === 0}
          onClick={() => onOnly({ column: of.column, values: [...chosen] })}
        >
          {t(words.read_these)}
        </Button>
      </div>
    </fieldset>
  )
}
