import { useEffect } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  archiveDetail,
  counterIncrease,
  noticeDetail,
  pageQuery,
  postQuery,
  raceArchiveDetail,
} from '#features/notices/contract.ts'
import { raceShow } from '#features/races/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { call, useAsk } from '#ui/network/call.ts'
import { isPreview } from '#ui/network/preview.ts'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { go, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page, useTitle } from '#ui/layout/Page.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { path } from '#seam/web/paths.ts'
import { words } from '../words.ts'
import { noticeOfLink } from './noticeOfLink.ts'
import { NoticeSection } from './NoticeSection.tsx'
import { Prose } from '#ui/layout/Prose.tsx'

const endpoints = {
  post: postQuery,
  page: pageQuery,
  notice: noticeDetail,
  archive: archiveDetail,
  raceArchive: raceArchiveDetail,
} as const

/**
 * A notice, an article, or a section. If the server refuses the link, the page leads home with the server's message
 * (docs/behaviour/screens.md, Notices). A link without a subject leads home without a message.
 */
export const NoticePage = () => {
  const request = noticeOfLink(usePageParams(), link().raceid)
  const nowhere = request === undefined
  useEffect(() => {
    if (nowhere) go(path.home(), { replace: true })
  }, [nowhere])
  if (request === undefined) return null
  return 'section' in request ? (
    <NoticeSection section={request.section} />
  ) : (
    <OneNotice
      endpoint={endpoints[request.from] as typeof noticeDetail}
      input={request.input}
      target={request.from === 'page' ? 'page' : 'post'}
    />
  )
}

type Kind = OutputOf<typeof noticeDetail>['kind']

const OneNotice = ({
  endpoint,
  input,
  target,
}: {
  endpoint: typeof noticeDetail
  input: InputOf<typeof noticeDetail>
  target: 'post' | 'page'
}) => {
  const t = useWords()
  const { lang } = useLang()
  const answer = useAsk(endpoint, input, { staleTime: Number.POSITIVE_INFINITY })
  const notice: OutputOf<typeof noticeDetail> | undefined = answer.data
  const title = notice?.title || notice?.subject
  useTitle(title)
  // A page, such as a guide, has a title of its own.
  const kind: Kind = notice?.kind ?? (target === 'page' ? 'page' : 'notice')
  const bar = kind === 'page' ? (title ?? '') : t(words[kind])
  // A link may name only the notice. The page then takes the colour and the home of the notice's race.
  const alone = link().raceid === undefined && !link().color ? notice?.raceid : undefined
  const primary = useAsk(raceShow, { raceid: alone ?? 0 }, { quiet: true, enabled: alone !== undefined }).data?.skins
    .primary
  useEffect(() => {
    if (primary) void applyTheme(primary)
  }, [primary])
  useEffect(() => {
    if (!answer.error) return
    toastError(answer.error.msg)
    go(link().raceid === undefined ? path.finder() : path.home(), { replace: true })
  }, [answer.error])
  const [id, raceid] = [notice?.id, notice?.raceid]
  useEffect(() => {
    // The page counts a notice that it shows. A link with a wrong section leads home, so nobody read the notice.
    if (isPreview() || id === undefined || raceid === undefined) return
    // A view that is not counted does no harm, so errors are ignored.
    void call(counterIncrease, { target, target_id: id, raceid }, { quiet: true }).catch(() => undefined)
  }, [target, id, raceid])
  return (
    <Page title={bar} narrow backTo={path.home(notice === undefined ? {} : { raceid: notice.raceid })}>
      <article className="rounded bg-surface p-5 shadow-card md:p-10">
        {notice ? (
          <>
            <h2 className="text-20 font-bold text-balance md:text-28">{title}</h2>
            <p className="figures mt-2 mb-6 text-14 text-soft">
              <Dotted
                text={
                  dateText(notice.published_at, lang) +
                  (notice.views > 0 ? ` · ${t(words.views, { n: countText(notice.views) })}` : '')
                }
              />
            </p>
            <Prose html={notice.content} />
          </>
        ) : (
          <div className="grid gap-6">
            <Skeleton className="h-8" />
            <Skeleton className="h-4" lines={8} />
          </div>
        )}
      </article>
    </Page>
  )
}
