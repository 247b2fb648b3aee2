import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleAnnouncementsList } from '../contract.ts'
import { words } from '../words.ts'
import { Announcement } from './Announcement.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { forgetSelection, selectionFor } from './draft.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleAnnouncementsList, { raceid, limit: 20, ...(after === null ? {} : { after }) })

export const AnnouncementsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const [selection, setSelection] = useState(() => selectionFor(raceid))
  const [writing, setWriting] = useState(selection !== undefined)
  const close = () => {
    forgetSelection()
    setSelection(undefined)
    setWriting(false)
  }
  const list = usePages([consoleAnnouncementsList.path, raceid, lang], (after) => read(raceid, after), {
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ state: at }) => at === 'sending' || at === 'scheduled'))
        ? 2000
        : false,
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
          <Announcement key={one.id} {...{ raceid, one }} onChange={() => void list.refetch()} />
        ))}
      </div>
      <MoreButton list={list} />
      {writing && list.data ? (
        <AnnouncementDialog
          raceid={raceid}
          events={list.data.pages[0]!.events}
          selection={selection}
          onClose={close}
          onSent={() => {
            close()
            void list.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
