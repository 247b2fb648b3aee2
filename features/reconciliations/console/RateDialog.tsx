import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words as orderWords } from '#features/orders/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type RatedChannel, consoleReconciliationsList, consoleReconciliationsRate } from '../contract.ts'
import { words } from '../words.ts'

/** Reads a typed percentage as millionths; undefined if the number is not from 0 to 10 per cent. */
const millionths = (percent: string): number | undefined => {
  const value = Number(percent)
  return /^\d{1,2}(\.\d{1,4})?$/.test(percent) && value <= 10 ? Math.round(value * 10_000) : undefined
}

/** Asks for the agreed fee of a channel. The server compares the fees in statements with this fee. */
export const RateDialog = ({
  gateway,
  rate,
  onClose,
}: {
  gateway: RatedChannel
  rate: number | null
  onClose: () => void
}) => {
  const t = useWords()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(rate === null ? '' : String(rate / 10_000))
  const [wrong, setWrong] = useState(false)
  const save = useCall(consoleReconciliationsRate)
  const send = () => {
    const given = typed.trim()
    const millis = given === '' ? undefined : millionths(given)
    setWrong(given !== '' && millis === undefined)
    if (given !== '' && millis === undefined) return
    save.mutate(
      { gateway, ...(millis === undefined ? {} : { rate: millis }) },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          void queries.invalidateQueries({ queryKey: [consoleReconciliationsList.path] })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.agreed)}
      actions={
        <Button busy={save.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <TextInput
        label={t(words.ratePercent, { gateway: t(orderWords.methods[gateway]) })}
        hint={t(words.rateHow)}
        error={wrong ? t(words.rateWrong) : save.error?.msg}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputClassName="figures"
      />
    </Dialog>
  )
}
