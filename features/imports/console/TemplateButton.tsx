import { Download } from 'lucide-react'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { saveBlob } from '#ui/network/handOver.ts'
import type { ImportKindShown } from '../contract.ts'
import { words } from '../words.ts'
import { csvBlob } from './csvBlob.ts'

/** Saves a file with the titles of a list and an example row. */
export const TemplateButton = ({ kind: { name, columns } }: { kind: ImportKindShown }) => {
  const t = useWords()
  const save = () =>
    saveBlob(
      csvBlob(csvMark + csvLine(columns.map(({ label }) => label)) + csvLine(columns.map(({ example }) => example))),
      `${name}.csv`,
    )
  return (
    <Button
      look="quiet"
      className="-ml-3 px-3 text-14"
      icon={<Download className="size-4" aria-hidden />}
      onClick={save}
    >
      {t(words.template)}
    </Button>
  )
}
