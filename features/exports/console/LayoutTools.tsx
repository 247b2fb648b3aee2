import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import {
  type TableLayout,
  consoleExportsLayoutRemove,
  consoleExportsLayoutSave,
  consoleExportsShow,
} from '../contract.ts'
import { words } from '../words.ts'

type Props = {
  raceid: number
  table: string
  columns: readonly string[]
  /** The chosen layout; undefined for a layout of the product. */
  own: TableLayout | undefined
  onSaved: (layout: TableLayout) => void
  onRemoved: () => void
}
/** Saves the chosen columns as a layout with a name, or removes a layout of the race. */
export const LayoutTools = ({ raceid, table, columns, own, onSaved, onRemoved }: Props) => {
  const t = useWords()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const save = useCall(consoleExportsLayoutSave)
  const remove = useCall(consoleExportsLayoutRemove)
  const renew = () => queries.invalidateQueries({ queryKey: [consoleExportsShow.path] })
  const keep = async () => {
    const { layout } = await save.mutateAsync({ raceid, table, name: name.trim(), columns: [...columns] })
    await renew()
    setName('')
    toastSuccess(t(words.saved, { name: layout.name }))
    onSaved(layout)
  }
  const takeAway = async (id: number) => {
    await remove.mutateAsync({ raceid, table, id })
    await renew()
    toastSuccess(t(words.removed))
    onRemoved()
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextInput
        className="min-w-48 flex-1"
        label={t(words.save_name)}
        optional
        value={name}
        maxLength={40}
        error={save.error?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        look="plain"
        busy={save.isPending}
        disabled={name.trim() === '' || columns.length === 0}
        onClick={() => void keep().catch(() => undefined)}
      >
        {t(words.save)}
      </Button>
      {own?.id === undefined || own.id === null ? null : (
        <Button look="quiet" busy={remove.isPending} onClick={() => void takeAway(own.id!).catch(() => undefined)}>
          {t(words.remove)}
        </Button>
      )}
    </div>
  )
}
