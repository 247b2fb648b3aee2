import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type CouponBatch, consoleCouponsGive, consoleCouponsList } from '../coupons/coupons.contract.ts'
import { CouponTicket } from '../web/CouponTicket.tsx'
import { CouponsDialog } from './CouponsDialog.tsx'
import { deskWords as words } from './desk.words.ts'

const groups = [
  { to: 'registrants', label: words.toRegistrants },
  { to: 'finishers', label: words.toFinishers },
  { to: 'buyers', label: words.toBuyers },
] as const

export const CouponBatches = ({ raceid, edits }: { raceid: number; edits: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const [editing, setEditing] = useState<CouponBatch | 'new'>()
  const [giving, setGiving] = useState<CouponBatch>()
  const query = useAsk(consoleCouponsList, { raceid })
  const give = useCall(consoleCouponsGive)
  const add = edits ? (
    <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEditing('new')}>
      {t(words.newCoupons)}
    </Button>
  ) : null
  const items = query.data?.items ?? []
  return (
    <div className="grid gap-4">
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={2} className="h-32" /> : null}
      {query.data && items.length === 0 ? (
        <Empty title={t(words.noCoupons)} description={t(words.noCouponsHow)} action={add} />
      ) : null}
      {items.length > 0 ? <div className="flex justify-end">{add}</div> : null}
      <ul className="grid gap-4 md:grid-cols-2">
        {items.map((batch) => (
          <li key={batch.id} className="grid gap-2">
            <CouponTicket
              coupon={{ ...batch, name: (lang === 'zh-cn' ? '' : batch.names[lang]) || batch.name }}
              zone="Asia/Shanghai"
              dim={!batch.open}
            >
              <Chip>{t(words[batch.way])}</Chip>
            </CouponTicket>
            <p className="figures px-1 text-14 text-soft">
              {t(words.use, {
                given: batch.given,
                of: batch.pieces === null ? '' : ` / ${batch.pieces}`,
                used: batch.used,
                saved: bookMoney(batch.saved),
              })}
              {batch.code ? ` · ${batch.code}` : ''}
            </p>
            {edits ? (
              <div className="flex gap-2">
                <Button look="quiet" onClick={() => setEditing(batch)}>
                  {t(words.editCoupons)}
                </Button>
                {batch.open ? (
                  <Button look="quiet" onClick={() => setGiving(batch)}>
                    {t(words.give)}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {giving ? (
        <Dialog open onClose={() => setGiving(undefined)} title={t(words.giveTitle)} forgets>
          <div className="grid gap-3 pb-4">
            {groups.map(({ to, label }) => (
              <Button
                key={to}
                look="plain"
                wide
                busy={give.isPending}
                onClick={() =>
                  give.mutate(
                    { raceid, id: giving.id, to },
                    {
                      onSuccess: (made) => {
                        toastSuccess(t(words.givenDone, made))
                        setGiving(undefined)
                        void query.refetch()
                      },
                    },
                  )
                }
              >
                {t(label)}
              </Button>
            ))}
          </div>
        </Dialog>
      ) : null}
      {editing ? (
        <CouponsDialog
          raceid={raceid}
          batch={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onDone={() => {
            setEditing(undefined)
            void query.refetch()
          }}
        />
      ) : null}
    </div>
  )
}
