import { Select } from '#ui/form/Select.tsx'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'

/** The kinds of files that a screen accepts as a list. The server itself distinguishes texts and workbooks. */
export const listTypes =
  '.xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,.xls'

type Props = { refused: Refused | undefined; busy?: boolean; onSheet: (sheet: string) => void }
/** The question for the sheet of a workbook. It appears only if the server found several sheets to choose from. */
export const SheetPick = ({ refused, busy = false, onSheet }: Props) => {
  const t = useWords()
  if (refused?.refusal !== 'several_sheets') return null
  const sheets = Array.isArray(refused.facts.sheets) ? refused.facts.sheets.map(String) : []
  return (
    <Select
      className="w-full md:w-64"
      label={t(words.which_sheet)}
      value=""
      disabled={busy}
      onChange={(change) => (change.target.value === '' ? undefined : onSheet(change.target.value))}
      options={[{ value: '', label: t(words.choose) }, ...sheets.map((name) => ({ value: name, label: name }))]}
    />
  )
}
