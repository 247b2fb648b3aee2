import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, Pencil, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type NoticeEdited, consoleNoticesList, consoleNoticesRemove, consoleNoticesSave } from '../contract.ts'
import { words } from '../words.ts'
import { NoticeDialog } from './NoticeDialog.tsx'

const readNotices = (raceid: number, after: string | null) =>
  call(consoleNoticesList, { raceid, limit: 50, ...(after === null ? {} : { after }) })

/** A race's notices, articles and pages. Staff write, change, publish and remove them. */
export const NoticesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const notices = useInfiniteQuery<Awaited<ReturnType<typeof readNotices>>, Refused>({
    queryKey: [consoleNoticesList.path, raceid],
    queryFn: ({ pageParam }) => readNotices(raceid, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const save = useCall(consoleNoticesSave)
  const remove = useCall(consoleNoticesRemove)
  const [edited, setEdited] = useState<NoticeEdited | 'new'>()
  const [leaving, setLeaving] = useState<NoticeEdited>()
  const [refused, setRefused] = useState<Refused>()
  const items = notices.data?.pages.flatMap((page) => page.items) ?? []

  const open = (which: () => void) => {
    setRefused(undefined)
    which()
  }
  const doing = async (work: () => Promise<unknown>, close: () => void, said: string) => {
    setRefused(undefined)
    try {
      await work()
      close()
      void notices.refetch()
      toastSuccess(said)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <DeskPage
      title={t(words.notices)}
      actions={
        <Button icon={<PenLine className="size-5" aria-hidden />} onClick={() => open(() => setEdited('new'))}>
          {t(words.write)}
        </Button>
      }
    >
      {notices.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {notices.error ? <ErrorState error={notices.error} onRetry={() => void notices.refetch()} /> : null}
      {notices.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_console)} /> : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onEdit={() => open(() => setEdited(notice))}
                onRemove={() => open(() => setLeaving(notice))}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={notices} />
      {edited ? (
        <NoticeDialog
          raceid={raceid}
          sections={[...new Set(items.map(({ articletype }) => articletype).filter(Boolean))]}
          notice={edited === 'new' ? undefined : edited}
          refused={refused}
          busy={save.isPending}
          onClose={() => setEdited(undefined)}
          onSave={(draft) =>
            void doing(
              () =>
                save.mutateAsync({
                  raceid,
                  ...(edited === 'new' ? {} : { id: edited.id, updated_at: edited.updated_at }),
                  ...draft,
                }),
              () => setEdited(undefined),
              t(words.saved),
            )
          }
        />
      ) : null}
      <AskDialog
        open={leaving !== undefined}
        title={t(words.remove)}
        action={t(words.remove)}
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(undefined)}
        onDo={() =>
          leaving &&
          raceid !== undefined &&
          void doing(
            () => remove.mutateAsync({ raceid, id: leaving.id }),
            () => setLeaving(undefined),
            t(words.removed),
          )
        }
      >
        <p>{t(words.remove_sure, { title: leaving?.title ?? '' })}</p>
      </AskDialog>
    </DeskPage>
  )
}

const NoticeRow = (props: { notice: NoticeEdited; onEdit: () => void; onRemove: () => void }) => {
  const { notice, onEdit, onRemove } = props
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="truncate font-medium" lang={notice.lang}>
          {notice.title}
        </p>
        <p className="figures flex flex-wrap items-center gap-x-2 text-14 text-soft">
          <span>
            {t(words[notice.kind])}
            {notice.articletype ? ` · ${notice.articletype}` : ''}
          </span>
          {notice.published_at ? <span>{dateText(notice.published_at, lang, 'deadline')}</span> : null}
          <span className="inline-flex items-center gap-1">
            <Eye className="size-4" aria-hidden />
            {t(words.views, { n: countText(notice.views) })}
          </span>
        </p>
      </div>
      <div className="flex gap-1.5">
        {notice.pinned ? <Chip tone="race">{t(words.pinned)}</Chip> : null}
        <Chip tone={notice.published_at ? 'success' : 'plain'}>
          {t(notice.published_at ? words.published : words.draft)}
        </Chip>
      </div>
      <div className="-mr-2 ml-auto flex">
        <IconButton label={`${t(words.edit)} ${notice.title}`} onClick={onEdit}>
          <Pencil className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={`${t(words.remove)} ${notice.title}`} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
