import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import {
  type MessageFilter,
  type RaceMessage,
  consoleMessagesList,
  consoleMessagesRetry,
  messageFilters,
} from '../race/raceMessages.contract.ts'
import { outboxWords } from './outbox.words.ts'
import { messagesWords as words } from './messages.words.ts'

const tones: Readonly<Record<RaceMessage['state'], Tone>> = {
  queued: 'info',
  sending: 'info',
  sent: 'plain',
  delivered: 'success',
  undelivered: 'danger',
  failed: 'danger',
  lost: 'warning',
  late: 'warning',
}
const read = (raceid: number, only: MessageFilter, after: string | null) =>
  call(consoleMessagesList, { raceid, only, limit: 50, ...(after === null ? {} : { after }) })

/** The text messages to people of a race. Staff see the messages that did not arrive, and send them again. */
export const MessagesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [only, setOnly] = useState<MessageFilter>('all')
  const list = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleMessagesList.path, raceid, only],
    queryFn: ({ pageParam }) => read(raceid, only, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <DeskPage title={t(outboxWords.title)} description={t(words.description)}>
      <Segmented
        label={t(words.filter)}
        value={only}
        onChange={(chosen) => setOnly(messageFilters.find((one) => one === chosen) ?? 'all')}
        options={messageFilters.map((value) => ({ value, label: t(words.only[value]) }))}
      />
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <SkeletonCards count={4} className="h-16" /> : null}
      {list.data && items.length === 0 ? <Empty title={t(only === 'all' ? words.none : words.none_found)} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <Line key={one.id} raceid={raceid} one={one} onDone={() => void list.refetch()} />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={list} />
    </DeskPage>
  )
}

const Line = ({ raceid, one, onDone }: { raceid: number; one: RaceMessage; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = useRace()?.zone
  const { may } = useMe(raceid)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const retry = useCall(consoleMessagesRetry)
  const again = async () => {
    setRefused(undefined)
    try {
      await retry.mutateAsync({ raceid, id: one.id, sure: one.state === 'lost' })
      setAsking(false)
      toastSuccess(t(outboxWords.retried))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium">{one.subject}</p>
        <p className="figures break-words text-14 text-soft">
          {[one.mobile, dateText(one.sent_at ?? one.created_at, lang, 'deadline', zone), one.failure]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Chip tone={tones[one.state]}>{t(words.state[one.state])}</Chip>
      {one.retry ? (
        <Button
          look="plain"
          disabledReason={may('registrations.edit') ? undefined : t(words.no_right)}
          onClick={() => setAsking(true)}
        >
          {t(outboxWords.retry)}
        </Button>
      ) : null}
      <AskDialog
        open={asking}
        title={t(outboxWords.retry)}
        action={t(outboxWords.retry)}
        busy={retry.isPending}
        refused={refused}
        onClose={() => setAsking(false)}
        onDo={() => void again()}
      >
        <p>{t(one.state === 'lost' ? outboxWords.maybe_sent : outboxWords.retry_text)}</p>
      </AskDialog>
    </li>
  )
}
