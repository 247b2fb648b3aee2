import { ChevronRight, CircleHelp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoneyLines } from '#ui/layout/MoneyLines.tsx'
import { Link } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { type Registration, registrationOrders } from '../../contract.ts'
import { words as registrationWords } from '../../status/status.words.ts'
import { statusWords as words } from './status.words.ts'
import type { ShownAction as What } from './useStatusActions.ts'

type Act = (what: What) => void
type Props = { registration: Registration }

const useOn = (registration: Registration) => {
  const { lang } = useLang()
  return (at: string | null | undefined) => dateText(at, lang, 'minute', registration.race.zone)
}

export const RefundCard = ({ registration, refund }: Props & { refund: NonNullable<Registration['refund']> }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = useOn(registration)
  const nothing = refund.amount === 0 && refund.state === 'done'
  const underWay = {
    waiting: words.refundWaiting,
    failed: words.refundFailed,
    asked: words.refundUnderWay,
    sent: words.refundUnderWay,
    done: words.refundUnderWay,
  }[refund.state]
  return (
    <Card title={t(words.refundCard)}>
      <Facts
        rows={[
          [t(words.amount), money(refund.amount, lang, refund.currency)],
          [t(words.appliedAt), on(refund.created_at)],
          [t(words.refundAt), refund.refund_at ? on(refund.refund_at) : t(underWay)],
          [
            t(words.refundNext),
            refund.next_at && !nothing ? dateText(refund.next_at, lang, 'day', registration.race.zone) : '',
          ],
          [
            t(words.refundMethod),
            refund.by_hand ? t(words.refundByHand) : refund.meta.payment ? t(words[refund.meta.payment]) : '',
          ],
        ]}
      />
      <Actions>
        <Link
          href={path.refunds({ _key: registration._key })}
          className="flex min-h-11 items-center justify-between gap-4 rounded px-2 text-strong hover:bg-sunk"
        >
          {t(words.refundCourse)}
          <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
        </Link>
      </Actions>
    </Card>
  )
}

export const OwnRegistrationCard = ({ registration, act }: Props & { act: Act }) => {
  const t = useWords()
  const { status, team } = registration
  return (
    <Card title={t(words.registrationCard)}>
      <Facts
        rows={[
          [t(words.gender), t(registration.gender ? words[registration.gender] : words.private)],
          [t(words.waitCode), status.shows.wait_pos ? <WaitCode key="wait" n={registration.wait_pos} /> : null],
          [t(words.team), team?.name],
          [t(words.clothes), registration.clothes],
          [t(words.bus), registration.packagebus],
          [t(words.invitation), registration.invite],
        ]}
      />
      <Actions>
        <Action said={t(words.details)} onClick={() => act('details')} />
        {/* The page's main button leads to a correction after a review. */}
        {status.can.mend.ok ? null : <Action said={t(words.edit)} off={status.can.edit} onClick={() => act('edit')} />}
        {team || status.can.team.ok ? <Action said={t(words.team)} onClick={() => act('team')} /> : null}
        {status.can.delay.ok ? <Action said={t(words.delay)} onClick={() => act('delay')} /> : null}
        {status.shows.delete ? (
          <Action said={t(words.remove)} off={status.can.delete} danger onClick={() => act('delete')} />
        ) : null}
      </Actions>
    </Card>
  )
}

const WaitCode = ({ n }: { n: number | null }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  return (
    <span className="inline-flex items-center gap-1">
      {n === null ? t(registrationWords.wait_pos_none) : <span className="display text-28">{n}</span>}
      <button
        type="button"
        aria-label={t(words.waitHelp)}
        className="-my-3 -mr-3 flex size-11 items-center justify-center rounded text-strong hover:bg-tint"
        onClick={() => setOpen(true)}
      >
        <CircleHelp className="size-5" aria-hidden />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(words.waitHelp)}
        actions={
          <Button look="plain" onClick={() => setOpen(false)}>
            {t(kit.close)}
          </Button>
        }
      >
        <p className="text-left font-normal leading-7">{t(words.waitHelpBody)}</p>
      </Dialog>
    </span>
  )
}

const paidTone = { '0': 'info', '1': 'success', '2': 'plain', closed: 'warning' } as const

export const OrderCard = ({ registration, act }: Props & { act: Act }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = useOn(registration)
  const { status, meta, charge } = registration
  const { order } = meta
  const unpaid = status.paid === '0'
  const fee = status.fee_label ?? status.pay_label
  const free = order === null && charge.amount === 0
  const items = charge.items && charge.items.length > 1 ? charge.items : null
  const reduced = charge.discount > 0 && items === null
  return (
    <Card
      title={t(words.orderCard)}
      aside={<Chip tone={status.fee_label === null ? 'plain' : paidTone[status.paid]}>{fee}</Chip>}
    >
      {items ? (
        <div className="border-b border-line pb-3">
          <MoneyLines lines={items.map((item) => ({ ...item, name: item.name || t(words.fee) }))} />
        </div>
      ) : null}
      <Facts
        rows={[
          [t(words.orderNumber), order?.tradeno],
          [t(words.fee), reduced ? money(charge.fee, lang) : ''],
          [t(words.discount), reduced ? `−${money(charge.discount, lang)}` : ''],
          [
            t(words.amount),
            <span key="amount" className="display text-20">
              {money(charge.amount, lang)}
            </span>,
          ],
          [
            t(words.refundedPart),
            status.paid === '1' && order !== null && order.refundid !== 0 ? t(words.refundedPartHow) : '',
          ],
          [t(words.payBy), unpaid ? on(status.pay_end) : ''],
          [t(words.paidAt), on(order?.pay_at ?? registration.pay_at)],
          [t(words.payment), status.payment && status.paid !== '0' ? t(words[status.payment]) : ''],
        ]}
      />
      <Friends registration={registration} />
      <Actions>
        {/* The page's main button pays. The card tells only why payment is not possible. */}
        {unpaid && !free && !status.can.pay.ok ? (
          <Action said={t(words.pay)} off={status.can.pay} onClick={() => act('pay')} />
        ) : null}
        {order?.state === 'paid' && order.amount > 0 && status.payment !== 'invite' ? (
          <>
            <Way said={t(words.receipt)} href={path.receipt({ _key: order._key })} />
            {registration.mine && order.left > 0 ? (
              <Way said={t(words.invoice)} href={path.invoice({ _key: registration._key })} />
            ) : null}
          </>
        ) : null}
        {status.paid === 'closed' && order && registration.mine ? (
          <Way said={t(words.payments)} href={path.pay({ _key: registration._key })} />
        ) : null}
        {status.shows.exit ? <Action said={t(words.exit)} danger onClick={() => act('exit')} /> : null}
      </Actions>
    </Card>
  )
}

/** Shows the other registrations of the same order. Only the account that made the order sees them. */
const Friends = ({ registration }: Props) => {
  const t = useWords()
  const { order } = registration.meta
  const orders = useAsk(
    registrationOrders,
    { raceid: registration.raceid },
    { enabled: registration.mine && order !== null, quiet: true, staleTime: 30_000 },
  )
  const others =
    orders.data?.items
      .find((item) => item.order.id === order?.id)
      ?.registrations.filter(({ _key }) => _key !== registration._key) ?? []
  if (others.length === 0) return null
  return (
    <div className="border-t border-line py-3">
      <h3 className="text-soft">{t(words.together)}</h3>
      <ul>
        {others.map((one) => (
          <li key={one._key}>
            <Link
              href={path.queryDetail({ _key: one._key })}
              className="-mx-2 flex min-h-11 items-center justify-between gap-4 rounded px-2 hover:bg-sunk"
            >
              <span className="min-w-0">
                <span className="font-medium">{one.name}</span> <span className="text-soft">{one.event}</span>
              </span>
              <span className="shrink-0 text-14 text-soft">{one.status}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="-mx-2 -mb-2 border-t border-line pt-2 empty:hidden">{children}</div>
)

/** A link in a card to another page. */
const Way = ({ said, href }: { said: string; href: string }) => (
  <Link
    href={href}
    className="flex min-h-11 items-center justify-between gap-4 rounded px-2 text-strong transition hover:bg-sunk"
  >
    {said}
    <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
  </Link>
)

/** An action in a card. If the action is not possible, the card gives the reason. */
const Action = ({
  said,
  off,
  danger,
  onClick,
}: {
  said: string
  off?: { ok: boolean; why: string | null }
  danger?: boolean
  onClick: () => void
}) => {
  const why = off && !off.ok ? (off.why ?? '') : undefined
  if (why !== undefined)
    return (
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-2 py-2 text-soft">
        <span>{said}</span>
        <span className="text-14">{why}</span>
      </p>
    )
  return (
    <button
      type="button"
      onClick={onClick}
      className={
        'flex min-h-11 w-full items-center justify-between gap-4 rounded px-2 text-left transition ' +
        `hover:bg-sunk ${danger ? 'text-danger-ink' : 'text-strong'}`
      }
    >
      {said}
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </button>
  )
}
