import { type ReactNode, useState } from 'react'
import { type DeskWay, deskWays } from '#features/payments/rules.ts'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { type Refused, useCall } from '#ui/network/call.ts'
import {
  type DepositKind,
  type DeskDeposit,
  consoleDepositsKeep,
  consoleDepositsLend,
  consoleDepositsTake,
} from '../contract.ts'
import { deskWords as words } from './deposits.words.ts'

type Props = { raceid: number; onClose: () => void; onDone: () => void }
const Ask = ({
  title,
  busy,
  error,
  disabled,
  onClose,
  onSave,
  children,
}: {
  title: string
  busy: boolean
  error: Refused | null
  disabled: boolean
  onClose: () => void
  onSave: () => void
  children: ReactNode
}) => {
  const t = useWords()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button busy={busy} disabled={disabled} onClick={onSave}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        {children}
        <Refusal refused={error ?? undefined} />
      </div>
    </Dialog>
  )
}

export const LendDialog = ({ raceid, deposit, onClose, onDone }: Props & { deposit: DeskDeposit }) => {
  const t = useWords()
  const [code, setCode] = useState('')
  const lend = useCall(consoleDepositsLend, { quiet: true })
  return (
    <Ask
      title={t(words.lendTitle, { name: deposit.name })}
      busy={lend.isPending}
      error={lend.error}
      disabled={code.trim() === ''}
      onClose={onClose}
      onSave={() => lend.mutate({ raceid, id: deposit._key, code }, { onSuccess: onDone })}
    >
      <TextInput
        label={t(words.code)}
        inputClassName="figures"
        value={code}
        maxLength={60}
        onChange={(event) => setCode(event.target.value)}
      />
    </Ask>
  )
}

/** Keeps the money of a deposit for the organiser. Staff must give a reason. */
export const KeepDialog = ({ raceid, deposit, onClose, onDone }: Props & { deposit: DeskDeposit }) => {
  const t = useWords()
  const [reason, setReason] = useState('')
  const keep = useCall(consoleDepositsKeep, { quiet: true })
  return (
    <Ask
      title={t(words.keepTitle)}
      busy={keep.isPending}
      error={keep.error}
      disabled={reason.trim() === ''}
      onClose={onClose}
      onSave={() => keep.mutate({ raceid, id: deposit.id, reason }, { onSuccess: onDone })}
    >
      <TextInput
        label={t(words.reason)}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
    </Ask>
  )
}

/** Takes a deposit at the desk, and hands the thing out at once if its number is typed. */
export const TakeDialog = ({ raceid, kinds, onClose, onDone }: Props & { kinds: readonly DepositKind[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const [typed, setTyped] = useState({ bib: '', code: '', variantid: kinds[0]?.variantid ?? 0, way: 'cash' as DeskWay })
  const take = useCall(consoleDepositsTake, { quiet: true })
  const set = (change: Partial<typeof typed>) => setTyped({ ...typed, ...change })
  return (
    <Ask
      title={t(words.take)}
      busy={take.isPending}
      error={take.error}
      disabled={typed.bib.trim() === ''}
      onClose={onClose}
      onSave={() =>
        take.mutate(
          { raceid, ...typed },
          {
            onSuccess: () => {
              toastSuccess(t(words.taken))
              onDone()
            },
          },
        )
      }
    >
      <TextInput
        label={t(words.bib)}
        inputClassName="figures"
        value={typed.bib}
        maxLength={20}
        onChange={(event) => set({ bib: event.target.value })}
      />
      <Select
        label={t(words.kind)}
        value={String(typed.variantid)}
        onChange={(event) => set({ variantid: Number(event.target.value) })}
        options={kinds.map((kind) => ({
          value: String(kind.variantid),
          label: `${kind.name} · ${money(kind.price, lang)}`,
        }))}
      />
      <Segmented
        label={t(words.way)}
        value={typed.way}
        onChange={(value) => set({ way: deskWays.find((one) => one === value) ?? 'cash' })}
        options={deskWays.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      <TextInput
        label={t(words.code)}
        inputClassName="figures"
        optional
        value={typed.code}
        maxLength={60}
        onChange={(event) => set({ code: event.target.value })}
      />
    </Ask>
  )
}
