import { useAsk } from '#ui/network/call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { salesMine } from '#features/sales/contract.ts'
import { type TicketShown, type TicketKind, ticketMy, ticketShow } from '../contract.ts'
import { TicketChip, ticketTimeText } from './TicketChip.tsx'
import { ticketWords as words } from './tickets.words.ts'

/** The tickets of a race: first unpaid orders, then the account's tickets, then the kinds on sale. */
export const TicketsPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const kinds = useAsk(ticketShow, { raceid }, { staleTime: 5_000 })
  // A payment changes the answers of the next two calls, so the page loads both answers again when it opens.
  const mine = useAsk(ticketMy, { raceid }, { quiet: true, staleTime: 0 })
  const bought = useAsk(salesMine, { raceid }, { quiet: true, staleTime: 0, enabled: mine.data !== undefined })
  const unpaid = new Set(
    (bought.data?.items ?? [])
      .filter(({ room, state }) => room === 'tickets' && state === 'open')
      .map((one) => one.order_key),
  )
  if (!kinds.data)
    return (
      <Page title={t(words.title)} backTo={path.home()}>
        {kinds.error ? (
          <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
        ) : (
          <SkeletonCards count={3} className="h-32" />
        )}
      </Page>
    )
  const { zone, items } = kinds.data
  const own = mine.data?.items ?? []
  return (
    <Page title={t(words.title)} backTo={path.home()}>
      {[...unpaid].map((order) => (
        <div key={order} className="flex items-center justify-between gap-4 rounded bg-info-tint px-5 py-4">
          <span className="font-bold text-info-ink">{t(words.unpaid)}</span>
          <ButtonLink href={path.ticketPay({ id: order })}>{t(words.goPay)}</ButtonLink>
        </div>
      ))}
      {own.length > 0 ? <Mine items={own} zone={zone} /> : null}
      {items.length === 0 && own.length === 0 ? (
        <Empty title={t(words.none)} description={t(words.noneHow)} />
      ) : (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2" aria-label={t(words.forSale)}>
          {items.map((kind) => (
            <KindCard key={kind.id} kind={kind} zone={zone} />
          ))}
        </section>
      )}
    </Page>
  )
}

const Mine = ({ items, zone }: { items: readonly TicketShown[]; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t(words.mine)}>
      <h2 className="text-20 font-bold">{t(words.mine)}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        {items.map((ticket) => (
          <li key={ticket._key}>
            <Link
              href={path.ticket({ id: ticket._key })}
              className="flex min-h-24 flex-wrap items-center justify-between gap-4 rounded bg-surface px-5 py-4 shadow-card"
            >
              <span className="grid gap-1">
                <span className="font-bold">{ticket.goods}</span>
                <span className="text-14 text-soft">
                  <Dotted
                    text={[ticket.variant, ticketTimeText(ticket, zone, lang), ticket.holder]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </span>
              </span>
              <TicketChip ticket={ticket} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const KindCard = ({ kind, zone }: { kind: TicketKind; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(30_000)
  const soon = kind.sale_from !== null && Date.parse(kind.sale_from) > now
  const over = kind.sale_until !== null && Date.parse(kind.sale_until) <= now
  return (
    <Link href={path.ticketKind({ id: kind.id })} className="grid gap-2 rounded bg-surface px-5 py-5 shadow-card">
      <span className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-20 font-bold">{kind.name}</span>
        <span className="display text-28 text-strong">
          {kind.price_from === 0 ? t(words.free) : t(words.from, { price: money(kind.price_from, lang) })}
        </span>
      </span>
      {kind.about ? <span className="line-clamp-2 text-soft">{kind.about}</span> : null}
      <span className="flex flex-wrap gap-2">
        {soon ? (
          <Chip tone="info">{t(words.soon, { time: dateText(kind.sale_from, lang, 'deadline', zone) })}</Chip>
        ) : (
          <Chip tone={over || kind.free === 0 ? 'plain' : 'success'}>
            {over ? t(words.over) : kind.free === 0 ? t(words.soldOut) : t(words.left, { n: countText(kind.free) })}
          </Chip>
        )}
        {kind.audience === 'everybody' ? null : <Chip>{t(words[kind.audience])}</Chip>}
      </span>
    </Link>
  )
}
