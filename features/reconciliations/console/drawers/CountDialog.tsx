import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { MoneyInput } from '#ui/form/NumberInput.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Drawer, consoleReconciliationsCount } from '../../drawers/drawers.contract.ts'
import { drawerWords as words } from '../../drawers/drawers.words.ts'
import { DrawerDifference } from './DrawerChip.tsx'

type Props = { raceid: number; drawer: Drawer; onClose: () => void; onDone: () => void }

/** Asks for the counted cash of a drawer. A difference needs a reason. */
export const CountDialog = ({ raceid, drawer, onClose, onDone }: Props) => {
  const t = useWords()
  const [counted, setCounted] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const count = useCall(consoleReconciliationsCount)
  const { day, staffid, expected } = drawer
  const difference = counted === null ? undefined : counted - expected
  const go = async () => {
    await count.mutateAsync({ raceid, day, staffid, expected, counted: counted ?? Number.NaN, note })
    toastSuccess(t(words.saved))
    onDone()
  }
  return (
    <AskDialog
      title={t(words.count)}
      action={t(words.count_go)}
      busy={count.isPending}
      refused={count.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(words.count_how)}</p>
      <Facts
        rows={[
          [t(words.expected), bookMoney(expected)],
          [
            t(words.difference),
            difference === undefined ? null : <DrawerDifference key="difference" fen={difference} />,
          ],
        ]}
      />
      <MoneyInput
        label={t(words.counted)}
        unit={t(words.yuan)}
        optional
        value={counted}
        error={count.error?.fields.counted}
        onChange={setCounted}
      />
      {difference ? (
        <TextArea
          label={t(words.note)}
          value={note}
          maxLength={500}
          rows={2}
          error={count.error?.fields.note}
          onChange={(event) => setNote(event.target.value)}
        />
      ) : null}
    </AskDialog>
  )
}
