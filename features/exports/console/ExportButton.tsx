import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Format } from '../contract.ts'
import { words } from '../words.ts'
import { ExportDialog } from './ExportDialog.tsx'

type Props = {
  raceid: number | undefined
  /** The name of the table in the contract. */
  table: string
  /** The filter of the list on the page. Entries without a value have no effect. */
  filter?: Readonly<Record<string, unknown>>
  /** The text of the button. Without this text the button has its usual text. */
  label?: string
  /** The format that the dialog proposes. Lists for paper propose PDF. */
  format?: Format
}
export const ExportButton = ({ raceid, table, filter = {}, label, format }: Props) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const narrowed = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  return (
    <>
      <Button
        look="plain"
        icon={<Download className="size-5" aria-hidden />}
        disabled={raceid === undefined}
        onClick={() => setOpen(true)}
      >
        {label ?? t(words.export)}
      </Button>
      {open && raceid !== undefined ? (
        <ExportDialog
          raceid={raceid}
          table={table}
          filter={narrowed}
          proposed={format}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
