import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { dayIn } from '#contract/days.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { yuan } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { consoleAccountingMonth } from '../contract.ts'
import { BOOKS_ZONE } from '../rules.ts'
import { accountingWords as words, channelName } from '../words.ts'

type Line = OutputOf<typeof consoleAccountingMonth>['items'][number]

/** The books of a month: first the sums of the month, then a line for each day and channel. */
export const AccountingPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [month, setMonth] = useState(() => dayIn(BOOKS_ZONE, new Date(serverNow())).slice(0, 7))
  const whole = /^2[01]\d{2}-(0[1-9]|1[0-2])$/.test(month)
  const books = useAsk(consoleAccountingMonth, { raceid, month }, { enabled: whole, staleTime: 10_000, keep: true })
  const items = books.data?.items ?? []
  const days = items.filter(({ kind }) => kind === 'day')
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.intro)}
      actions={<ExportButton raceid={raceid} table="accounting_month" filter={{ month }} label={t(words.export)} />}
    >
      <TextInput
        className="max-w-60"
        label={t(words.month)}
        type="month"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
      />
      {books.isPending && whole ? <Skeleton lines={6} className="h-10" /> : null}
      {books.error && !books.data ? <ErrorState error={books.error} onRetry={() => void books.refetch()} /> : null}
      {books.data && items.length === 0 ? <Empty title={t(words.none)} /> : null}
      {items.length > 0 ? (
        <Card title={t(words.kinds.channel)}>
          <Lines caption={t(words.kinds.channel)} lines={items.filter(({ kind }) => kind !== 'day')} />
        </Card>
      ) : null}
      {days.length > 0 ? (
        <Card title={t(words.kinds.day)}>
          <Lines caption={t(words.kinds.day)} lines={days} />
        </Card>
      ) : null}
    </DeskPage>
  )
}

const Lines = ({ caption, lines }: { caption: string; lines: readonly Line[] }) => {
  const t = useWords()
  const { lang } = useLang()
  // A payout is negative if refunds and fees are more than the payments.
  const amount = (fen: number) => (
    <span className="figures">{fen < 0 ? `−${yuan(-fen)}` : fen === 0 ? '0.00' : yuan(fen)}</span>
  )
  const count = (n: number) => <span className="figures">{countText(n)}</span>
  const headOf = ({ kind, day, channel }: Line) =>
    kind === 'day'
      ? `${dateText(day, lang, 'short')} · ${channelName(channel, lang)}`
      : kind === 'channel'
        ? channelName(channel, lang)
        : t(words.kinds[kind])
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ kind, day, channel, currency }) => `${kind} ${day} ${channel} ${currency}`}
      columns={[
        { key: 'line', title: t(words.channel), cell: (line) => <span className="font-medium">{headOf(line)}</span> },
        { key: 'currency', title: t(words.currency), cell: ({ currency }) => currency },
        { key: 'payments', title: t(words.payments), figures: true, cell: ({ payments }) => count(payments) },
        { key: 'received', title: t(words.received), figures: true, cell: ({ received }) => amount(received) },
        { key: 'refunds', title: t(words.refunds), figures: true, cell: ({ refunds }) => count(refunds) },
        { key: 'refunded', title: t(words.refunded), figures: true, cell: ({ refunded }) => amount(refunded) },
        { key: 'fee', title: t(words.fee), figures: true, cell: ({ fee }) => amount(fee) },
        { key: 'payout', title: t(words.payout), figures: true, cell: ({ payout }) => amount(payout) },
        { key: 'basis', title: t(words.basis), cell: ({ fee_basis }) => t(words.bases[fee_basis]) },
      ]}
    />
  )
}
