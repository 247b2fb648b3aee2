import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Registration } from '#features/registrations/contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { MoneyInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleRefundsMake } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'

type Props = { registration: Pick<Registration, 'id' | 'raceid' | 'name' | 'price' | 'status'> }
/** Gives a part back, or takes a registration out of the race. */
export const MakeRefund = ({ registration }: Props) => {
  const t = useWords()
  const { may } = useMe(registration.raceid)
  const [open, setOpen] = useState(false)
  const off = may('money.refund')
    ? registration.status.paid === '1'
      ? registration.price === 0
        ? t(words.free)
        : undefined
      : t(registration.status.paid === '2' ? words.exited : words.notPaid)
    : t(words.noRight)
  return (
    <>
      <Button look="plain" disabledReason={off} onClick={() => setOpen(true)}>
        {t(words.make)}
      </Button>
      {open ? <MakeDialog registration={registration} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const MakeDialog = ({ registration, onClose }: Props & { onClose: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const make = useCall(consoleRefundsMake, { quiet: true })
  const [exit, setExit] = useState('no')
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    setRefused(undefined)
    try {
      await make.mutateAsync({
        raceid: registration.raceid,
        id: registration.id,
        amount: amount ?? Number.NaN,
        exit: exit === 'yes',
        reason,
      })
      toastSuccess(t(words.made))
      onClose()
      void queries.invalidateQueries()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.makeTitle, { name: registration.name })}
      action={t(words.makeYes)}
      look={exit === 'yes' ? 'danger' : 'strong'}
      busy={make.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <RadioCards
        label={t(words.makeHow)}
        value={exit}
        onChange={setExit}
        options={[
          { value: 'no', label: t(words.makePartial), description: t(words.makePartialText) },
          { value: 'yes', label: t(words.makeExit), description: t(words.makeExitText) },
        ]}
      />
      <MoneyInput
        label={t(words.makeAmount)}
        hint={t(words.ofPaid, { paid: money(registration.price, lang) })}
        unit={t(words.yuan)}
        value={amount}
        error={refused?.fields.amount}
        onChange={setAmount}
      />
      <TextInput
        label={t(words.makeReason)}
        value={reason}
        maxLength={200}
        error={refused?.fields.reason}
        onChange={(typed) => setReason(typed.target.value)}
      />
    </AskDialog>
  )
}
