import { useState } from 'react'
import { ScanField } from '#ui/media/camera/ScanField.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { SendParcelDialog } from '#features/orders/console/SendParcelDialog.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { consoleLuckydrawsSend, consoleLuckydrawsWinners } from '../console.contract.ts'
import { luckeyAward } from '../contract.ts'
import { prizeWords } from '../prizes/prizes.words.ts'
import { type PrizeState, prizeStates } from '../rules.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { consoleWords as words } from './draws.words.ts'

type Winner = OutputOf<typeof consoleLuckydrawsWinners>['items'][number]
type Room = 'luckydraws' | 'cards'
type Open = { what: 'address' | 'send'; prize: Winner }

/** The winners of draws or of card sets. */
export const WinnersCard = ({ raceid, room = 'luckydraws' }: { raceid: number; room?: Room }) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const [state, setState] = useState<PrizeState>()
  const [open, setOpen] = useState<Open>()
  const list = useAsk(
    consoleLuckydrawsWinners,
    { raceid, room, limit: 50, ...(state ? { state } : {}) },
    { quiet: true, refetchInterval: 10_000 },
  )
  const send = useCall(consoleLuckydrawsSend, { quiet: true })
  const again = () => void list.refetch()
  const items = list.data?.items ?? []
  return (
    <Card
      title={t(words.winners)}
      aside={<ExportButton raceid={raceid} table="prizes" filter={{ room, ...(state ? { state } : {}) }} />}
    >
      {may('desk.work') ? <AwardForm raceid={raceid} onDone={again} /> : null}
      <Segmented
        label={t(words.state)}
        value={state ?? ''}
        onChange={(value) => setState(prizeStates.find((one) => one === value))}
        options={[
          { value: '', label: t(words.all) },
          ...(['won', 'claimed', 'sent', 'handed', 'returned'] as const).map((one) => ({
            value: one,
            label: t(prizeWords[one]),
          })),
        ]}
      />
      {list.isPending ? <Skeleton lines={3} className="mt-4 h-14" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={again} /> : null}
      {list.data && items.length === 0 ? <p className="mt-4 text-soft">{t(words.noWinners)}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {items.map((one) => (
          <WinnerItem
            key={one.id}
            prize={one}
            opens={may('sealed.open') && one.way === 'post' && one.contact_mask !== ''}
            onOpen={(what) => setOpen({ what, prize: one })}
          />
        ))}
      </ul>
      {open?.what === 'address' ? (
        <AddressDialog raceid={raceid} prize={open.prize} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.what === 'send' ? (
        <SendParcelDialog
          title={t(words.sendTitle, { name: open.prize.name })}
          parcel={open.prize}
          send={(parcel) => send.mutateAsync({ raceid, id: open.prize.id, ...parcel })}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            again()
          }}
        />
      ) : null}
    </Card>
  )
}

/** Hands a prize out by its code, from a scanner, the camera or the keyboard. The last hand-out can be undone. */
const AwardForm = ({ raceid, onDone }: { raceid: number; onDone: () => void }) => {
  const t = useWords()
  const award = useCall(luckeyAward, { quiet: true })
  const [code, setCode] = useState('')
  const [last, setLast] = useState<{ code: string; name: string }>()
  const [refused, setRefused] = useState<Refused>()
  const hand = async (scanned: string, undo = false) => {
    if (scanned.trim() === '') return
    setRefused(undefined)
    try {
      const { prize } = await award.mutateAsync({ raceid, code: scanned, undo: undo ? '1' : '0' })
      toastSuccess(t(undo ? words.undone : words.handed, { prize: prize.name }))
      setLast(undo ? undefined : { code: scanned, name: prize.name })
      setCode('')
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <div className="mb-4 grid gap-3">
      <div className="grid items-end gap-3 md:grid-cols-[1fr_auto]">
        <ScanField
          label={t(words.code)}
          hint={t(words.code_hint)}
          value={code}
          onChange={setCode}
          onRead={(read) => void hand(read)}
        />
        <Button look="plain" busy={award.isPending} onClick={() => void hand(code)}>
          {t(words.award)}
        </Button>
      </div>
      <Refusal refused={refused} />
      {last ? (
        <p
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded bg-success-tint py-1 pl-4 pr-1 text-success-ink"
        >
          {t(words.handed, { prize: last.name })}
          <Button look="quiet" onClick={() => void hand(last.code, true)}>
            {t(words.undo)}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

const WinnerItem = ({
  prize,
  opens,
  onOpen,
}: {
  prize: Winner
  opens: boolean
  onOpen: (what: Open['what']) => void
}) => {
  const t = useWords()
  const { state, carrier, number } = prize
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="font-medium">{[prize.winner, prize.bib].filter(Boolean).join(' · ') || '—'}</span>
        <span className="block text-14 text-soft">
          {[`${prize.icon} ${prize.name}`.trim(), prize.contact_mask, `${carrier} ${number}`.trim()]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Chip>{t(prizeWords[prize.way])}</Chip>
      <Chip tone={state === 'won' || state === 'claimed' ? 'info' : 'plain'}>{t(prizeWords[state])}</Chip>
      {opens ? (
        <span className="flex gap-2">
          <Button look="quiet" onClick={() => onOpen('address')}>
            {t(words.openAddress)}
          </Button>
          {state === 'claimed' || state === 'sent' ? (
            <Button look="plain" onClick={() => onOpen('send')}>
              {t(state === 'claimed' ? words.send : words.correct)}
            </Button>
          ) : null}
        </span>
      ) : null}
    </li>
  )
}
