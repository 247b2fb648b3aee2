import { TicketPassLinks } from '#features/passes/web/PassLinks.tsx'
import { TicketPage } from '#features/tickets/web/TicketPage.tsx'

/**
 * A person's own ticket with its files for calendar and wallets. After a change of the name on the ticket, the page
 * makes the files again.
 */
export const OwnTicketPage = () => (
  <TicketPage files={({ _key, holder }) => <TicketPassLinks key={holder} id={_key} />} />
)
