import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type BulkActionShown, consoleRegistrationsBulkActions } from '../../bulk/bulk.contract.ts'
import { words } from './bulkDesk.words.ts'

/** The most rows that staff can tick. */
const MOST = 1000

type Props = {
  raceid: number
  /** The number of ticked rows or of all matches. */
  count: number
  everything: boolean
  /** The number of matches; undefined while it is not known. */
  total: number | undefined
  onEverything: () => void
  onClear: () => void
  onAsk: (action: BulkActionShown) => void
  /** Further actions on the chosen rows. */
  children?: ReactNode
}

/** The actions for the chosen rows. The bar stays visible while the list scrolls. */
export const BulkBar = ({ raceid, count, everything, total, onEverything, onClear, onAsk, children }: Props) => {
  const t = useWords()
  const actions = useAsk(consoleRegistrationsBulkActions, { raceid }, { quiet: true })
  const allowed = actions.data?.items.filter((action) => action.allowed) ?? []
  const off = !everything && count > MOST ? t(words.too_many) : undefined
  return (
    <div
      role="region"
      aria-label={t(words.title)}
      className={
        'sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 ' +
        'shadow-card md:bottom-4 md:mx-0 md:rounded md:border'
      }
    >
      <span className="font-medium" role="status">
        {everything ? t(words.chosen_all, { n: countText(total ?? 0) }) : t(words.chosen, { n: countText(count) })}
      </span>
      {everything || total === undefined || total <= count ? null : (
        <Button look="quiet" onClick={onEverything}>
          {t(words.choose_matching, { n: countText(total) })}
        </Button>
      )}
      <Button look="quiet" onClick={onClear}>
        {t(words.clear)}
      </Button>
      {off || (actions.data && allowed.length === 0) ? (
        <p className="text-14 text-soft">{off ?? t(words.not_right)}</p>
      ) : null}
      <span className="flex gap-2 max-md:w-full max-md:overflow-x-auto *:shrink-0 *:whitespace-nowrap md:ml-auto md:flex-wrap">
        {children}
        {allowed.map((action) => (
          <Button
            key={action.name}
            look={action.danger ? 'danger' : 'plain'}
            disabled={off !== undefined}
            onClick={() => onAsk(action)}
          >
            {action.label}
          </Button>
        ))}
      </span>
    </div>
  )
}
