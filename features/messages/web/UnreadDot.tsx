import { useAccount } from '#seam/web/account.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { messageUnread } from '../contract.ts'
import { words } from '../box.words.ts'

/** The number of unread messages beside the link to the account. It shows nothing if every message was read. */
export const UnreadDot = () => {
  const t = useWords()
  const { loggedIn } = useAccount()
  const unread = useAsk(messageUnread, {}, { enabled: loggedIn, quiet: true, staleTime: 60_000 }).data?.unread ?? 0
  return unread > 0 ? (
    <span className="figures ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-danger-solid px-1.5 text-12 text-white">
      <span aria-hidden>{unread}</span>
      <span className="sr-only">{t(words.unread_n, { n: unread })}</span>
    </span>
  ) : null
}
