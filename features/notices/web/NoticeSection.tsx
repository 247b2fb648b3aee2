import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import type { NoticeLine } from '#features/notices/contract.ts'
import { pageQuery, postQuery } from '#features/notices/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, go } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { words } from '../words.ts'

const addressOf = (line: NoticeLine) => path.notice({ [line.kind === 'page' ? 'pageid' : 'postid']: line.id })

/** A race's section: its pages and articles of one articletype. A section with a single entry shows that entry. */
export const NoticeSection = ({ section }: { section: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = link().raceid ?? 0
  const pages = useAsk(pageQuery, { raceid, articletype: section })
  const posts = useAsk(postQuery, { raceid, articletype: section })
  const error = pages.error ?? posts.error
  const lines = [pages.data, posts.data].flatMap((data) => (data && 'items' in data ? data.items : []))
  const only = pages.data && posts.data && lines.length === 1 ? lines[0] : undefined
  const onwards = only && addressOf(only)
  useEffect(() => {
    if (onwards) go(onwards, { replace: true })
  }, [onwards])
  const waiting = pages.isPending || posts.isPending || only !== undefined
  return (
    <Page title={t(words.notices)} narrow backTo={path.home()}>
      {error ? <ErrorState error={error} onRetry={() => void Promise.all([pages.refetch(), posts.refetch()])} /> : null}
      {waiting && !error ? <SkeletonCards count={3} className="h-20" /> : null}
      {!waiting && !error && lines.length === 0 ? (
        <Empty title={t(words.none)} action={<ButtonLink href={path.home()}>{t(kit.home)}</ButtonLink>} />
      ) : null}
      {!waiting && lines.length > 1 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <li key={line.id}>
                <Link
                  href={addressOf(line)}
                  className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-tint md:px-6"
                >
                  {line.cover ? (
                    <img
                      src={pictureAt(line.cover, 320)}
                      alt=""
                      loading="lazy"
                      className="size-16 shrink-0 rounded-[6px] bg-sunk object-cover"
                    />
                  ) : null}
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{line.title}</span>
                    <span className="figures text-14 text-soft">{dateText(line.published_at, lang)}</span>
                  </span>
                  <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </Page>
  )
}
