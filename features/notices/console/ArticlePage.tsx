import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { isDecided, useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { consoleNoticesShow } from '../contract.ts'
import { words as room } from '../words.ts'
import { ArticleForm } from './ArticleForm.tsx'
import { articleWords as words } from './article.words.ts'

export const ArticlePage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const params = usePageParams()
  const id = /^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : undefined
  const opened = useAsk(
    consoleNoticesShow,
    { raceid, id: id ?? 0 },
    { enabled: id !== undefined, staleTime: Infinity, quiet: true },
  )
  const list = path.notices({ raceid })
  const gone = opened.error && isDecided(opened.error)
  return (
    <DeskPage
      title={id === undefined ? t(words.new_title) : t(words.edit_title)}
      back={{ href: list, label: t(room.notices) }}
    >
      {gone ? (
        <Empty title={t(words.gone)} action={<ButtonLink href={list}>{t(words.back)}</ButtonLink>} />
      ) : opened.error ? (
        <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />
      ) : null}
      {id !== undefined && opened.isPending ? <SkeletonCards count={2} className="h-64" /> : null}
      {id === undefined || opened.data ? (
        <ArticleForm
          key={id ?? 'new'}
          raceid={raceid}
          article={opened.data}
          again={async () => void (await opened.refetch())}
        />
      ) : null}
    </DeskPage>
  )
}
