import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleTicketsReturn, consoleTicketsShow } from '../sold.contract.ts'
import { soldWords } from '../sold.words.ts'
import { SoldChip, useSoldKindText } from './SoldLines.tsx'
import { words } from './tickets.words.ts'

type Props = { raceid: number; zone: string; id: number; onClose: () => void; onChanged: () => void }

export const SoldDialog = ({ raceid, zone, id, onClose, onChanged }: Props) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const shown = useAsk(consoleTicketsShow, { raceid, id }, { staleTime: 0, quiet: true })
  const [returning, setReturning] = useState(false)
  const ticket = shown.data?.ticket
  return (
    <>
      <Dialog
        open={!returning}
        wide
        onClose={onClose}
        title={t(words.number_of, { id })}
        actions={
          ticket ? (
            <>
              <ButtonLink look="plain" href={path.order({ raceid, id: ticket.orderid })}>
                {t(words.open_order)}
              </ButtonLink>
              {may('money.refund') && ticket.state !== 'returned' ? (
                <Button look="danger" onClick={() => setReturning(true)}>
                  {t(words.give_back)}
                </Button>
              ) : null}
            </>
          ) : null
        }
      >
        {shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
        {shown.isPending ? <Skeleton lines={6} /> : null}
        {shown.data ? <Shown data={shown.data} zone={zone} named={may('registrations.read')} /> : null}
      </Dialog>
      {returning ? (
        <ReturnDialog
          raceid={raceid}
          id={id}
          onClose={() => setReturning(false)}
          onDone={() => {
            setReturning(false)
            void shown.refetch()
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

type ShownProps = { data: OutputOf<typeof consoleTicketsShow>; zone: string; named: boolean }
const Shown = ({ data, zone, named }: ShownProps) => {
  const t = useWords()
  const { lang } = useLang()
  const kindText = useSoldKindText(zone)
  const { ticket, holders, scans } = data
  const at = (moment: string) => dateText(moment, lang, 'deadline', zone)
  return (
    <div className="grid gap-5 pb-2">
      <Facts
        rows={[
          [t(soldWords.kind), kindText(ticket)],
          [t(soldWords.holder), named ? (ticket.holder ?? t(words.no_name)) : null],
          [t(soldWords.state), <SoldChip key="state" state={ticket.state} />],
          [t(words.price), money(ticket.price, lang)],
          [
            t(soldWords.order),
            <span key="order" className="figures">
              {ticket.tradeno}
            </span>,
          ],
        ]}
      />
      <section>
        <h3 className="mb-1 font-medium">{t(words.trail)}</h3>
        <ol className="divide-y divide-line">
          {holders.map(({ uid, mobile, since }, nth) => (
            <li key={since} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="figures">{[mobile, t(words.account, { uid })].filter(Boolean).join(' · ')}</span>
              <span className="figures text-14 text-soft">
                {t(nth === 0 ? words.bought : words.took)} · {at(since)}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className="mb-1 font-medium">{t(words.scans)}</h3>
        {scans.length === 0 ? <p className="text-soft">{t(words.none_scans)}</p> : null}
        <ol className="divide-y divide-line">
          {scans.map((scan) => (
            <li key={scan.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span>
                {[scan.gate, t(scan.direction === 'in' ? words.in : words.out_way), scan.staff]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="flex flex-wrap items-center gap-2">
                {scan.offline ? <Chip>{t(words.offline)}</Chip> : null}
                <Chip tone={scan.outcome === 'ok' ? 'success' : 'danger'}>{t(words[`outcome_${scan.outcome}`])}</Chip>
                <span className="figures text-14 text-soft">{at(scan.at)}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

const ReturnDialog = ({
  raceid,
  id,
  onClose,
  onDone,
}: {
  raceid: number
  id: number
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [percent, setPercent] = useState(0)
  const [reason, setReason] = useState('')
  const back = useCall(consoleTicketsReturn, { quiet: true })
  const go = async () => {
    const { amount } = await back.mutateAsync({ raceid, id, percent, reason })
    toastSuccess(t(words.returned_done, { amount: money(amount, lang) }))
    onDone()
  }
  return (
    <AskDialog
      look="danger"
      title={t(words.give_back_title, { id })}
      action={t(words.give_back)}
      busy={back.isPending}
      refused={back.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(words.give_back_how)}</p>
      <NumberInput
        label={t(words.percent)}
        unit={t(words.per_cent)}
        value={percent}
        min={0}
        max={100}
        error={back.error?.fields.percent}
        onChange={setPercent}
      />
      <TextInput
        label={t(words.reason)}
        value={reason}
        maxLength={200}
        error={back.error?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
