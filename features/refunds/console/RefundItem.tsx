import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { shortNames } from '#features/orders/names.rules.ts'
import { words as orders, wordOf } from '#features/orders/words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { MoneyInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type RefundLine, consoleRefundsHand, consoleRefundsRetry } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'

const tones = { waiting: 'info', asked: 'info', sent: 'info', done: 'success', failed: 'warning' } as const

export const RefundItem = ({
  raceid,
  refund,
  zone,
  again,
  chosen,
  onChoose,
}: {
  raceid: number
  refund: RefundLine
  zone: string
  again: () => void
  chosen: boolean
  onChoose: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const [paying, setPaying] = useState(false)
  const retry = useCall(consoleRefundsRetry, { quiet: true })
  const { registration, requested, hand } = refund
  const on = (at: string | null) => dateText(at, lang, 'deadline', zone)
  const fen = (amount: number) => (amount > 0 ? money(amount, lang, refund.currency) : '¥0.00')
  const off = may('money.refund') ? undefined : t(words.noRight)
  const facts = [
    requested
      ? [t(words[requested.kind]), requested.cause || requested.note].filter(Boolean).join(' · ')
      : wordOf(orders.reasons, refund.reason, lang),
    requested && requested.share > 0 ? t(words.ofPaid, { paid: fen(requested.share) }) : '',
    wordOf(orders.methods, refund.payment, lang),
    t(words.askedAt, { time: on(refund.created_at) }),
    refund.refund_at && !hand ? t(words.doneAt, { time: on(refund.refund_at) }) : '',
    requested?.staff ? t(words.by, { name: requested.staff }) : '',
  ].filter(Boolean)
  const amounts = [
    refund.state === 'waiting' && requested?.falls_at
      ? t(words.fallsAt, { time: on(requested.falls_at), amount: fen(requested.fallback ?? 0) })
      : '',
    refund.failure === 'CAME_TWICE'
      ? t(words.CAME_TWICE, { amount: fen(refund.came_back) })
      : refund.failure
        ? t(words.channelText, { word: wordOf(orders.refundFailures, refund.failure, lang) })
        : '',
    refund.came_back > 0 && refund.came_back < refund.amount
      ? t(words.cameBack, { amount: fen(refund.came_back) })
      : '',
    hand
      ? [
          t(words.handKept, { time: on(hand.at), name: hand.by, reference: hand.reference }),
          hand.fee > 0 ? t(words.handFee, { fee: fen(hand.fee) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')
      : '',
  ].filter(Boolean)
  const sendAgain = async () => {
    try {
      await retry.mutateAsync({ raceid, id: refund.id })
      toastSuccess(t(words.saved))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
    again()
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 md:px-6">
      <Checkbox checked={chosen} onChange={onChoose}>
        <span className="sr-only">{t(words.choose, { number: refund.refundno })}</span>
      </Checkbox>
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures text-20 font-bold">{fen(refund.amount)}</span>
          <Chip tone={tones[refund.state]}>{t(hand ? words.by_hand : words[refund.state])}</Chip>
        </p>
        <p className="font-medium">
          {registration
            ? [registration.name, registration.event].filter(Boolean).join(' · ')
            : [shortNames(refund.buyers), refund.reason === 'goods' ? refund.subject : t(words.noRegistration)]
                .filter(Boolean)
                .join(' · ')}
        </p>
        <p className="text-14 text-soft">{facts.join(' · ')}</p>
        {amounts.map((one) => (
          <p
            key={one}
            className={
              'text-14 ' +
              (refund.state === 'failed' || refund.failure === 'CAME_TWICE' ? 'text-warning-ink' : 'text-soft')
            }
          >
            {one}
          </p>
        ))}
        <p className="figures truncate text-14 text-soft">{refund.refundno}</p>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {registration && may('registrations.read') ? (
          <Link
            className="inline-flex min-h-11 items-center text-strong underline underline-offset-2"
            href={path.registration({ raceid, id: registration.id })}
          >
            {t(words.seeRegistration)}
          </Link>
        ) : null}
        <Link
          className="inline-flex min-h-11 items-center text-strong underline underline-offset-2"
          href={path.order({ raceid, id: refund.orderid })}
        >
          {t(words.order)}
        </Link>
        {refund.can.again ? (
          <Button look="plain" busy={retry.isPending} disabledReason={off} onClick={() => void sendAgain()}>
            {t(words.again)}
          </Button>
        ) : null}
        {refund.can.hand ? (
          <Button disabledReason={off} onClick={() => setPaying(true)}>
            {t(words.hand)}
          </Button>
        ) : null}
      </div>
      {paying ? <HandDialog raceid={raceid} refund={refund} onClose={() => setPaying(false)} onDone={again} /> : null}
    </li>
  )
}

/**
 * Records that staff paid a refund by hand because the channel did not pay it. The race may keep a part of the amount
 * as a fee.
 */
const HandDialog = ({
  raceid,
  refund,
  onClose,
  onDone,
}: {
  raceid: number
  refund: RefundLine
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const pay = useCall(consoleRefundsHand, { quiet: true })
  const [reference, setReference] = useState('')
  const [fee, setFee] = useState(refund.hand_fee)
  const [cash, setCash] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const due = refund.amount - Math.min(refund.came_back, refund.amount)
  const send = async () => {
    setRefused(undefined)
    try {
      await pay.mutateAsync({ raceid, id: refund.id, reference, fee, cash })
      toastSuccess(t(words.saved))
      onClose()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.hand)}
      action={t(words.handYes)}
      busy={pay.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <p className="text-soft">{t(words.handText)}</p>
      <Facts
        rows={[
          [t(words.handAmount), money(due, lang, refund.currency)],
          [t(words.handGets), money(Math.max(0, due - fee), lang, refund.currency)],
        ]}
      />
      <MoneyInput label={t(words.fee)} unit={t(words.yuan)} value={fee} onChange={setFee} />
      <TextInput
        label={t(words.reference)}
        hint={t(words.referenceHint)}
        value={reference}
        maxLength={120}
        error={refused?.fields.reference}
        onChange={(typed) => setReference(typed.target.value)}
      />
      {refund.currency === 'CNY' ? (
        <Checkbox checked={cash} onChange={(changed) => setCash(changed.target.checked)}>
          {t(words.handCash)}
        </Checkbox>
      ) : null}
    </AskDialog>
  )
}
