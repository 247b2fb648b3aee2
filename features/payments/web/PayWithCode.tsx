import { Ticket } from 'lucide-react'
import { useRef, useState } from 'react'
import { invitePay } from '#features/registrations/payment/redeem.contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { payWords as words } from './pay.words.ts'

/**
 * The field for an invitation code after the sign-up. The field is closed at first, because most runners have no code.
 */
export const PayWithCode = ({
  id,
  onUsed,
}: {
  id: string
  /** Runs when the code has replaced or paid the order. */ onUsed: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const use = useCall(invitePay, { quiet: true })
  if (!open)
    return (
      <Button
        look="quiet"
        className="-ml-3 mt-3"
        icon={<Ticket className="size-5" aria-hidden />}
        aria-expanded={false}
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => input.current?.focus())
        }}
      >
        {t(words.haveCode)}
      </Button>
    )
  const send = () => {
    if (use.isPending) return
    setMissing(code.trim() === '')
    if (code.trim() === '') return input.current?.focus()
    use.mutate(
      { id, code: code.trim() },
      {
        onSuccess: ({ state, amount }) => {
          if (state === 'open') toastSuccess(t(words.codeUsed, { amount: money(amount, lang) }))
          onUsed()
        },
        onError: () => {
          input.current?.focus()
          // The bar at the bottom would cover the message below the field, so the field is scrolled to the middle.
          requestAnimationFrame(() => input.current?.scrollIntoView({ block: 'center' }))
        },
      },
    )
  }
  const error = missing ? t(words.codeMissing) : use.error?.msg
  return (
    <form
      noValidate
      className="mt-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextInput
        ref={input}
        label={t(words.code)}
        hint={t(words.codeHow)}
        error={error}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setMissing(false)
          if (use.error) use.reset()
        }}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        inputClassName="figures tracking-wide"
        after={
          <Button type="submit" look="plain" className="shrink-0" busy={use.isPending}>
            {t(words.useCode)}
          </Button>
        }
      />
    </form>
  )
}
