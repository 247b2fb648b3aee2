import { DeskPage } from '#seam/console/DeskPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleWechatnoticesShow } from '../contract.ts'
import { consoleWords as words } from '../words.ts'
import { AppsCard } from './AppsCard.tsx'
import { TemplatesForm } from './TemplatesForm.tsx'

export const WechatNoticesPage = () => {
  const t = useWords()
  const query = useAsk(consoleWechatnoticesShow, {})
  const { data } = query
  const again = () => void query.refetch()
  return (
    <DeskPage title={t(words.title)} description={t(words.description)} narrow>
      {query.error && !data ? <ErrorState error={query.error} onRetry={again} /> : null}
      {query.isPending ? <SkeletonCards count={3} className="h-24" /> : null}
      {data ? (
        <>
          <dl className="grid grid-cols-3 gap-3">
            {(['open', 'sent', 'refused'] as const).map((name) => (
              <div key={name} className="rounded bg-surface p-4 shadow-card">
                <dt className="text-14 text-soft">{t(words.counts[name])}</dt>
                <dd className="figures text-20 font-bold">{countText(data.counts[name])}</dd>
              </div>
            ))}
          </dl>
          <AppsCard data={data} />
          <TemplatesForm
            key={data.updated_at}
            saved={data.templates}
            updatedAt={data.updated_at}
            usual={data.usual}
            onSaved={again}
          />
        </>
      ) : null}
    </DeskPage>
  )
}
