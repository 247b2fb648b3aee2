import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { yuan } from '#ui/language/money.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Overview } from '../contract.ts'
import { type Figure, listBehind } from '../lists.rules.ts'
import { words } from '../words.ts'
import { AddonsCard } from './AddonsCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { BindButton } from './BindButton.tsx'
import { FlowCards } from './FlowCards.tsx'
import { EventsCard } from './EventsCard.tsx'
import { Profiles } from './Profiles.tsx'
import { ReadyCard } from './ReadyCard.tsx'
import { useOverview } from './useOverview.ts'

/** The first page of a race in the console. */
export const OverviewPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const race = useRace()
  const shown = useOverview(raceid)
  const { data } = shown
  return (
    <DeskPage title={t(words.title)} actions={<BindButton />}>
      {shown.error && !data ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {!data && !shown.error ? <SkeletonCards count={3} className="h-40" /> : null}
      {data ? (
        <>
          {data.checks && race && !race.published ? <ReadyCard raceid={raceid} given={data.checks} /> : null}
          <AttentionCard raceid={raceid} overview={data} />
          <Totals raceid={raceid} overview={data} />
          {data.entries ? <EventsCard raceid={raceid} events={data.entries.events} /> : null}
          {data.entries ? <AddonsCard raceid={raceid} addons={data.entries.addons} /> : null}
          <FlowCards entries={data.entries} money={data.money} />
          {data.entries ? <Profiles entries={data.entries} /> : null}
        </>
      ) : null}
    </DeskPage>
  )
}

/** The figures of the race in one line. Each figure leads to the list that it counts. */
const Totals = ({ raceid, overview: { entries, money } }: { raceid: number; overview: Overview }) => {
  const t = useWords()
  const sum = (field: 'registered' | 'paid' | 'draw' | 'to_review' | 'waitlist'): number =>
    entries?.events.reduce((all, event) => all + event[field], 0) ?? 0
  const [registered, paid] = [sum('registered'), sum('paid')]
  const list = (figure: Figure) => path.registrations({ raceid, ...listBehind[figure] })
  const figures: (readonly [label: string, value: string, href: string, below?: string])[] = [
    ...(entries
      ? [
          [
            t(words.registered),
            countText(registered),
            list('registered'),
            `${t(words.paid)} ${countText(paid)} · ${t(words.unpaid)} ${countText(registered - paid)}`,
          ] as const,
          ...(sum('draw') > 0 ? [[t(words.draw), countText(sum('draw')), list('draw')] as const] : []),
          [t(words.waitlist), countText(sum('waitlist')), list('waitlist')] as const,
        ]
      : []),
    ...(money
      ? [
          [t(words.orders_open), countText(money.open), path.orders({ raceid, state: 'open' })] as const,
          [t(words.received), `¥${yuan(money.received)}`, path.orders({ raceid, state: 'paid' })] as const,
          [t(words.refunded), `¥${yuan(money.refunded)}`, path.refunds({ raceid, state: 'done' })] as const,
        ]
      : []),
  ]
  if (figures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-px overflow-hidden rounded bg-line shadow-card">
      {figures.map(([label, value, href, below]) => (
        <li key={label} className="grow basis-36 bg-surface">
          <Link href={href} className="block h-full px-4 py-3 hover:bg-sunk">
            <span className="block text-12 text-soft">{label}</span>
            <span className="figures block text-20 font-bold">{value}</span>
            {below ? <span className="figures block text-12 text-soft">{below}</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  )
}
