import { useState } from 'react'
import { salesOffer, salesReturn } from '#features/sales/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type ShopOrder, shopReturn } from '../contract.ts'
import { Pieces } from './Pieces.tsx'
import { shopWords as words } from './shop.words.ts'

type Props = { order: ShopOrder; raceid: number; onClose: () => void; onDone: () => void }

/** Gives pieces back: at once while the order is not packed, else by asking the organisers. */
export const ReturnSheet = (props: Props) =>
  props.order.state === 'paid' ? <Refunding {...props} /> : <Asking {...props} />

const useChosen = (order: ShopOrder, all: boolean) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries(order.lines.map(({ _key, n, returned }) => [_key, all ? n - returned : 0])),
  )
  return { chosen, set: (key: string, n: number) => setChosen({ ...chosen, [key]: n }) }
}
const Choice = ({
  order,
  chosen,
  onChange,
}: {
  order: ShopOrder
  chosen: Readonly<Record<string, number>>
  onChange: (key: string, n: number) => void
}) => (
  <ul className="grid gap-3">
    {order.lines
      .filter(({ n, returned }) => n > returned)
      .map((line) => {
        const name = [line.goods, line.variant].filter(Boolean).join(' · ')
        return (
          <li key={line._key} className="flex items-center justify-between gap-3">
            <span className="min-w-0 break-words font-medium">{name}</span>
            <Pieces
              n={chosen[line._key] ?? 0}
              least={0}
              most={line.n - line.returned}
              label={name}
              onChange={(n) => onChange(line._key, n)}
            />
          </li>
        )
      })}
  </ul>
)

const Refunding = ({ order, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { chosen, set } = useChosen(order, true)
  const lines = Object.entries(chosen).flatMap(([id, pieces]) => (pieces > 0 ? [{ id, pieces }] : []))
  const offer = useAsk(
    salesOffer,
    { id: order._key, lines },
    { quiet: true, enabled: lines.length > 0, staleTime: 0, keep: true },
  )
  const back = useCall(salesReturn, { quiet: true })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.cancelTitle)}
      actions={
        <Button
          busy={back.isPending}
          disabled={!offer.data || lines.length === 0}
          onClick={() =>
            back.mutate(
              { id: order._key, lines, ...(offer.data ? { amount: offer.data.amount } : {}) },
              {
                onSuccess: () => {
                  toastSuccess(t(words.cancelDone))
                  onDone()
                },
                onError: () => void offer.refetch(),
              },
            )
          }
        >
          {t(words.cancel)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        <Choice order={order} chosen={chosen} onChange={set} />
        {offer.data && lines.length > 0 ? (
          <p className="display text-28 text-strong">
            {t(words.cancelOffer, { amount: money(offer.data.amount, lang) })}
            {offer.data.kept > 0 ? (
              <span className="ml-2 text-16 text-soft">
                {t(words.cancelKept, { amount: money(offer.data.kept, lang) })}
              </span>
            ) : null}
          </p>
        ) : null}
        {(back.error ?? offer.error) ? (
          <p role="alert" className="text-14 text-danger-ink">
            {(back.error ?? offer.error)?.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const Asking = ({ order, raceid, onClose, onDone }: Props) => {
  const t = useWords()
  const { chosen, set } = useChosen(order, false)
  const [reason, setReason] = useState('')
  const ask = useCall(shopReturn, { quiet: true })
  const lines = Object.entries(chosen).filter(([, pieces]) => pieces > 0)
  const send = async () => {
    try {
      for (const [line, pieces] of lines) await ask.mutateAsync({ raceid, id: order._key, line, pieces, reason })
      toastSuccess(t(words.askDone))
      onDone()
    } catch {
      // The sheet shows the refusal.
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.askReturn)}
      actions={
        <Button busy={ask.isPending} disabled={lines.length === 0 || reason.trim() === ''} onClick={() => void send()}>
          {t(words.askSend)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        <Choice order={order} chosen={chosen} onChange={set} />
        <TextInput
          label={t(words.askReason)}
          value={reason}
          maxLength={200}
          error={ask.error?.msg}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
