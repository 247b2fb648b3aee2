import { CalendarCheck, Flag, HeartHandshake, Ticket } from 'lucide-react'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { CardKind, CardSet } from '../contract.ts'
import type { cardChanceActions } from '../rules.ts'
import { cardWords as words } from './cards.words.ts'

const icons = { registered: Ticket, finished: Flag, volunteered: HeartHandshake } as const satisfies Record<
  (typeof cardChanceActions)[number],
  unknown
>
const NAMED = 4
/** The cards that a collector still needs: their number, and the names of the first four. */
export const MissingCards = ({
  kinds,
  all,
  mayClaim,
}: {
  kinds: readonly CardKind[]
  all: number
  mayClaim: boolean
}) => {
  const t = useWords()
  if (kinds.length === 0)
    return <p className="mb-3 font-medium text-success-ink">{t(mayClaim ? words.complete : words.whole)}</p>
  // An empty collection needs every card, so the names would say nothing.
  if (kinds.length === all) return null
  const names = kinds.slice(0, NAMED).map(({ name }) => name)
  return (
    <p className="mb-3 text-soft">
      {t(words.stillMissing, {
        n: kinds.length,
        names: names.join(t(words.comma)) + (kinds.length > NAMED ? '…' : ''),
      })}
    </p>
  )
}

/** The ways to more cards: a visit on each day, and the actions that the race rewards. */
export const WaysCard = ({ set }: { set: CardSet }) => {
  const t = useWords()
  const ways = [
    ...(set.daily > 0
      ? [{ key: 'visit', Icon: CalendarCheck, label: t(words.wayVisit), most: t(words.perDay, { n: set.daily }) }]
      : []),
    ...set.chances
      .filter(({ most }) => most > 0)
      .map(({ deed, most }) => ({
        key: deed,
        Icon: icons[deed],
        label: t(words[deed]),
        most: t(words.plus, { n: most }),
      })),
  ]
  if (ways.length === 0) return null
  return (
    <Card title={t(words.ways)}>
      <ul className="divide-y divide-line">
        {ways.map(({ key, Icon, label, most }) => (
          <li key={key} className="flex min-h-11 flex-wrap items-center gap-x-3 py-2">
            <Icon className="size-5 shrink-0 text-strong" aria-hidden />
            <span className="min-w-0 flex-[1_1_7rem]">{label}</span>
            <span className="figures font-medium text-strong">{most}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
