import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { path } from '#seam/console/paths.ts'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { bookMoney, money } from '#ui/language/money.ts'
import { MoneyLines } from '#ui/layout/MoneyLines.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { type OrderStory, consoleOrdersShow } from '../contract.ts'
import { wordOf, words } from '../words.ts'
import { OrderNotes } from './OrderNotes.tsx'
import { StateChip } from './StateChip.tsx'

const paymentTones = { started: 'warning', paid: 'success', closed: 'plain', failed: 'danger' } as const
const refundTones = { asked: 'warning', sent: 'warning', done: 'success', failed: 'danger' } as const
const toneOf = <Tone,>(tones: Readonly<Record<string, Tone>>, state: string): Tone | 'plain' => tones[state] ?? 'plain'

export const OrderPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const { id } = usePageParams()
  const story = useAsk(consoleOrdersShow, { raceid, id: Number(id) })
  return (
    <DeskPage
      title={story.data?.order.tradeno ?? t(words.title)}
      back={{ href: path.orders({ raceid }), label: t(words.back) }}
    >
      {story.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {story.error ? <ErrorState error={story.error} onRetry={() => void story.refetch()} /> : null}
      {story.data ? <Story raceid={raceid} story={story.data} /> : null}
    </DeskPage>
  )
}

const Story = (props: { raceid: number; story: OrderStory }) => {
  const { raceid } = props
  const { order, items, payments, refunds, ledger } = props.story
  const t = useWords()
  const { lang } = useLang()
  const at = (time: string | null) => dateText(time, lang, 'minute')
  return (
    <>
      <Card title={order.subject || t(words.title)} aside={<StateChip order={order} />}>
        <Facts
          rows={[
            [t(words.buyer), order.buyers.join('、') || null],
            [t(words.fullPrice), order.discount ? money(order.fee, lang, order.currency) : null],
            [t(words.discount), order.discount ? `−${money(order.discount, lang, order.currency)}` : null],
            [t(words.amount), money(order.amount, lang, order.currency)],
            [t(words.refunded), order.refunded ? money(order.refunded, lang, order.currency) : null],
            [t(words.payment), order.payment ? t(words.methods[order.payment]) : null],
            [t(words.created), at(order.created_at)],
            [t(words.payEnd), order.state === 'open' ? at(order.pay_end) : null],
            [t(words.payAt), at(order.pay_at)],
            [t(words.closedAt), at(order.closed_at)],
          ]}
        />
      </Card>
      {order.registrations.length > 0 ? <People raceid={raceid} people={order.registrations} /> : null}
      {items ? (
        <Card title={t(words.items)}>
          <MoneyLines
            lines={items.map((item) => ({ ...item, name: item.name || order.subject }))}
            currency={order.currency}
          />
        </Card>
      ) : null}
      <Card title={t(words.payments)}>
        {payments.length === 0 ? (
          <p className="text-soft">{t(words.noPayments)}</p>
        ) : (
          <Payments payments={payments} currency={order.currency} />
        )}
      </Card>
      {refunds.length > 0 ? <RefundsCard refunds={refunds} /> : null}
      <OrderNotes raceid={raceid} orderid={order.id} />
      <Card
        title={t(words.ledger)}
        aside={
          <Chip tone={order.balanced ? 'success' : 'danger'}>
            {t(order.balanced ? words.balanced : words.unbalanced)}
          </Chip>
        }
      >
        <Ledger ledger={ledger} />
      </Card>
    </>
  )
}

/** The registrations of the order. */
const People = ({ raceid, people }: { raceid: number; people: OrderStory['order']['registrations'] }) => {
  const t = useWords()
  return (
    <Card title={t(words.people)}>
      <ul className="divide-y divide-line">
        {people.map(({ id, name, event, bib }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 py-2">
            <Link
              href={path.registration({ raceid, id })}
              className="inline-flex min-h-11 items-center font-medium text-strong underline underline-offset-2"
            >
              {name}
            </Link>
            <span className="text-soft">{event}</span>
            {bib ? <span className="figures">{bib}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The line of the channel's statement that reports a payment or refund. */
const StatementPlace = (props: { of: { statement_day: string | null; statement_line: number | null } }) => {
  const { statement_day, statement_line } = props.of
  const t = useWords()
  const { lang } = useLang()
  return statement_day === null ? (
    <span className="text-soft">{t(words.notReconciled)}</span>
  ) : (
    <span className="figures">
      {t(words.statementLine, { day: dateText(statement_day, lang, 'short'), n: statement_line ?? 0 })}
    </span>
  )
}

const Payments = (props: { payments: OrderStory['payments']; currency: OrderStory['order']['currency'] }) => {
  const { payments, currency } = props
  const t = useWords()
  const { lang } = useLang()
  const at = (time: string | null) => dateText(time, lang, 'minute')
  return (
    <Table
      caption={t(words.payments)}
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        {
          key: 'number',
          title: t(words.number),
          cell: ({ tradeno }) => <span className="figures">{tradeno}</span>,
        },
        {
          key: 'way',
          title: t(words.way),
          cell: ({ gateway, way }) => `${wordOf(words.methods, gateway, lang)} · ${wordOf(words.payWays, way, lang)}`,
          className: 'whitespace-nowrap',
        },
        {
          key: 'state',
          title: t(words.state),
          cell: ({ state }) => (
            <Chip tone={toneOf(paymentTones, state)}>{wordOf(words.paymentStates, state, lang)}</Chip>
          ),
        },
        {
          key: 'theirs',
          title: t(words.gatewayNumber),
          cell: ({ gateway_number }) => <span className="figures">{gateway_number ?? '–'}</span>,
        },
        {
          key: 'statement',
          title: t(words.statement),
          cell: (payment) => (payment.state === 'paid' ? <StatementPlace of={payment} /> : '–'),
          className: 'whitespace-nowrap',
        },
        {
          key: 'time',
          title: t(words.time),
          cell: ({ paid_at, created_at }) => at(paid_at ?? created_at),
          className: 'whitespace-nowrap',
        },
        {
          key: 'amount',
          title: t(words.amount),
          cell: ({ paid_amount, paid_currency, amount }) =>
            money(paid_amount ?? amount, lang, paid_currency ?? currency),
          figures: true,
        },
      ]}
    />
  )
}

const RefundsCard = ({ refunds }: { refunds: OrderStory['refunds'] }) => {
  const t = useWords()
  const { lang } = useLang()
  const at = (time: string | null) => dateText(time, lang, 'minute')
  return (
    <Card title={t(words.refunds)}>
      <Table
        caption={t(words.refunds)}
        rows={refunds}
        rowKey={(refund) => refund.id}
        columns={[
          {
            key: 'number',
            title: t(words.number),
            cell: ({ refundno }) => <span className="figures">{refundno}</span>,
          },
          {
            key: 'reason',
            title: t(words.reason),
            cell: ({ reason }) => wordOf(words.reasons, reason, lang),
            className: 'whitespace-nowrap',
          },
          {
            key: 'state',
            title: t(words.state),
            cell: ({ state }) => (
              <Chip tone={toneOf(refundTones, state)}>{wordOf(words.refundStates, state, lang)}</Chip>
            ),
          },
          {
            key: 'statement',
            title: t(words.statement),
            cell: (refund) => (refund.state === 'done' ? <StatementPlace of={refund} /> : '–'),
            className: 'whitespace-nowrap',
          },
          {
            key: 'failure',
            title: t(words.failure),
            cell: ({ failure, tries }) => (failure ? `${wordOf(words.refundFailures, failure, lang)} (${tries})` : '–'),
          },
          {
            key: 'time',
            title: t(words.time),
            cell: ({ refund_at, created_at }) => at(refund_at ?? created_at),
            className: 'whitespace-nowrap',
          },
          {
            key: 'amount',
            title: t(words.amount),
            cell: ({ amount, currency }) => bookMoney(amount, currency),
            figures: true,
          },
        ]}
      />
    </Card>
  )
}

const Ledger = ({ ledger }: { ledger: OrderStory['ledger'] }) => {
  const t = useWords()
  const { lang } = useLang()
  const at = (time: string | null) => dateText(time, lang, 'minute')
  return (
    <Table
      caption={t(words.ledger)}
      rows={ledger}
      rowKey={(row) => row.id}
      columns={[
        { key: 'time', title: t(words.time), cell: (row) => at(row.at), className: 'whitespace-nowrap' },
        {
          key: 'event',
          title: t(words.event),
          cell: ({ event }) => wordOf(words.events, event, lang),
          className: 'whitespace-nowrap',
        },
        {
          key: 'debit',
          title: t(words.debit),
          cell: ({ debit }) => wordOf(words.accounts, debit, lang),
          className: 'whitespace-nowrap',
        },
        {
          key: 'credit',
          title: t(words.credit),
          cell: ({ credit }) => wordOf(words.accounts, credit, lang),
          className: 'whitespace-nowrap',
        },
        {
          key: 'amount',
          title: t(words.amount),
          cell: ({ amount, currency }) => bookMoney(amount, currency),
          figures: true,
        },
      ]}
    />
  )
}
