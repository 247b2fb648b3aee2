import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { OrderLine } from '../contract.ts'
import { words } from '../words.ts'

const tones = { open: 'warning', paid: 'success', closed: 'plain' } as const

/**
 * An order's state. If the order costs nothing, the chip says that nothing is due. A red chip beside the state means
 * that the ledger does not agree with the order's payments and refunds.
 */
export const StateChip = ({ order }: { order: Pick<OrderLine, 'state' | 'amount' | 'balanced' | 'close_reason'> }) => {
  const t = useWords()
  const isFree = order.state === 'paid' && order.amount === 0
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={isFree ? 'plain' : tones[order.state]}>
        {t(
          isFree ? words.nothingDue : order.close_reason ? words.closeReasons[order.close_reason] : words[order.state],
        )}
      </Chip>
      {order.balanced ? null : <Chip tone="danger">{t(words.unbalanced)}</Chip>}
    </span>
  )
}
