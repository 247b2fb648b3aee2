import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleDesksStockChange } from '../../stock/stock.contract.ts'
import { words } from './supervisor.words.ts'

const MOST = 1_000_000
type Props = { raceid: number; sizes: readonly string[]; onClose: () => void; onDone: () => void }

export const StockDialog = ({ raceid, sizes, onClose, onDone }: Props) => {
  const t = useWords()
  const save = useCall(consoleDesksStockChange)
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const [other, setOther] = useState('')
  const [many, setMany] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const changes = [
    ...sizes.map((size) => ({ size, change: typed[size] ?? 0 })),
    { size: other.trim(), change: many ?? 0 },
  ].filter(({ change }) => change !== 0)
  const go = async () => {
    await save.mutateAsync({ raceid, changes, note })
    toastSuccess(t(words.saved))
    onDone()
  }
  const limits = { min: -MOST, max: MOST }
  return (
    <AskDialog
      wide
      title={t(words.stock_change)}
      action={t(words.save)}
      busy={save.isPending}
      disabledReason={changes.length === 0 ? t(words.change_none) : undefined}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(words.stock_how)}</p>
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-4">
        {sizes.map((size) => (
          <NumberInput
            key={size}
            empty
            {...limits}
            label={t(words.change_of, { size })}
            value={typed[size] ?? null}
            onChange={(value) => setTyped((before) => ({ ...before, [size]: value }))}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextInput
          label={t(words.other_size)}
          optional
          maxLength={40}
          value={other}
          onChange={(event) => setOther(event.target.value)}
        />
        <NumberInput empty {...limits} label={t(words.change)} value={many} onChange={setMany} />
      </div>
      <TextInput
        label={t(words.note)}
        maxLength={200}
        value={note}
        error={save.error?.fields.note}
        onChange={(event) => setNote(event.target.value)}
      />
    </AskDialog>
  )
}
