import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Link } from '#ui/router/Link.tsx'
import { consoleOrdersNotes } from '../notes/notes.contract.ts'
import { noteWords as words } from '../notes/notes.words.ts'
import { NoteLine } from './OrderNotes.tsx'

const read = (raceid: number, after: string | null) =>
  call(consoleOrdersNotes, { raceid, limit: 50, ...(after === null ? {} : { after }) })

/** The orders with a follow-up that is due today or was due earlier. */
export const FollowUpsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const may = useMe(raceid).may('money.refund')
  const list = usePages([consoleOrdersNotes.path, raceid], (after) => read(raceid, after))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <DeskPage title={t(words.due)} back={{ href: path.orders({ raceid }), label: t(words.to_orders) }}>
      {list.isPending ? <Skeleton lines={4} className="h-12" /> : null}
      {list.error && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? (
        <Empty title={t(words.due_none)} description={t(words.due_none_text)} />
      ) : null}
      {items.map((note) => (
        <Card key={note.id}>
          <Link
            href={path.order({ raceid, id: note.orderid })}
            className="figures inline-flex min-h-11 items-center font-medium text-strong underline underline-offset-2"
          >
            {note.tradeno}
          </Link>
          <ul>
            <NoteLine raceid={raceid} note={note} may={may} again={() => void list.refetch()} />
          </ul>
        </Card>
      ))}
      <MoreButton list={list} />
    </DeskPage>
  )
}
