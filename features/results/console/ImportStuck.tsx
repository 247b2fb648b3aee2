import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { EventColumn } from '../import/reading/events.rules.ts'
import { SheetPick } from '#features/files/console/SheetPick.tsx'
import { meaningWords } from '../import/import.words.ts'
import { words } from './console.words.ts'
import type { ChosenMapping, FileSettings } from './importWay.ts'
import { LastMapping, lastMapping } from './LastMapping.tsx'

type Props = {
  refused: Refused
  way: FileSettings
  busy: boolean
  /** Reads the file again with a change. */ onWay: OnWay
}
type OnWay = (change: Partial<FileSettings>) => void

type Listed = { column: string; title: string; sample: string }
const listedIn = ({ facts }: Refused): Listed[] => (Array.isArray(facts.listed) ? (facts.listed as Listed[]) : [])

/**
 * Shows the choices with which the server can read a refused file: a sheet, a column, the event's rows, or the
 * replacement of existing results.
 */
export const ImportStuck = ({ refused, way, busy, onWay }: Props) => {
  const t = useWords()
  if (refused.refusal === 'several_sheets')
    return (
      <div className="mt-4">
        <SheetPick refused={refused} busy={busy} onSheet={(sheet) => onWay({ sheet })} />
      </div>
    )
  if (refused.refusal === 'points_differ')
    return (
      <Button look="plain" className="mt-4" busy={busy} onClick={() => onWay({ replace: true })}>
        {t(words.replace_read)}
      </Button>
    )
  if (refused.refusal === 'several_events' && refused.facts.several)
    return <WhichRows of={refused.facts.several as EventColumn} busy={busy} onOnly={(only) => onWay({ only })} />
  const last = lastMapping((refused.facts.remembered ?? null) as ChosenMapping | null, way)
  const asLastTime = last ? <LastMapping mapping={last} busy={busy} onWay={onWay} /> : null
  if (refused.refusal === 'no_bib_column')
    return (
      <div className="mt-4 grid gap-3">
        {asLastTime}
        <div className="flex flex-wrap items-end gap-3">
          <WhichColumn meaning="bib" refused={refused} way={way} busy={busy} onWay={onWay} />
          <Button look="plain" busy={busy} onClick={() => onWay({ numberRows: true })}>
            {t(words.number_rows)}
          </Button>
        </div>
      </div>
    )
  if (refused.refusal === 'no_time_column')
    return (
      <div className="mt-4 grid gap-3">
        {asLastTime}
        <WhichColumn meaning="gun" refused={refused} way={way} busy={busy} onWay={onWay} />
      </div>
    )
  return null
}

const WhichColumn = ({ meaning, refused, way, busy, onWay }: Props & { meaning: 'bib' | 'gun' }) => {
  const t = useWords()
  return (
    <Select
      className="w-full md:w-64"
      label={t(words.which_is, { meaning: t(meaningWords[meaning]) })}
      value=""
      disabled={busy}
      onChange={(change) =>
        change.target.value === '' ? undefined : onWay({ mapping: { ...way.mapping, [meaning]: change.target.value } })
      }
      options={[
        { value: '', label: t(words.choose_column) },
        ...listedIn(refused).map(({ column, title, sample }) => ({
          value: column,
          label: title || t(words.untitled, { column: column.slice(1), sample }),
        })),
      ]}
    />
  )
}

type Rows = { of: EventColumn; busy: boolean; onOnly: (only: { column: string; values: string[] }) => void }
/** Lets a person confirm which values of a column belong to the event. The likely values are ticked. */
const WhichRows = ({ of, busy, onOnly }: Rows) => {
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
