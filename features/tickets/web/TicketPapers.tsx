import { ReceiptText } from 'lucide-react'
import { salesMine } from '#features/sales/contract.ts'
import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { ticketWords as words } from './tickets.words.ts'

/** The links to the invoice and the receipt of a paid order of the account. A free order has no such links. */
export const TicketPapers = ({ order }: { order: string }) => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const lines = useAsk(salesMine, { raceid }, { quiet: true, staleTime: 60_000, enabled: raceid > 0 }).data?.items
  const paid = (lines ?? []).filter(({ order_key, state }) => order_key === order && state !== 'open')
  if (!paid.some(({ amount }) => amount > 0)) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <ButtonLink
        look="plain"
        href={path.invoice({ _key: order })}
        icon={<ReceiptText className="size-5" aria-hidden />}
      >
        {t(words.invoice)}
      </ButtonLink>
      <ButtonLink look="plain" href={path.receipt({ _key: order })}>
        {t(words.receipt)}
      </ButtonLink>
    </div>
  )
}
