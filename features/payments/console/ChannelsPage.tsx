import { useState } from 'react'
import { wordOf, words as orderWords } from '#features/orders/words.ts'
import { failureText } from '#features/platform/failure.words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Channel, consolePaymentsChannels, consolePaymentsProve } from '../contract.ts'
import { channelWords as words } from './channel.words.ts'

const kindTones = { real: 'success', pretend: 'info', none: 'plain' } as const satisfies Record<Channel['kind'], Tone>

/** The payment channels with their activity, and the people who have tried them with their vendors. */
export const ChannelsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const channels = useAsk(consolePaymentsChannels, { raceid })
  const { may } = useMe()
  const [proving, setProving] = useState<Channel | undefined>()
  const mayProve = may('channels.prove')
  return (
    <DeskPage title={t(words.title)} description={t(words.description)}>
      {channels.error ? <ErrorState error={channels.error} onRetry={() => void channels.refetch()} /> : null}
      {channels.isPending ? <SkeletonCards count={4} className="h-56" /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {channels.data?.items.map((channel) => (
          <ChannelCard
            key={channel.gateway}
            channel={channel}
            mayProve={mayProve}
            prove={() => setProving(channel)}
            changed={() => void channels.refetch()}
          />
        ))}
      </div>
      {proving ? (
        <ProveDialog
          key={proving.gateway}
          channel={proving}
          onClose={() => setProving(undefined)}
          onDone={() => {
            setProving(undefined)
            void channels.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const ChannelCard = ({
  channel,
  mayProve,
  prove,
  changed,
}: {
  channel: Channel
  mayProve: boolean
  prove: () => void
  changed: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const save = useCall(consolePaymentsProve)
  const { kind, proof, proved } = channel
  const count = (n: number, at?: string | null, why?: string | null) =>
    n === 0 ? (
      t(words.never)
    ) : (
      <>
        {t(words.times, { n: countText(n) })}
        {at ? (
          <span className="block text-14 font-normal text-soft">
            {t(words.last, { time: dateText(at, lang, 'minute') })}
            {why ? ` · ${failureText(why, lang)}` : ''}
          </span>
        ) : null}
      </>
    )
  const disabledReason = mayProve ? (kind === 'real' ? undefined : t(words.realOnly)) : t(words.ownerOnly)
  return (
    <Card
      title={wordOf(orderWords.methods, channel.gateway, lang)}
      aside={<Chip tone={kindTones[kind]}>{t(words.kinds[kind])}</Chip>}
    >
      {kind === 'real' ? null : (
        <p className="mb-3 text-14 text-soft">{t(kind === 'none' ? words.noneText : words.pretendText)}</p>
      )}
      {proved ? (
        <div className="mb-2 rounded bg-success-tint p-4 text-success-ink">
          <p className="font-medium">{t(words.proved)}</p>
          <p className="mt-1 text-14">{t(words.provedBy, { day: proved.on, by: proved.by })}</p>
          {proved.note ? <p className="mt-1 text-14">{proved.note}</p> : null}
        </div>
      ) : (
        <div className="mb-2 rounded bg-warning-tint p-4 text-warning-ink">
          <p className="font-medium">{t(proof === 'vectors' ? words.vectors : words.unproved)}</p>
          <p className="mt-1 text-14">{t(proof === 'vectors' ? words.vectorsText : words.unprovedText)}</p>
        </div>
      )}
      <Facts
        rows={[
          [t(words.notices), count(channel.notices, channel.notice_at)],
          [t(words.refused), count(channel.refused, channel.refused_at)],
          ...channel.refusals.map(
            ({ why, count: n, last_at }) =>
              [
                <span key={why} className="pl-4 text-14">
                  {wordOf(words.whys, why, lang)}
                </span>,
                count(n, last_at),
              ] as const,
          ),
          [t(words.failures), count(channel.failures, channel.failed_at, channel.failed_why)],
          [t(words.waiting), channel.waiting ? countText(channel.waiting) : null],
          [t(words.refundsWaiting), channel.refunds_waiting ? countText(channel.refunds_waiting) : null],
          [t(words.refundsFailed), channel.refunds_failed ? countText(channel.refunds_failed) : null],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="plain" onClick={prove} {...(disabledReason ? { disabledReason } : {})}>
          {t(proved ? words.change : words.record)}
        </Button>
        {proved && mayProve ? (
          <Button
            look="quiet"
            busy={save.isPending}
            onClick={() =>
              save.mutate(
                { gateway: channel.gateway, on: null },
                { onSuccess: () => (toastSuccess(t(words.withdrawn)), changed()) },
              )
            }
          >
            {t(words.withdraw)}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const ProveDialog = ({ channel, onClose, onDone }: { channel: Channel; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [day, setDay] = useState(channel.proved?.on ?? '')
  const [by, setBy] = useState(channel.proved?.by ?? '')
  const [note, setNote] = useState(channel.proved?.note ?? '')
  const save = useCall(consolePaymentsProve, { quiet: true })
  const send = () =>
    save.mutate(
      { gateway: channel.gateway, on: day || null, by, note },
      { onSuccess: () => (toastSuccess(t(words.saved)), onDone()) },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.recordTitle, { channel: wordOf(orderWords.methods, channel.gateway, lang) })}
      actions={
        <Button
          busy={save.isPending}
          onClick={send}
          {...(day === '' || by.trim() === '' ? { disabledReason: t(words.by) } : {})}
        >
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-soft">{t(words.recordText)}</p>
        <TextInput type="date" label={t(words.day)} value={day} onChange={(event) => setDay(event.target.value)} />
        <TextInput label={t(words.by)} value={by} maxLength={80} onChange={(event) => setBy(event.target.value)} />
        <TextInput
          optional
          label={t(words.note)}
          hint={t(words.noteHint)}
          value={note}
          maxLength={400}
          onChange={(event) => setNote(event.target.value)}
        />
        {save.error ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {save.error.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
