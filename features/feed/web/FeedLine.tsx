import { ChevronRight } from 'lucide-react'
import { pictureAt } from '#ui/media/picture.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { liveFeedList } from '../contract.ts'
import { feedWords as words } from './feed.words.ts'

/** The newest entry of the feed on the race's home, while the feed is open. */
export const FeedLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { data } = useAsk(liveFeedList, { raceid, limit: 1 }, { quiet: true, refetchInterval: 30_000 })
  const [newest] = data?.items ?? []
  if (!data?.open || !newest) return null
  const [picture] = newest.pictures
  return (
    <Link
      href={path.feed({ raceid })}
      className="flex min-h-14 items-center gap-3 rounded bg-surface p-3 shadow-card hover:bg-tint"
    >
      {picture ? (
        <img src={pictureAt(picture.path, 320)} alt="" className="size-16 shrink-0 rounded object-cover" />
      ) : null}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-14 font-bold text-danger-ink">
          <span aria-hidden className="size-2 rounded-full bg-danger-ink" />
          {t(words.on_home)}
        </span>
        <span className="line-clamp-2 font-medium">{newest.body || newest.author}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
