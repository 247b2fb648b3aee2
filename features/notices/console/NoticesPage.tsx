import { Eye, Pencil, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type NoticeEdited, consoleNoticesList, consoleNoticesRemove } from '../contract.ts'
import { noticeStateOf } from '../rules.ts'
import { langs } from '#contract/words.ts'
import { words } from '../words.ts'

const languages = { 'zh-cn': words.simplified, 'zh-tw': words.traditional, en: words.english } as const
const readNotices = (raceid: number, after: string | null) =>
  call(consoleNoticesList, { raceid, limit: 50, ...(after === null ? {} : { after }) })

export const NoticesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const notices = usePages([consoleNoticesList.path, raceid], (after) => readNotices(raceid, after))
  const remove = useCall(consoleNoticesRemove)
  const [leaving, setLeaving] = useState<NoticeEdited>()
  const [refused, setRefused] = useState<Refused>()
  const items = notices.data?.pages.flatMap((page) => page.items) ?? []

  const takeAway = async ({ id }: NoticeEdited) => {
    setRefused(undefined)
    try {
      await remove.mutateAsync({ raceid, id })
      setLeaving(undefined)
      void notices.refetch()
      toastSuccess(t(words.removed))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <DeskPage
      title={t(words.notices)}
      actions={
        <ButtonLink icon={<PenLine className="size-5" aria-hidden />} href={path.notice({ raceid })}>
          {t(words.write)}
        </ButtonLink>
      }
    >
      {notices.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {notices.error && !notices.isFetchNextPageError ? (
        <ErrorState error={notices.error} onRetry={() => void notices.refetch()} />
      ) : null}
      {notices.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_console)} /> : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                raceid={raceid}
                onRemove={() => {
                  setRefused(undefined)
                  setLeaving(notice)
                }}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={notices} />
      <AskDialog
        open={leaving !== undefined}
        title={t(words.remove)}
        action={t(words.remove)}
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(undefined)}
        onDo={() => leaving && void takeAway(leaving)}
      >
        <p>{t(words.remove_sure, { title: leaving?.title ?? '' })}</p>
      </AskDialog>
    </DeskPage>
  )
}

const tones: Record<ReturnType<typeof noticeStateOf>, Tone> = {
  draft: 'plain',
  waiting: 'info',
  shown: 'success',
  ended: 'plain',
}
const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso))

const NoticeRow = (props: { notice: NoticeEdited; raceid: number; onRemove: () => void }) => {
  const { notice, raceid, onRemove } = props
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const zone = useRace()?.zone
  const [now] = useState(() => new Date())
  const { published_at, shown_until } = notice
  const state = noticeStateOf({ published_at: dateOf(published_at), shown_until: dateOf(shown_until) }, now)
  const missing = langs.filter((one) => !notice.langs.includes(one)).map((one) => t(languages[one]))
  const section = words.sections[notice.articletype]?.[lang] ?? notice.articletype
  const time = (iso: string) => dateText(iso, lang, 'deadline', zone)
  const href = path.notice({ raceid, id: notice.id })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <Link href={href} className="block truncate font-medium hover:text-strong hover:underline" lang={notice.lang}>
          {notice.title}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 text-14 text-soft">
          <span>
            {t(words[notice.kind])}
            {section ? ` · ${section}` : ''}
          </span>
          {published_at && state !== 'waiting' ? <span>{time(published_at)}</span> : null}
          {published_at && state === 'waiting' ? <span>{t(words.from, { time: time(published_at) })}</span> : null}
          {published_at && shown_until ? <span>{t(words.until, { time: time(shown_until) })}</span> : null}
          <span className="inline-flex items-center gap-1">
            <Eye className="size-4" aria-hidden />
            {t(words.views, { n: countText(notice.views) })}
          </span>
          {missing.length > 0 ? (
            <span className="text-warning-ink">
              {t(words.missing_in, { langs: missing.join(lang === 'en' ? ', ' : '、') })}
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex gap-1.5">
        {notice.pinned ? <Chip tone="race">{t(words.pinned)}</Chip> : null}
        <Chip tone={tones[state]}>{t(words[`state_${state}`])}</Chip>
      </div>
      <div className="-mr-2 ml-auto flex">
        <IconButton label={`${t(words.edit)} ${notice.title}`} onClick={() => go(href)}>
          <Pencil className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={`${t(words.remove)} ${notice.title}`} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
