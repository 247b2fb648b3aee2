import type { OutputOf } from '#contract/endpoint.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleTicketsClashes, consoleTicketsSettle } from '../gate.contract.ts'
import type { TicketsPanelProps } from './SoldPanel.tsx'
import { words } from './tickets.words.ts'

type Clash = OutputOf<typeof consoleTicketsClashes>['items'][number]

/** Scans without network that contradict another scan, such as a double entry. The supervisor settles each of them. */
export const GateClashesPanel = ({ raceid, zone }: TicketsPanelProps) => {
  const t = useWords()
  const listed = useAsk(consoleTicketsClashes, { raceid }, { staleTime: 0, refetchInterval: 15_000 })
  if (!listed.data)
    return listed.error ? (
      <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
    ) : (
      <SkeletonCards count={2} className="h-24" />
    )
  const { items } = listed.data
  return (
    <Card flush>
      <p className="px-4 py-3 text-14 text-pretty text-soft md:px-6">{t(words.clash_how)}</p>
      {items.length === 0 ? (
        <Empty title={t(words.clash_none)} />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {items.map((clash) => (
            <ClashItem key={clash.id} raceid={raceid} zone={zone} clash={clash} onDone={() => void listed.refetch()} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const ClashItem = ({ raceid, zone, clash, onDone }: TicketsPanelProps & { clash: Clash; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const settle = useCall(consoleTicketsSettle)
  const at = (moment: string) => dateText(moment, lang, 'minute', zone)
  const { id, ticketid, goods, variant, slot, gate, direction, outcome, before } = clash
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">
          {[t(words.number_of, { id: ticketid }), goods, variant, slot].filter(Boolean).join(' · ')}
        </p>
        <p className="figures text-14 text-soft">
          {[
            gate,
            t(direction === 'in' ? words.in : words.out_way),
            at(clash.at),
            t(words.clash_came, { time: at(clash.came_at) }),
          ].join(' · ')}
        </p>
        {before ? (
          <p className="figures text-14 text-soft">
            {t(words.clash_before, { gate: before.gate, time: at(before.at) })}
          </p>
        ) : null}
      </div>
      <Chip tone="danger">{t(words[`outcome_${outcome}`])}</Chip>
      {clash.settled_at ? (
        <Chip tone="success">{t(words.settled)}</Chip>
      ) : (
        <Button
          look="plain"
          busy={settle.isPending}
          aria-label={t(words.settle_of, { id: ticketid })}
          onClick={() => void settle.mutateAsync({ raceid, id }).then(onDone, () => undefined)}
        >
          {t(words.settle)}
        </Button>
      )}
    </li>
  )
}
