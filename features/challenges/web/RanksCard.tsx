import { useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { kmText } from '#contract/written.ts'
import { type Challenge, type ChallengeMine, challengesRank } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'

type Props = { challenge: Challenge; mine: ChallengeMine | undefined }
export const RanksCard = ({ challenge, mine }: Props) => {
  const t = useWords()
  const group = mine?.group
  const [scope, setScope] = useState<'all' | 'group'>('group')
  const code = group && scope === 'group' ? group.code : undefined
  const { raceid, id, goal } = challenge
  const ranks = useAsk(
    challengesRank,
    { raceid, id, limit: 100, ...(code === undefined ? {} : { code }) },
    { staleTime: 5_000, keep: true },
  )
  const items = ranks.data?.items ?? []
  return (
    <Card title={t(words.ranks)}>
      {group ? (
        <Segmented
          label={t(words.ranks)}
          value={scope}
          onChange={(value) => setScope(value === 'all' ? 'all' : 'group')}
          options={[
            { value: 'group', label: group.name },
            { value: 'all', label: t(words.ranks_all) },
          ]}
        />
      ) : null}
      {ranks.isPending ? <Skeleton className="mt-4 h-40" /> : null}
      {ranks.error ? <ErrorState error={ranks.error} onRetry={() => void ranks.refetch()} /> : null}
      {ranks.data && items.length === 0 ? <Empty title={t(words.ranks_none)} /> : null}
      <ol className="mt-2 divide-y divide-line">
        {items.map((one, n) => {
          const [days, km] = [t(words.days_n, { n: one.days }), t(words.km, { n: kmText(one.metres) })]
          return (
            <li
              key={n}
              className={
                'figures flex min-h-14 items-center gap-4 py-2 ' +
                (one.name === mine?.name ? 'font-bold text-strong' : '')
              }
            >
              <span className="display w-8 shrink-0 text-right text-20">{one.rank}</span>
              <span className="min-w-0 flex-1">
                <span className="block truncate">{one.name}</span>
                {one.group && scope === 'all' ? (
                  <span className="block truncate text-14 font-normal text-soft">{one.group}</span>
                ) : null}
              </span>
              <span className="shrink-0 text-right">
                {goal === 'days' ? days : km}
                <span className="block text-14 font-normal text-soft">{goal === 'days' ? km : days}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
