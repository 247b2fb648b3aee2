import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Refused } from '#ui/network/call.ts'
import { words } from '../words.ts'

type Props = {
  typed: Readonly<Record<string, string>>
  type: (name: string, value: string) => void
  refused: Refused | undefined
  /** The amount to pay; empty before an event is chosen. */
  amount: string
  /** True if the member of staff may enter somebody free of charge. */
  free: boolean
}
export const PayFields = ({ typed, type, refused, amount, free }: Props) => {
  const t = useWords()
  return (
    <>
      <RadioCards
        label={t(words.pay)}
        columns={3}
        value={typed.pay}
        onChange={(pay) => type('pay', pay)}
        options={[
          { value: 'cash', label: t(words.cash), description: amount ? t(words.cash_text, { amount }) : undefined },
          { value: 'card', label: t(words.card), description: amount ? t(words.cash_text, { amount }) : undefined },
          {
            value: 'transfer',
            label: t(words.transfer),
            description: amount ? t(words.transfer_text, { amount }) : undefined,
          },
          { value: 'link', label: t(words.link), description: t(words.link_text) },
          ...(free ? [{ value: 'free', label: t(words.free), description: t(words.free_text) }] : []),
        ]}
      />
      {typed.pay === 'card' || typed.pay === 'transfer' ? (
        <TextInput
          label={t(words.reference)}
          value={typed.reference ?? ''}
          maxLength={80}
          error={refused?.fields.reference}
          onChange={(changed) => type('reference', changed.target.value)}
        />
      ) : null}
      {typed.pay === 'free' ? (
        <TextInput
          label={t(words.reason)}
          value={typed.reason ?? ''}
          maxLength={200}
          error={refused?.fields.reason}
          onChange={(changed) => type('reason', changed.target.value)}
        />
      ) : null}
    </>
  )
}
