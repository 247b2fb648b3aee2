import { Eye, EyeOff, Pin, PinOff } from 'lucide-react'
import { IconButton } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type StaffEntry, consoleFeedChange, consoleFeedList, type entryActions } from '../console.contract.ts'
import { deskWords as words, whyWords } from './feed.words.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleFeedList, { raceid, limit: 30, ...(after === null ? {} : { after }) })
const tones = { shown: 'success', waiting: 'warning', hidden: 'plain', removed: 'danger' } as const
type Action = (typeof entryActions)[number]

/** All entries of the feed for staff, including hidden and waiting entries. */
export const EntryList = ({ raceid, onChanged }: { raceid: number; onChanged: () => void }) => {
  const t = useWords()
  const listed = usePages([consoleFeedList.path, raceid], (after) => read(raceid, after), { refetchOnMount: 'always' })
  const change = useCall(consoleFeedChange, { quiet: true })
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const act = (id: number, action: Action) =>
    change.mutate(
      { raceid, id, action },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          void listed.refetch()
          onChanged()
        },
        onError: (thrown) => toastError(refusedFrom(thrown).msg),
      },
    )
  if (listed.isPending) return <SkeletonCards count={3} className="h-24" />
  if (listed.error && !listed.isFetchNextPageError)
    return <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
  if (items.length === 0) return <Empty title={t(words.none)} description={t(words.none_text)} />
  return (
    <>
      <Card flush>
        <ul className="divide-y divide-line">
          {items.map((entry) => (
            <EntryItem key={entry.id} entry={entry} onAct={(action) => act(entry.id, action)} />
          ))}
        </ul>
      </Card>
      <MoreButton list={listed} />
    </>
  )
}

const EntryItem = ({ entry, onAct }: { entry: StaffEntry; onAct: (action: Action) => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { author, body, pictures, km, at, state, why, pinned, cheers, comments } = entry
  const [picture] = pictures
  const what = body.slice(0, 30) || author
  const shown = state === 'shown'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      {picture ? (
        <img src={pictureAt(picture.path, 320)} alt="" className="size-16 shrink-0 rounded object-cover" />
      ) : null}
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="line-clamp-2 font-medium">{body || '—'}</p>
        <p className="figures text-14 text-soft">
          {[
            author,
            dateText(at, lang, 'deadline'),
            km === null ? undefined : `${km / 1000} km`,
            `♥ ${cheers}`,
            `${t(words.comments)} ${comments}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {why && whyWords[why] ? <p className="text-14 text-warning-ink">{t(whyWords[why])}</p> : null}
      </div>
      {pinned ? <Chip tone="race">{t(words.pinned)}</Chip> : null}
      <Chip tone={tones[state]}>{t(words[state])}</Chip>
      <div className="-mr-2 ml-auto flex">
        {shown ? (
          <IconButton
            label={`${t(pinned ? words.unpin : words.pin)} ${what}`}
            onClick={() => onAct(pinned ? 'unpin' : 'pin')}
          >
            {pinned ? <PinOff className="size-5" aria-hidden /> : <Pin className="size-5" aria-hidden />}
          </IconButton>
        ) : null}
        <IconButton
          label={`${t(shown ? words.hide : words.show)} ${what}`}
          onClick={() => onAct(shown ? 'hide' : 'show')}
        >
          {shown ? <EyeOff className="size-5" aria-hidden /> : <Eye className="size-5" aria-hidden />}
        </IconButton>
      </div>
    </li>
  )
}
