import { path } from '#seam/web/paths.ts'
import { useAccount } from '#seam/web/account.tsx'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { type ShownDisruption, disruptionMine, disruptionNow } from '../contract.ts'
import { ChoiceCard } from './ChoiceCard.tsx'
import { disruptionWords as words } from './disruption.words.ts'
import { PlanCard } from './PlanCard.tsx'

export const DisruptionPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const now = useAsk(disruptionNow, { raceid }, { enabled: raceid > 0, staleTime: 10_000 })
  return (
    <Page title={t(words.title)} backTo={path.home()} narrow>
      {now.error && !now.data ? <ErrorState error={now.error} onRetry={() => void now.refetch()} /> : null}
      {now.isPending && raceid > 0 ? <SkeletonCards count={2} className="h-44" /> : null}
      {now.data?.items.length === 0 || raceid === 0 ? (
        <Empty title={t(words.none)} description={t(words.none_text)} />
      ) : null}
      {now.data?.items.map((plan) => (
        <PlanCard key={plan.id} plan={plan} zone={now.data.zone} />
      ))}
      {now.data && now.data.items.length > 0 ? (
        <Mine raceid={raceid} plans={now.data.items} zone={now.data.zone} />
      ) : null}
    </Page>
  )
}

const Mine = ({ raceid, plans, zone }: { raceid: number; plans: readonly ShownDisruption[]; zone: string }) => {
  const t = useWords()
  const account = useAccount()
  const mine = useAsk(disruptionMine, { raceid }, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  if (!account.loggedIn && !account.pending)
    return <LoginFirst title={t(words.log_in)} description={t(words.log_in_text)} />
  return (
    <section className="grid gap-4" aria-label={t(words.mine)}>
      <h2 className="text-20 font-bold">{t(words.mine)}</h2>
      {mine.error && !mine.data ? <ErrorState error={mine.error} onRetry={() => void mine.refetch()} /> : null}
      {!mine.data && !mine.error ? <SkeletonCards count={1} className="h-56" /> : null}
      {mine.data?.items.length === 0 ? (
        <Empty title={t(words.none_mine)} description={t(words.none_mine_text)} />
      ) : null}
      {mine.data?.items.map((own) => {
        const plan = plans.find(({ id }) => id === own.disruptionid)
        return plan ? (
          <ChoiceCard key={own._key} plan={plan} own={own} zone={zone} onChosen={() => void mine.refetch()} />
        ) : null
      })}
    </section>
  )
}
