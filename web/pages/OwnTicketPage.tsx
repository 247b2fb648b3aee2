import { TicketPassLinks } from '#features/passes/web/PassLinks.tsx'
import { TicketPage } from '#features/tickets/web/TicketPage.tsx'

/** One own ticket with its files for calendar and wallets. A new name gives new files. */
export const OwnTicketPage = () => (
  <TicketPage files={({ _key, holder }) => <TicketPassLinks key={holder} id={_key} />} />
)
