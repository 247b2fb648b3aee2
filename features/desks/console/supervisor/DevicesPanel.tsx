import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Stale } from '#ui/feedback/Stale.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type DeskDevice, consoleDesksDevices, consoleDesksRevoke } from '../../setup/setup.contract.ts'
import { words } from './supervisor.words.ts'
import type { SupervisorPanelProps } from './useFigures.ts'

const RENEW_MS = 30_000
/** The list mentions a clock only if it is wrong by at least this number of seconds. */
const RIGHT_SECONDS = 60

/** Lists the devices with their last contact. A device can be switched off here. */
export const DevicesPanel = ({ raceid, zone }: SupervisorPanelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [revoking, setRevoking] = useState<DeskDevice>()
  const shown = useAsk(consoleDesksDevices, { raceid }, { staleTime: 0, keep: true, refetchInterval: RENEW_MS })
  const { data } = shown
  if (!data)
    return shown.error ? (
      <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <Skeleton lines={5} className="h-12" />
    )
  if (data.items.length === 0)
    return (
      <Card>
        <Empty title={t(words.devices_none)} description={t(words.devices_none_how)} />
      </Card>
    )
  return (
    <Card title={t(words.devices)}>
      <Stale shown={shown} />
      <p className="my-3 max-w-[72ch] text-14 text-pretty text-soft">{t(words.held_how)}</p>
      <Table
        caption={t(words.devices)}
        rows={data.items}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t(words.device), cell: ({ name }) => name, className: 'font-medium break-words' },
          { key: 'desk', title: t(words.desk), cell: ({ desk }) => desk, className: 'break-words' },
          { key: 'staff', title: t(words.staff), cell: ({ staff }) => staff },
          {
            key: 'seen',
            title: t(words.seen),
            cell: ({ seen_at }) => (seen_at ? dateText(seen_at, lang, 'deadline', zone) : t(words.never)),
            className: 'figures whitespace-nowrap',
          },
          {
            key: 'held',
            title: t(words.held),
            cell: ({ waiting }) => (waiting === null ? '—' : countText(waiting)),
            figures: true,
          },
          { key: 'entries', title: t(words.entries), cell: ({ entries }) => countText(entries), figures: true },
          { key: 'clock', title: t(words.clock), cell: (one) => clockText(t, one) },
          {
            key: 'state',
            title: t(words.state),
            cell: (one) => <StateChips {...one} />,
          },
          {
            key: 'revoke',
            title: t(words.action_head),
            cell: (one) =>
              one.revoked_at ? null : (
                <Button look="quiet" aria-label={`${t(words.revoke)} ${one.name}`} onClick={() => setRevoking(one)}>
                  {t(words.revoke)}
                </Button>
              ),
          },
        ]}
      />
      {revoking ? (
        <RevokeDialog
          raceid={raceid}
          zone={zone}
          device={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => {
            setRevoking(undefined)
            void shown.refetch()
          }}
        />
      ) : null}
    </Card>
  )
}

/** The state of a device. A device without contact may hold entries that nobody knows yet. */
const StateChips = ({ revoked_at, seen_at, away }: DeskDevice) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={revoked_at ? 'plain' : 'success'}>{t(revoked_at ? words.revoked : words.working)}</Chip>
      {away && seen_at ? <Chip tone="warning">{t(revoked_at ? words.not_erased : words.away)}</Chip> : null}
    </span>
  )
}

const clockText = (t: ReturnType<typeof useWords>, { fast }: DeskDevice): string =>
  Math.abs(fast) < RIGHT_SECONDS
    ? t(words.right_clock)
    : t(fast > 0 ? words.fast : words.slow, { n: countText(Math.round(Math.abs(fast) / 60)) })

type RevokeProps = SupervisorPanelProps & { device: DeskDevice; onClose: () => void; onDone: () => void }
/** Asks before a device is switched off, because nobody can switch the device on again. */
const RevokeDialog = ({ raceid, zone, device, onClose, onDone }: RevokeProps) => {
  const t = useWords()
  const { lang } = useLang()
  const revoke = useCall(consoleDesksRevoke)
  const go = async () => {
    await revoke.mutateAsync({ raceid, id: device.id })
    toastSuccess(t(words.revoked))
    onDone()
  }
  return (
    <AskDialog
      title={t(words.revoke_title, { name: device.name })}
      action={t(words.revoke)}
      look="danger"
      busy={revoke.isPending}
      refused={revoke.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(words.revoke_what)}</p>
      <p className="text-soft">
        {t(words.revoke_away, {
          at: device.seen_at ? dateText(device.seen_at, lang, 'deadline', zone) : t(words.never),
        })}
      </p>
    </AskDialog>
  )
}
