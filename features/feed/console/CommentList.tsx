import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { consoleFeedComments, consoleFeedDecide, consoleFeedMute } from '../console.contract.ts'
import { deskWords as words, whyWords } from './feed.words.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleFeedComments, { raceid, limit: 30, ...(after === null ? {} : { after }) })

export const CommentList = ({ raceid, onChanged }: { raceid: number; onChanged: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const listed = usePages([consoleFeedComments.path, raceid], (after) => read(raceid, after), {
    refetchOnMount: 'always',
  })
  const decide = useCall(consoleFeedDecide, { quiet: true })
  const mute = useCall(consoleFeedMute, { quiet: true })
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const then = {
    onSuccess: () => {
      toastSuccess(t(words.saved))
      void listed.refetch()
      onChanged()
    },
    onError: (thrown: unknown) => void toastError(refusedFrom(thrown).msg),
  }
  if (listed.isPending) return <SkeletonCards count={3} className="h-24" />
  if (listed.error && !listed.isFetchNextPageError)
    return <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
  if (items.length === 0) return <Empty title={t(words.no_comments)} />
  return (
    <>
      <Card flush>
        <ul className="divide-y divide-line">
          {items.map(({ id, uid, author, body, at, why, reports }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-6">
              <div className="min-w-0 flex-[1_1_16rem]">
                <p className="break-words">{body}</p>
                <p className="figures text-14 text-soft">
                  {author} · {dateText(at, lang, 'deadline')}
                </p>
              </div>
              {why && whyWords[why] ? <Chip tone="warning">{t(whyWords[why])}</Chip> : null}
              {reports > 0 ? <Chip tone="danger">{t(words.reports, { n: reports })}</Chip> : null}
              <span className="ml-auto flex flex-wrap gap-2">
                <Button look="plain" onClick={() => decide.mutate({ raceid, id, show: true }, then)}>
                  {t(words.show)}
                </Button>
                <Button look="plain" onClick={() => decide.mutate({ raceid, id, show: false }, then)}>
                  {t(words.hide)}
                </Button>
                <Button look="quiet" onClick={() => mute.mutate({ raceid, uid, hours: 24 }, then)}>
                  {t(words.mute)}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <MoreButton list={listed} />
    </>
  )
}
