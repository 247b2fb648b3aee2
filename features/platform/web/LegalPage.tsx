import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { platformLegal } from '../contract.ts'
import { words } from '../words.ts'

export const LegalPage = () => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const page = usePageParams().page === 'privacy' ? 'privacy' : 'terms'
  const legal = useAsk(platformLegal, { page })
  const { data } = legal
  return (
    <Page title={t(words[page])} narrow>
      <div className="grid gap-4">
        <Segmented
          label={t(words.legal)}
          value={page}
          onChange={(next) => go(path.legal({ page: next }), { replace: true })}
          options={[
            { value: 'terms', label: t(words.terms) },
            { value: 'privacy', label: t(words.privacy) },
          ]}
        />
        {legal.error && !data ? <ErrorState error={legal.error} onRetry={() => void legal.refetch()} /> : null}
        {legal.isPending ? <SkeletonCards count={2} className="h-40" /> : null}
        {data?.text === '' ? (
          <Empty
            title={t(page === 'privacy' ? words.privacy_none : words.terms_none)}
            description={t(words.legal_none_text)}
            action={<ButtonLink href={path.mydata()}>{t(words.legal_data)}</ButtonLink>}
          />
        ) : null}
        {data?.text ? (
          <article className="whitespace-pre-line break-words">
            {data.updated_at ? (
              <p className="figures pb-3 text-14 text-soft">
                {t(words.legal_updated, { when: dateText(data.updated_at, lang) })}
              </p>
            ) : null}
            {data.text}
          </article>
        ) : null}
      </div>
    </Page>
  )
}
