import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { type WaitingJoin, consoleSeriesJoins, consoleSeriesJoinsDecide } from '../joining/joining.contract.ts'
import { joinDeskWords as words } from './joins.words.ts'

/** The joins of a series that wait for staff. Each join shows the entries with the document number of the join. */
export const JoinsDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const t = useWords()
  const list = useAsk(consoleSeriesJoins, { id, limit: 50 }, { staleTime: 0 })
  const decide = useCall(consoleSeriesJoinsDecide, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const choose = async (join: WaitingJoin, take: boolean) => {
    setRefused(undefined)
    try {
      await decide.mutateAsync({ id: join.id, take })
      toastSuccess(t(words.decided))
      await list.refetch()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const { data } = list
  return (
    <Dialog open wide onClose={onClose} title={t(words.title)}>
      <div className="grid gap-3 pb-2">
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {!data && !list.error ? <SkeletonCards count={2} className="h-24" /> : null}
        {data ? (
          <p className="figures font-medium">{t(words.counts, { joined: data.joined, waiting: data.waiting })}</p>
        ) : null}
        <Refusal refused={refused} />
        {data?.items.length === 0 ? <Empty title={t(words.none)} /> : null}
        {data && data.items.length > 0 ? (
          <>
            <p className="text-14 text-soft">{t(words.how)}</p>
            <ul className="divide-y divide-line">
              {data.items.map((one) => (
                <WaitingLine key={one.id} join={one} busy={decide.isPending} onChoose={choose} />
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const WaitingLine = ({
  join,
  busy,
  onChoose,
}: {
  join: WaitingJoin
  busy: boolean
  onChoose: (join: WaitingJoin, take: boolean) => Promise<void>
}) => {
  const t = useWords()
  const { lang } = useLang()
  const sayMobile = (own: boolean | null) => t(own === null ? words.no_mobile : own ? words.own : words.other)
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-bold">{join.name}</span>
        {join.taken ? <Chip tone="danger">{t(words.taken)}</Chip> : null}
      </div>
      <p className="figures text-14 text-soft">
        {[
          join.idnum,
          join.mobile === null ? '' : t(words.mobile, { mobile: join.mobile }),
          dateText(join.created_at, lang, 'minute'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {join.entries.length === 0 ? <p className="text-14">{t(words.no_entry)}</p> : null}
      <ul className="grid gap-1">
        {join.entries.map((one, n) => (
          <li key={n} className="flex flex-wrap items-center gap-2 text-14">
            <span className="font-medium">{one.name}</span>
            <span className="text-soft">{one.race}</span>
            <Chip tone={one.own_mobile ? 'success' : 'plain'}>{sayMobile(one.own_mobile)}</Chip>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          busy={busy}
          aria-label={t(words.take_of, { name: join.name })}
          onClick={() => void onChoose(join, true)}
        >
          {t(words.take)}
        </Button>
        <Button
          look="quiet"
          busy={busy}
          aria-label={t(words.refuse_of, { name: join.name })}
          onClick={() => void onChoose(join, false)}
        >
          {t(words.refuse)}
        </Button>
      </div>
    </li>
  )
}
