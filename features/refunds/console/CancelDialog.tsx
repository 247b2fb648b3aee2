import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Registration } from '#features/registrations/contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleRefundsCancel } from '../contract.ts'
import { cancelWords as words } from './cancel.words.ts'

type Back = 'rules' | 'all' | 'none'

export const CancelDialog = (props: {
  registration: Pick<Registration, 'id' | 'raceid' | 'name' | 'price' | 'status'>
  onClose: () => void
}) => {
  const { registration, onClose } = props
  const t = useWords()
  const { may } = useMe(registration.raceid)
  const queries = useQueryClient()
  const cancel = useCall(consoleRefundsCancel, { quiet: true })
  const isPaid = registration.status.paid === '1'
  const isFree = registration.price === 0
  const mayRefund = may('money.refund')
  const [back, setBack] = useState<Back>(isPaid && !isFree && mayRefund ? 'rules' : 'none')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    setRefused(undefined)
    try {
      const done = await cancel.mutateAsync({ raceid: registration.raceid, id: registration.id, refund: back, reason })
      toastSuccess(done.back > 0 ? t(words.done_back, { amount: bookMoney(done.back) }) : t(words.done))
      onClose()
      void queries.invalidateQueries()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const option = (value: Back) => ({
    value,
    label: t(words[value]),
    ...(value === 'none' || mayRefund ? {} : { disabledReason: t(words.no_right) }),
  })
  return (
    <AskDialog
      title={t(words.title, { name: registration.name })}
      action={t(words.cancel)}
      look="danger"
      busy={cancel.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <p className="text-soft">{t(isPaid ? words.text_paid : words.text_unpaid)}</p>
      {isPaid && isFree ? <p>{t(words.free)}</p> : null}
      {isPaid && !isFree ? (
        <RadioCards
          label={t(words.back)}
          value={back}
          onChange={(chosen) => setBack(chosen as Back)}
          options={(['rules', 'all', 'none'] as const).map(option)}
        />
      ) : null}
      <TextInput
        label={t(words.reason)}
        value={reason}
        maxLength={200}
        error={refused?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
