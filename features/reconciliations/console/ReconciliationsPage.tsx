import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Button } from '#ui/form/Button.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type ReconciledChannel,
  type RatedChannel,
  type Reconciled,
  consoleReconciliationsList,
  consoleReconciliationsRun,
  ratedChannels,
} from '../contract.ts'
import { words } from '../words.ts'
import { RateDialog } from './RateDialog.tsx'
import { StatementUpload } from './StatementUpload.tsx'
import { dayTones, feeFen, sumText } from './tones.ts'

const readDays = (after: string | null) =>
  call(consoleReconciliationsList, { limit: 60, ...(after === null ? {} : { after }) })
type Days = Awaited<ReturnType<typeof readDays>>

/** Lists the days of the channels: the content of each statement, and whether our books agree. */
export const ReconciliationsPage = () => {
  const t = useWords()
  const { me, may, pending } = useMe()
  const days = usePages([consoleReconciliationsList.path], readDays, {
    enabled: may('money.reconcile'),
    refetchInterval: 10_000,
  })
  const items = days.data?.pages.flatMap((page) => page.items) ?? []
  const channels = days.data?.pages[0]?.channels ?? []
  return (
    <DeskPage title={t(words.title)} description={t(words.how)}>
      {me && !pending && !may('money.reconcile') ? <Empty title={t(words.notAllRaces)} /> : null}
      {pending || (may('money.reconcile') && days.isPending) ? <Skeleton lines={6} className="h-12" /> : null}
      {days.error && !days.isFetchNextPageError ? (
        <ErrorState error={days.error} onRetry={() => void days.refetch()} />
      ) : null}
      {days.data && channels.length === 0 ? <Empty title={t(words.noChannels)} /> : null}
      {channels.length > 0 ? <RunDay channels={channels} /> : null}
      {days.data && channels.length > 0 && items.length === 0 ? (
        <Empty title={t(words.none)} description={t(words.noneHow)} />
      ) : null}
      {items.length > 0 ? <Lines items={items} /> : null}
      <MoreButton list={days} />
    </DeskPage>
  )
}

const RunDay = ({ channels }: { channels: Days['channels'] }) => {
  const t = useWords()
  const queries = useQueryClient()
  const [gateway, setGateway] = useState<ReconciledChannel>(channels[0]!.gateway)
  const [rating, setRating] = useState<RatedChannel>()
  const chosen = channels.find((one) => one.gateway === gateway) ?? channels[0]!
  const [day, setDay] = useState(chosen.last)
  const run = useCall(consoleReconciliationsRun)
  const ratable = ratedChannels.find((one) => one === gateway)
  const go = () =>
    run.mutate(
      { gateway, day },
      {
        onSuccess: () => {
          toastSuccess(t(words.queued))
          setTimeout(() => void queries.invalidateQueries({ queryKey: [consoleReconciliationsList.path] }), 1500)
        },
      },
    )
  return (
    <>
      <Card title={t(words.run)}>
        <form
          noValidate
          className="grid gap-3 md:grid-cols-[14rem_14rem_auto_1fr] md:items-end"
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <Select
            label={t(words.channel)}
            value={gateway}
            onChange={(event) => setGateway(event.target.value as ReconciledChannel)}
            options={channels.map((one) => ({
              value: one.gateway,
              label: `${t(orderWords.methods[one.gateway])}${one.pretend ? ` · ${t(words.pretend)}` : ''}`,
            }))}
          />
          <TextInput
            type="date"
            label={t(words.day)}
            max={chosen.last}
            value={day}
            error={run.error?.fields.day}
            onChange={(event) => setDay(event.target.value)}
            inputClassName="figures"
            required
          />
          <Button type="submit" busy={run.isPending}>
            {t(words.runGo)}
          </Button>
          {ratable ? (
            <p className="text-14 text-soft md:text-right">
              {t(words.agreed_is)}
              {chosen.rate === null ? t(words.byStatement) : <span className="figures">{chosen.rate / 10_000}%</span>}
              <Button look="quiet" className="-my-2 ml-1" onClick={() => setRating(ratable)}>
                {t(words.edit)}
              </Button>
            </p>
          ) : null}
        </form>
        {run.error ? (
          <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {run.error.msg}
          </p>
        ) : null}
        {rating ? (
          <RateDialog
            key={rating}
            gateway={rating}
            rate={channels.find((one) => one.gateway === rating)?.rate ?? null}
            onClose={() => setRating(undefined)}
          />
        ) : null}
      </Card>
      <StatementUpload
        key={`${gateway} ${day}`}
        gateway={gateway}
        day={day}
        onCompared={() => void queries.invalidateQueries({ queryKey: [consoleReconciliationsList.path] })}
      />
    </>
  )
}

const Outcome = ({ day }: { day: Reconciled }) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={dayTones[day.state]}>
        {day.state === 'differs' ? t(words.open, { n: countText(day.open) }) : t(words.states[day.state])}
      </Chip>
      {day.source === 'file' ? (
        <Chip>{t(words.sources.file)}</Chip>
      ) : day.source === 'none' && day.state === 'even' ? (
        <Chip>{t(words.noStatement)}</Chip>
      ) : null}
    </span>
  )
}

const Lines = ({ items }: { items: readonly Reconciled[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const to = (one: Reconciled) => path.reconciliation({ gateway: one.gateway, day: one.day })
  return (
    <>
      <Card className="hidden md:block">
        <Table
          caption={t(words.title)}
          rows={items}
          rowKey={(one) => `${one.gateway} ${one.day}`}
          columns={[
            {
              key: 'day',
              title: t(words.day),
              cell: (one) => (
                <Link
                  href={to(one)}
                  className="figures inline-flex min-h-11 items-center text-strong underline-offset-4 hover:underline"
                >
                  {dateText(one.day, lang, 'day')}
                </Link>
              ),
              className: 'whitespace-nowrap',
            },
            { key: 'channel', title: t(words.channel), cell: (one) => t(orderWords.methods[one.gateway]) },
            { key: 'state', title: t(words.state), cell: (one) => <Outcome day={one} /> },
            {
              key: 'matched',
              title: t(words.matched),
              cell: (one) => (one.lines ? countText(one.matched) : '–'),
              figures: true,
            },
            {
              key: 'received',
              title: t(words.received),
              cell: (one) => sumText(one.received, one.currency),
              figures: true,
            },
            {
              key: 'refunded',
              title: t(words.refunded),
              cell: (one) => sumText(one.refunded, one.currency),
              figures: true,
            },
            {
              key: 'fees',
              title: t(words.fees),
              cell: (one) => sumText(feeFen(one.fees), one.currency),
              figures: true,
            },
          ]}
        />
      </Card>
      <Card flush className="md:hidden">
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={`${one.gateway} ${one.day}`}>
              <Link
                href={to(one)}
                className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint"
              >
                <span className="font-medium">{dateText(one.day, lang, 'day')}</span>
                <Outcome day={one} />
                <span className="text-14 text-soft">{t(orderWords.methods[one.gateway])}</span>
                <span className="figures text-right text-14 text-soft">{sumText(one.received, one.currency)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
