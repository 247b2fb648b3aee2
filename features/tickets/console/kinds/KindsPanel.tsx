import { Plus } from 'lucide-react'
import { useState } from 'react'
import { GoodsDialog } from '#features/sales/console/GoodsDialog.tsx'
import { type Goods, consoleGoodsList } from '#features/sales/goods/goods.contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ticketKinds } from '../../contract.ts'
import type { TicketsPanelProps } from '../SoldPanel.tsx'
import { TicketFields } from './TicketFields.tsx'
import { words } from './kinds.words.ts'

const ROOM = 'tickets'
const fresh = { kind: 'other', named: false, reentry: false, place: '' }

export const KindsPanel = ({ raceid, zone }: TicketsPanelProps) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const listed = useAsk(consoleGoodsList, { raceid, room: ROOM }, { staleTime: 0 })
  const [edited, setEdited] = useState<Goods | 'new'>()
  const items = listed.data?.items ?? []
  const edits = may('race.edit')
  return (
    <>
      {edits ? (
        <Button className="self-start" icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.add)}
        </Button>
      ) : null}
      {listed.error && !listed.data ? <ErrorState error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {listed.isPending ? <SkeletonCards count={3} className="h-24" /> : null}
      {listed.data && items.length === 0 ? (
        <Card>
          <Empty title={t(words.none)} description={t(words.none_how)} />
        </Card>
      ) : null}
      <ul className="grid gap-3 empty:hidden md:grid-cols-2">
        {items.map((goods) => (
          <KindItem key={goods.id} goods={goods} onEdit={edits ? () => setEdited(goods) : undefined} />
        ))}
      </ul>
      {edited ? (
        <GoodsDialog
          raceid={raceid}
          zone={zone}
          room={ROOM}
          title={t(edited === 'new' ? words.add : words.edit)}
          goods={edited === 'new' ? undefined : edited}
          fresh={fresh}
          own={(settings, put) => <TicketFields settings={settings} put={put} />}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void listed.refetch()
          }}
        />
      ) : null}
    </>
  )
}

const KindItem = ({ goods, onEdit }: { goods: Goods; onEdit: (() => void) | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const name = goods.names[lang] || goods.name
  const rows = goods.variants.flatMap((variant) => variant.stock)
  const sum = (of: 'sold' | 'pieces') => rows.reduce((total, row) => total + row[of], 0)
  const kind = ticketKinds.find((one) => one === goods.settings.kind) ?? 'other'
  const prices = [...new Set(goods.variants.map(({ price }) => price))].toSorted((a, b) => a - b)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-surface px-4 py-4 shadow-card">
      <div className="min-w-0 flex-1 basis-48">
        <p className="break-words font-medium">{name}</p>
        <p className="figures text-14 text-soft">
          {[t(words[kind]), prices.map((price) => money(price, lang)).join(' / ')].filter(Boolean).join(' · ')}
        </p>
        <p className="figures text-14 text-soft">{t(words.stock, { sold: sum('sold'), pieces: sum('pieces') })}</p>
      </div>
      <Chip tone={goods.open ? 'success' : 'plain'}>{t(goods.open ? words.on_sale : words.closed)}</Chip>
      {onEdit ? (
        <Button look="plain" onClick={onEdit}>
          {t(words.edit_of, { name })}
        </Button>
      ) : null}
    </li>
  )
}
