import { ChevronRight } from 'lucide-react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { ballotList } from '../contract.ts'
import { ballotStateWords as words } from './state.words.ts'

const linkLook =
  '-mx-2 flex min-h-11 items-center justify-between gap-4 rounded px-2 text-strong transition hover:bg-sunk'

/** A link to the public page of an event's draw. */
export const BallotLink = ({
  raceid,
  eventid,
  registration,
}: {
  raceid: number
  eventid: number
  /**
   * The key of the reader's own registration. The page then shows the entry of that registration first.
   */
  registration?: string
}) => {
  const t = useWords()
  const query = useAsk(ballotList, { raceid }, { quiet: true, staleTime: 60_000 })
  const ballot = query.data?.find((one) => one.eventid === eventid && one.state !== 'cancelled')
  if (!ballot) return null
  return (
    <Link href={path.ballot({ raceid, id: ballot.id, _key: registration })} className={linkLook}>
      <span className="flex flex-wrap items-center gap-x-3">
        {t(words.title)} <Chip>{t(words[`state_${ballot.state}`])}</Chip>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
