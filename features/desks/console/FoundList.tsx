import type { OutputOf } from '#contract/endpoint.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { checkinRunnerQuery } from '../contract.ts'
import { isOfOtherRace } from '../typed.rules.ts'
import { pickupWords as words } from './pickup.words.ts'

type Props = {
  found: OutputOf<typeof checkinRunnerQuery> & { q: string }
  open: number | undefined
  onOpen: (id: number) => void
}
/** The runners whom a typed text may mean. */
export const FoundList = ({ found: { items, more, q }, open, onOpen }: Props) => {
  const t = useWords()
  const raceid = useRaceId()
  if (items.length === 0)
    return (
      <Card>
        <div role="status" className="break-words">
          {isOfOtherRace(q, raceid) ? (
            <Empty title={t(words.other_race)} description={t(words.other_race_text)} />
          ) : (
            <Empty
              title={t(words.nobody, { q: q.length > 30 ? `${q.slice(0, 30)}…` : q })}
              description={t(words.nobody_text)}
            />
          )}
        </div>
      </Card>
    )
  return (
    <Card flush title={t(words.several, { n: items.length })}>
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-current={open === one.id}
              onClick={() => onOpen(one.id)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-sunk aria-current:bg-tint md:px-6"
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words font-medium">{one.name}</span>
                <span className="block text-14 text-soft">
                  {one.event} · <span className="figures">{one.idnum.slice(-4)}</span>
                </span>
              </span>
              <span className="figures text-20 font-bold">{one.bib ?? t(words.no_bib)}</span>
              {one.handed ? <Chip tone="success">{t(words.handed)}</Chip> : null}
            </button>
          </li>
        ))}
      </ul>
      {more ? <p className="px-4 py-3 text-14 text-soft md:px-6">{t(words.more)}</p> : null}
    </Card>
  )
}
