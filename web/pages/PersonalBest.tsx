import { seriesMine } from '#features/series/contract.ts'
import { seriesWords as words } from '#features/series/web/series.words.ts'
import { useAccount } from '#seam/web/account.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'

/**
 * The badge of a personal best. Only the runner's own account knows the runner's other results, so nobody else sees the
 * badge.
 */
export const PersonalBest = ({ resultKey }: { resultKey: string }) => {
  const t = useWords()
  const { loggedIn } = useAccount()
  const mine = useAsk(seriesMine, {}, { enabled: loggedIn, quiet: true, staleTime: 60_000 })
  return mine.data?.results.some(({ key, best }) => key === resultKey && best) ? (
    <span className="stamps-in">
      <Chip tone="success">{t(words.pb)}</Chip>
    </span>
  ) : null
}
