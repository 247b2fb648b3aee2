import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { onDevice } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { type FeedEntry, liveFeedComment, liveFeedComments, liveFeedReport } from '../contract.ts'
import type { EntryLook } from './entryLook.ts'
import { feedWords as words } from './feed.words.ts'

const NAME = 'feed-name'
const read = (raceid: number, id: number, after: string | null) =>
  call(liveFeedComments, { raceid, id, ...(after === null ? {} : { after }) }, { quiet: true })

export const CommentsDialog = ({
  entry,
  look: { raceid, zone, loggedIn },
  onClose,
}: {
  entry: FeedEntry
  look: EntryLook
  onClose: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { id } = entry
  const listed = usePages([liveFeedComments.path, raceid, id], (after) => read(raceid, id, after))
  const report = useCall(liveFeedReport, { quiet: true })
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const flag = (comment: number) =>
    report.mutate(
      { raceid, id: comment },
      {
        onSuccess: () => toastSuccess(t(words.reported)),
        onError: (thrown) => toastError(refusedFrom(thrown).msg),
      },
    )
  return (
    <Dialog open onClose={onClose} title={t(words.comment)}>
      <div className="grid gap-4 pb-4">
        {loggedIn ? (
          <CommentForm raceid={raceid} id={id} onSent={() => void listed.refetch()} />
        ) : (
          <ButtonLink href={path.login()}>{t(words.log_in)}</ButtonLink>
        )}
        {listed.isPending ? <SkeletonCards count={2} className="h-16" /> : null}
        {listed.error && !listed.isFetchNextPageError ? (
          <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
        ) : null}
        {listed.data && items.length === 0 ? <p className="py-4 text-center text-soft">{t(words.first)}</p> : null}
        <ul className="grid gap-3">
          {items.map((comment) => (
            <li key={comment.id} className="flex items-start gap-3">
              <span
                aria-hidden
                className="flex size-9 shrink-0 items-center justify-center rounded-full bg-tint font-bold text-strong"
              >
                {[...comment.author][0]}
              </span>
              <div className="min-w-0 flex-1">
                <p className="text-14">
                  <span className="font-bold">{comment.author}</span>{' '}
                  <time dateTime={comment.at} className="figures text-soft">
                    {dateText(comment.at, lang, 'deadline', zone)}
                  </time>
                </p>
                <p className="break-words">{comment.body}</p>
              </div>
              <IconButton label={t(words.report_of, { name: comment.author })} onClick={() => flag(comment.id)}>
                <Flag className="size-4 text-soft" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <MoreButton list={listed} />
      </div>
    </Dialog>
  )
}

const CommentForm = ({ raceid, id, onSent }: { raceid: number; id: number; onSent: () => void }) => {
  const t = useWords()
  const send = useCall(liveFeedComment, { quiet: true })
  const [name, setName] = useState(onDevice.get(NAME) ?? '')
  const [body, setBody] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const submit = async () => {
    try {
      const { state } = await send.mutateAsync({ raceid, id, name, body })
      onDevice.set(NAME, name)
      setBody('')
      setRefused(undefined)
      toastSuccess(t(state === 'shown' ? words.sent : words.waits))
      onSent()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const general = refused && Object.keys(refused.fields).length === 0 ? refused.msg : undefined
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextInput
        label={t(words.say)}
        value={body}
        maxLength={300}
        error={refused?.fields.body ?? general}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex items-end gap-3">
        <TextInput
          label={t(words.name)}
          value={name}
          maxLength={20}
          autoComplete="nickname"
          error={refused?.fields.name}
          className="flex-1"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={send.isPending}>
          {t(words.send)}
        </Button>
      </div>
    </form>
  )
}
