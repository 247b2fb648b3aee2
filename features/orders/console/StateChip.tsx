import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { OrderLine } from '../contract.ts'
import { words } from '../words.ts'

const tones = { open: 'warning', paid: 'success', closed: 'plain' } as const

/** An order's state. If the ledger of the order does not agree, a red note appears beside the state. */
export const StateChip = ({ order }: { order: Pick<OrderLine, 'state' | 'balanced' | 'close_reason'> }) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={tones[order.state]}>
        {order.close_reason ? t(words.closeReasons[order.close_reason]) : t(words[order.state])}
      </Chip>
      {order.balanced ? null : <Chip tone="danger">{t(words.unbalanced)}</Chip>}
    </span>
  )
}
