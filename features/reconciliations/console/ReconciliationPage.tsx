import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type ReconciledChannel,
  type Difference,
  type ReconciliationRun,
  channels,
  consoleReconciliationsList,
  consoleReconciliationsRun,
  consoleReconciliationsSettle,
  consoleReconciliationsShow,
  malformedAs,
} from '../contract.ts'
import { differenceKindWords, malformedWords, words } from '../words.ts'
import { dayTones, feeFen, sumText } from './tones.ts'

const readDay = (gateway: ReconciledChannel, day: string, settled: boolean, after: string | null) =>
  call(consoleReconciliationsShow, { gateway, day, settled, limit: 50, ...(after === null ? {} : { after }) })

/** Shows one day of a channel: the content of its statement, and each difference with both sides. */
export const ReconciliationPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const params = usePageParams()
  const gateway = channels.find((one) => one === params.gateway) ?? 'wechat'
  const date = params.day ?? ''
  const [settled, setSettled] = useState(false)
  const [settling, setSettling] = useState<Difference>()
  const query = usePages([consoleReconciliationsShow.path, gateway, date, settled], (after) =>
    readDay(gateway, date, settled, after),
  )
  const run = useCall(consoleReconciliationsRun)
  const renew = () =>
    void Promise.all(
      [consoleReconciliationsShow, consoleReconciliationsList].map(({ path: key }) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
  const day = query.data?.pages[0]?.day
  const runs = query.data?.pages[0]?.runs ?? []
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const title = `${t(orderWords.methods[gateway])} · ${dateText(date, lang, 'day')}`
  return (
    <DeskPage title={title} back={{ href: path.reconciliations(), label: t(words.back) }}>
      {query.isPending ? <Skeleton lines={6} className="h-12" /> : null}
      {query.error && !query.isFetchNextPageError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {day ? (
        <Card
          title={t(words.state)}
          aside={
            <Chip tone={dayTones[day.state]}>
              {day.state === 'differs' ? t(words.open, { n: countText(day.open) }) : t(words.states[day.state])}
            </Chip>
          }
        >
          <Facts
            rows={[
              [
                t(words.matched),
                day.lines
                  ? t(words.agreeing, { n: `${countText(day.matched)} / ${countText(day.lines)}` })
                  : t(words.noStatement),
              ],
              [
                t(words.received),
                day.received
                  ? `${sumText(day.received, day.currency)} · ${t(words.agreeing, { n: countText(day.payments) })}`
                  : null,
              ],
              [
                t(words.refunded),
                day.refunded
                  ? `${sumText(day.refunded, day.currency)} · ${t(words.agreeing, { n: countText(day.refunds) })}`
                  : null,
              ],
              [t(words.fees), day.fees ? sumText(feeFen(day.fees), day.currency) : null],
              [t(words.states.failed), day.failure],
            ]}
          />
          {day.unlisted > 0 ? (
            <p className="mt-3 rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
              {t(words.unlisted, { n: countText(day.unlisted) })}
            </p>
          ) : null}
          <Button
            look="plain"
            className="mt-3"
            busy={run.isPending}
            onClick={() =>
              run.mutate(
                { gateway, day: date },
                {
                  onSuccess: () => {
                    toastSuccess(t(words.queued))
                    setTimeout(renew, 1500)
                  },
                },
              )
            }
          >
            {t(words.runAgain)}
          </Button>
        </Card>
      ) : null}
      {day ? (
        <>
          <Segmented
            label={t(words.state)}
            value={settled ? '1' : ''}
            onChange={(value) => setSettled(value === '1')}
            options={[
              { value: '', label: t(words.openOnes) },
              { value: '1', label: t(words.settledOnes) },
            ]}
          />
          {items.length === 0 && !query.isPending ? (
            <Empty title={t(settled ? words.noneSettled : words.allEven)} />
          ) : null}
          {items.length > 0 ? (
            <Card flush>
              <ul className="divide-y divide-line">
                {items.map((one) => (
                  <OneDifference key={one.id} difference={one} onSettle={() => setSettling(one)} />
                ))}
              </ul>
            </Card>
          ) : null}
          <MoreButton list={query} />
          <Runs runs={runs} />
        </>
      ) : null}
      {settling ? (
        <SettleDialog
          gateway={gateway}
          day={date}
          difference={settling}
          onClose={() => setSettling(undefined)}
          onDone={() => {
            setSettling(undefined)
            renew()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

/**
 * Shows the outcome of each comparison of the day. An open difference of an earlier comparison may stay open after a
 * later comparison.
 */
const Runs = ({ runs }: { runs: readonly ReconciliationRun[] }) => {
  const t = useWords()
  const { lang } = useLang()
  if (runs.length === 0) return null
  return (
    <Card title={t(words.runs)} flush>
      <ol className="divide-y divide-line">
        {runs.map(({ at, source, state, failure, lines, matched, differences }) => (
          <li key={`${at} ${source}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
            <span className="figures min-w-36 font-medium">{dateText(at, lang, 'minute')}</span>
            <span className="text-14 text-soft">{t(words.sources[source])}</span>
            <span className="min-w-0 flex-1 text-14 text-soft">
              {failure ??
                (lines === 0
                  ? t(words.noStatement)
                  : t(words.runFound, {
                      matched: countText(matched),
                      lines: countText(lines),
                      n: countText(differences),
                    }))}
            </span>
            <Chip tone={dayTones[state]}>{t(words.states[state])}</Chip>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const OneDifference = ({ difference, onSettle }: { difference: Difference; onSettle: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { kind, line, tradeno, refundno, number, raceid, orderid, ours, theirs, settled_at, by_asking, staff, note } =
    difference
  const why = kind === 'malformed' ? malformedAs(theirs) : undefined
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[1fr_auto] md:items-center md:px-6">
      <div className="min-w-0">
        <p className="font-medium">{t(differenceKindWords[kind])}</p>
        <p className="figures break-all text-14 text-soft">
          {[line === null ? null : t(words.line, { n: line }), refundno ?? tradeno, number].filter(Boolean).join(' · ')}
        </p>
        {why ? <p className="mt-1 text-14">{t(malformedWords[why])}</p> : null}
        {!why && (ours ?? theirs) !== null ? (
          <dl className="mt-1 flex flex-wrap gap-x-6 text-14">
            {(
              [
                [words.ours, ours],
                [words.theirs, theirs],
              ] as const
            ).map(([name, said]) =>
              said === null ? null : (
                <div key={name.en} className="flex gap-2">
                  <dt className="text-soft">{t(name)}</dt>
                  <dd className="figures font-medium">{said}</dd>
                </div>
              ),
            )}
          </dl>
        ) : null}
        {settled_at ? (
          <p className="mt-1 text-14 text-soft">
            {dateText(settled_at, lang, 'minute')} ·{' '}
            {by_asking ? t(words.byAsking) : t(words.settledBy, { who: staff ?? '–', note: note ?? '' })}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {raceid !== null && orderid !== null ? (
          <Link
            href={path.order({ raceid, id: orderid })}
            className="inline-flex min-h-11 items-center text-strong underline-offset-4 hover:underline"
          >
            {t(words.order)}
          </Link>
        ) : null}
        {settled_at === null ? (
          <Button look="plain" onClick={onSettle}>
            {t(words.settle)}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const SettleDialog = ({
  gateway,
  day,
  difference,
  onClose,
  onDone,
}: {
  gateway: ReconciledChannel
  day: string
  difference: Difference
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [note, setNote] = useState('')
  const settle = useCall(consoleReconciliationsSettle)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.settleTitle)}
      actions={
        <Button
          busy={settle.isPending}
          onClick={() => settle.mutate({ gateway, day, id: difference.id, note }, { onSuccess: onDone })}
        >
          {t(words.settle)}
        </Button>
      }
    >
      <p className="pb-3 text-soft">
        {t(differenceKindWords[difference.kind])} {difference.refundno ?? difference.tradeno}
      </p>
      <TextArea
        label={t(words.note)}
        hint={t(words.noteHint)}
        error={settle.error?.fields.note ?? settle.error?.msg}
        value={note}
        maxLength={500}
        rows={3}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="py-3 text-14 text-soft">{t(words.settleHow)}</p>
    </Dialog>
  )
}
