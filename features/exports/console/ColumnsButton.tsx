import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../views/views.words.ts'
import { ColumnChoice, type ColumnShown } from './ColumnChoice.tsx'

type Props = {
  columns: readonly ColumnShown[]
  chosen: readonly string[]
  /** Receives the chosen columns. Without a list the table shows its usual columns. */
  onChoose: (chosen: string[] | undefined) => void
}

export const ColumnsButton = ({ columns, chosen, onChoose }: Props) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="plain"
        icon={<Columns3 className="size-5" aria-hidden />}
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        {t(words.columns)}
      </Button>
      <Dialog
        open={open}
        wide
        forgets
        title={t(words.columns_title)}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button look="plain" onClick={() => onChoose(undefined)}>
              {t(words.columns_reset)}
            </Button>
            <Button onClick={() => setOpen(false)}>{t(words.columns_done)}</Button>
          </>
        }
      >
        <p className="pb-3 text-14 text-soft">{t(words.columns_text)}</p>
        {/* The head of the table has this button, so the table always has columns: without a chosen column, its
            usual columns. */}
        <ColumnChoice
          columns={columns}
          chosen={chosen}
          onChoose={(names) => (names.length === 0 ? onChoose(undefined) : onChoose(names))}
        />
      </Dialog>
    </>
  )
}
