import { useInfiniteQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type AnnouncementLine, consoleAnnouncementsList } from '../contract.ts'
import { words } from '../words.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'

const read = (raceid: number, after: string | null) =>
  call(consoleAnnouncementsList, { raceid, limit: 20, ...(after === null ? {} : { after }) })

/** The announcements to a race's registrants, and the form for the next one. */
export const AnnouncementsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const [writing, setWriting] = useState(false)
  const raceid = useRaceId()
  const list = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleAnnouncementsList.path, raceid, lang],
    queryFn: ({ pageParam }) => read(raceid, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'sending')) ? 2000 : false,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const error = list.error
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      actions={
        <Button
          icon={<PenLine className="size-5" aria-hidden />}
          disabled={!list.data}
          onClick={() => setWriting(true)}
        >
          {t(words.write)}
        </Button>
      }
    >
      {list.isPending && !error ? <SkeletonCards count={3} className="h-28" /> : null}
      {error && !list.data ? <ErrorState error={error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_how)} /> : null}
      <div className="grid gap-3">
        {items.map((one) => (
          <Announcement key={one.id} one={one} />
        ))}
      </div>
      <MoreButton list={list} />
      {writing && list.data ? (
        <AnnouncementDialog
          raceid={raceid}
          events={list.data.pages[0]!.events}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false)
            void list.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const Announcement = ({ one }: { one: AnnouncementLine }) => {
  const t = useWords()
  const { lang } = useLang()
  const progress = t(words.progress, { done: countText(one.told), total: countText(Math.max(one.told, one.total)) })
  return (
    <Card
      title={one.title}
      aside={
        <Chip tone={one.state === 'sent' ? 'success' : 'info'}>
          {t(one.state === 'sent' ? words.done : words.sending)}
        </Chip>
      }
    >
      <p className="whitespace-pre-line break-words">{one.body}</p>
      {one.state === 'sending' ? (
        <div className="pt-3">
          <Progress label={progress} value={one.total === 0 ? 0 : one.told / one.total} />
        </div>
      ) : null}
      <p className="figures flex flex-wrap gap-x-3 pt-3 text-14 text-soft">
        <span>{t(words.audience[one.audience])}</span>
        {one.event === null ? null : <span>{one.event}</span>}
        <span>{progress}</span>
        {one.by_text ? <span>{t(words.texted)}</span> : null}
        <span>{dateText(one.created_at, lang, 'deadline')}</span>
      </p>
    </Card>
  )
}
