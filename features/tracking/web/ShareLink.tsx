import { MapPin } from 'lucide-react'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { appLiveQuery } from '../share/share.contract.ts'
import { liveWords as words } from './live.words.ts'

/** The link to the page for sharing a run, for a runner who shares a run or may begin a run now. */
export const ShareLink = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { loggedIn } = useAccount()
  const { data } = useAsk(appLiveQuery, { raceid }, { enabled: loggedIn, quiet: true })
  const running = data?.own === true && data.run !== null && data.run.stopped_at === null
  if (!loggedIn || !data || !(running || data.entries.some(({ why }) => why === null))) return null
  return (
    <ButtonLink look="plain" href={path.share({ raceid })} icon={<MapPin className="size-5" aria-hidden />}>
      {t(running ? words.own_run : words.share_run)}
    </ButtonLink>
  )
}
