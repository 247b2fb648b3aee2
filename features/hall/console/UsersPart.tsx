import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { consoleHallBlock, hallUsers } from '../contract.ts'
import { consoleWords as words } from './console.words.ts'

const LIMIT = 50
type User = OutputOf<typeof hallUsers>['items'][number]

/** The runners who have used the hall, and the runners whose pictures are refused. */
export const UsersPart = ({ raceid, zone }: { raceid: number; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const [after, setAfter] = useState<string>()
  const [before, setBefore] = useState<User[]>([])
  const users = useAsk(hallUsers, { raceid, limit: LIMIT, ...(after ? { after } : {}) }, { keep: true })
  const block = useCall(consoleHallBlock)
  const set = async (key: string, blocked: boolean) => {
    try {
      await block.mutateAsync({ raceid, key, blocked })
      setBefore((rows) => rows.map((row) => (row.key === key ? { ...row, blocked } : row)))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
    await users.refetch()
  }
  const more = () => {
    setBefore((rows) => [...rows, ...(users.data?.items ?? [])])
    setAfter(users.data?.after ?? undefined)
  }
  if (users.error && !users.data) return <ErrorState error={users.error} onRetry={() => void users.refetch()} />
  if (!users.data) return <SkeletonCards count={3} className="h-16" />
  const items = [...before, ...users.data.items]
  if (items.length === 0)
    return (
      <Card>
        <Empty title={t(words.no_users)} />
      </Card>
    )
  return (
    <>
      <Card flush>
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="truncate font-medium">
                  {one.name ?? t(words.hidden)} <span className="figures font-normal text-soft">{one.bib}</span>
                </p>
                <p className="figures text-14 text-soft">
                  {t(words.counts, { casts: one.casts, prints: one.prints })} ·{' '}
                  {dateText(one.last_at, lang, 'deadline', zone)}
                </p>
              </div>
              {one.blocked ? <Chip tone="danger">{t(words.blocked)}</Chip> : null}
              <Button look="quiet" disabled={block.isPending} onClick={() => void set(one.key, !one.blocked)}>
                {t(one.blocked ? words.unblock : words.block)}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {users.data.after ? (
        <Button look="plain" className="self-center" onClick={more}>
          {t(words.more)}
        </Button>
      ) : null}
    </>
  )
}
