import { useState } from 'react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { hrefTo, link } from '#ui/router/address.ts'
import { money } from '#ui/language/money.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Ticket } from '#ui/layout/Ticket.tsx'
import { path } from '#seam/web/paths.ts'
import { statusTones } from '#ui/feedback/StatusIcon.tsx'
import { type Registration, registrationMy, registrationOrders } from '../../contract.ts'
import { bibWords } from '../../bib.words.ts'
import { words as registrationWords } from '../../status/status.words.ts'
import { groupByOrder } from './groupByOrder.ts'
import { myWords as words } from './my.words.ts'
import { statusWords } from '../status/status.words.ts'

const pageSize = 20
type PageProps = { after: string | undefined; last: boolean; onMore: (after: string) => void }

/**
 * Holds the pages of a list, one below the other. Each page loads itself. The last page has a button for the next page.
 */
const usePages = () => {
  const [afters, setAfters] = useState<(string | undefined)[]>([undefined])
  return {
    afters,
    more: (after: string) => setAfters((before) => (before.includes(after) ? before : [...before, after])),
  }
}

const More = ({ after, last, onMore }: { after: string | null; last: boolean; onMore: (after: string) => void }) => {
  const t = useWords()
  if (!after || !last) return null
  return (
    <Button look="plain" className="justify-self-center" onClick={() => onMore(after)}>
      {t(words.more)}
    </Button>
  )
}

export const MyRegistrations = () => {
  const { afters, more } = usePages()
  return (
    <div className="grid gap-4">
      {afters.map((after, at) => (
        <RegistrationPage key={after ?? ''} after={after} last={at === afters.length - 1} onMore={more} />
      ))}
    </div>
  )
}

/**
 * Returns the race as a parameter of a link. If the address of the list names a race, all links keep that race by
 * themselves. In the list of all races each link names the race of its registration.
 */
const of = (raceid: number) => (link().raceid === undefined ? { raceid } : {})

const RegistrationPage = ({ after, last, onMore }: PageProps) => {
  const t = useWords()
  const { raceid } = link()
  const page = useAsk(registrationMy, { limit: pageSize, ...(after ? { after } : {}) }, { staleTime: 5_000 })
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <SkeletonCards count={3} className="h-32" />
  if (page.data.items.length === 0 && after === undefined)
    return (
      <Empty
        title={t(words.noRegistrations)}
        description={t(words.noRegistrationsHow)}
        action={
          <ButtonLink href={raceid === undefined ? path.finder() : path.baoming()}>
            {t(raceid === undefined ? words.findRace : words.signUp)}
          </ButtonLink>
        }
      />
    )
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {groupByOrder(page.data.items).map((group) =>
          group.length > 1 ? (
            <Together key={group[0]!._key} group={group} />
          ) : (
            group.map((one) => (
              <li key={one._key} className="grid content-start gap-2">
                <Entry one={one} pays />
              </li>
            ))
          ),
        )}
      </ul>
      <More after={page.data.after} last={last} onMore={onMore} />
    </>
  )
}

/** Shows one registration as a `Ticket`, with the actions that are possible. */
const Entry = ({ one, pays }: { one: Registration; pays?: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const { raceid } = link()
  const { can, shows } = one.status
  const whose = { ...of(one.raceid), _key: one._key }
  const ways = [
    can.mend.ok
      ? { says: t(statusWords.mend), href: hrefTo('/edit', whose) }
      : can.edit.ok
        ? { says: t(statusWords.edit), href: hrefTo('/edit', whose) }
        : undefined,
    can.team.ok || one.team ? { says: one.team?.name ?? t(statusWords.team), href: hrefTo('/team', whose) } : undefined,
    can.again.ok ? { says: t(statusWords.signUpAgain), href: hrefTo('/baoming', of(one.raceid)) } : undefined,
  ].filter((way) => way !== undefined && has(way.href))
  return (
    <div className="grid gap-1">
      <Ticket
        colour={one.meta.event.colour}
        event={raceid === undefined ? `${one.race.name} · ${one.meta.event.name}` : one.meta.event.name}
        name={one.name}
        bib={shows.bib && one.bib ? `${one.prefix_bib ?? ''}${one.bib}` : undefined}
        bibText={shows.bib ? t(bibWords.bib_before_race) : (one.status.fee_label ?? '')}
        chip={<Chip tone={statusTones[one.status.icon]}>{one.status.title}</Chip>}
        rows={[
          [t(statusWords.time), dateText(one.meta.event.start_at ?? one.race.time, lang, 'deadline', one.race.zone)],
          [t(statusWords.team), one.team?.name],
        ]}
        href={hrefTo('/queryDetail', whose)}
      />
      {ways.length ? (
        <p className="flex flex-wrap justify-end gap-x-1">
          {ways.map((way) => (
            <ButtonLink key={way!.href} look="quiet" className="px-3 text-14" href={way!.href}>
              {way!.says}
              <span className="sr-only">{one.name}</span>
            </ButtonLink>
          ))}
        </p>
      ) : null}
      {pays && one.status.paid === '0' && can.pay.ok ? (
        <ButtonLink wide href={hrefTo('/pay', whose)}>
          {t(statusWords.payNow, { amount: money(one.charge.amount, lang) })}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Shows the registrations of one sign-up together, because one order pays for them. */
const Together = ({ group }: { group: readonly Registration[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const payable = group.find((one) => one.status.paid === '0' && one.status.can.pay.ok)
  const amount = money(group[0]?.charge.amount ?? 0, lang)
  return (
    <li className="grid content-start gap-2 rounded bg-sunk p-3 lg:col-span-2">
      <p className="figures flex items-baseline justify-between gap-3 px-1">
        <span className="font-medium">
          <Dotted text={t(words.together, { n: group.length })} />
        </span>
        <span className="display text-20">{amount}</span>
      </p>
      <ul className="grid gap-3 lg:grid-cols-2">
        {group.map((one) => (
          <li key={one._key}>
            <Entry one={one} />
          </li>
        ))}
      </ul>
      {payable ? (
        <ButtonLink wide href={hrefTo('/pay', { ...of(payable.raceid), _key: payable._key })}>
          {t(statusWords.payNow, { amount })}
        </ButtonLink>
      ) : null}
    </li>
  )
}

export const MyOrders = () => {
  const { afters, more } = usePages()
  return (
    <div className="grid gap-4">
      {afters.map((after, at) => (
        <OrderPage key={after ?? ''} after={after} last={at === afters.length - 1} onMore={more} />
      ))}
    </div>
  )
}

const stateWords = { open: statusWords.unpaid, paid: statusWords.paid, closed: statusWords.closed } as const
const stateTones = { open: 'info', paid: 'success', closed: 'plain' } as const

const OrderPage = ({ after, last, onMore }: PageProps) => {
  const t = useWords()
  const { lang } = useLang()
  const page = useAsk(registrationOrders, { limit: pageSize, ...(after ? { after } : {}) }, { staleTime: 5_000 })
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <SkeletonCards count={3} className="h-44" />
  if (page.data.items.length === 0 && after === undefined)
    return <Empty title={t(words.noOrders)} description={t(words.noOrdersHow)} />
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {page.data.items.map(({ order, race, registrations }) => {
          const refunded =
            order.refundid !== 0 &&
            (registrations.every(({ paid_label }) => paid_label === t(registrationWords.paid_2))
              ? statusWords.refunded
              : statusWords.refundedPart)
          return (
            <li key={order._key}>
              <Card>
                <div className="mb-2 flex items-start justify-between gap-3">
                  <div className="min-w-0">
                    <p className="text-14 text-soft">{race.name}</p>
                    <p className="font-bold">
                      {registrations.map((one) => `${one.name} · ${one.event}`).join(lang === 'en' ? ', ' : '、')}
                    </p>
                  </div>
                  <Chip tone={refunded ? 'plain' : stateTones[order.state]}>
                    {t(refunded || stateWords[order.state])}
                  </Chip>
                </div>
                <Facts
                  rows={[
                    [
                      t(statusWords.amount),
                      <span key="amount" className="display text-20">
                        {money(order.amount, lang)}
                      </span>,
                    ],
                    [t(words.orderNumber), order.tradeno],
                    [t(words.orderedAt), dateText(order.created_at, lang, 'minute')],
                    [t(statusWords.paidAt), dateText(order.pay_at, lang, 'minute')],
                    [
                      t(statusWords.payment),
                      order.payment && order.state === 'paid' ? t(statusWords[order.payment]) : '',
                    ],
                  ]}
                />
                {order.state === 'open' && registrations[0] ? (
                  <ButtonLink
                    wide
                    className="mt-3"
                    href={hrefTo('/pay', { ...of(race.id), _key: registrations[0]._key })}
                  >
                    {t(words.payNow)}
                  </ButtonLink>
                ) : null}
                {order.state === 'closed' && registrations[0] ? (
                  <ButtonLink
                    look="quiet"
                    className="-ml-3 mt-1 px-3 text-14"
                    href={hrefTo('/pay', { ...of(race.id), _key: registrations[0]._key })}
                  >
                    {t(statusWords.payments)}
                  </ButtonLink>
                ) : null}
                {order.state === 'paid' && order.amount > 0 && order.payment !== 'invite' ? (
                  <p className="-mx-3 mt-1 flex flex-wrap gap-x-1">
                    <ButtonLink
                      look="quiet"
                      className="px-3 text-14"
                      href={hrefTo('/receipt', { ...of(race.id), _key: order._key })}
                    >
                      {t(statusWords.receipt)}
                    </ButtonLink>
                    <ButtonLink
                      look="quiet"
                      className="px-3 text-14"
                      href={hrefTo('/invoice', { ...of(race.id), _key: order._key })}
                    >
                      {t(statusWords.invoice)}
                    </ButtonLink>
                  </p>
                ) : null}
              </Card>
            </li>
          )
        })}
      </ul>
      <More after={page.data.after} last={last} onMore={onMore} />
    </>
  )
}
