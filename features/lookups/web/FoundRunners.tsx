import { shortTime } from '#contract/written.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { bibWords } from '#features/registrations/bib.words.ts'
import { keepRunner } from '#features/registrations/web/status/keptRunner.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { eventColour } from '#ui/look/colour.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Ticket } from '#ui/layout/Ticket.tsx'
import { path } from '#seam/web/paths.ts'
import { statusTones } from '#ui/feedback/StatusIcon.tsx'
import type { QueryType } from '../contract.ts'
import { type CardField, lookups } from '../rules.ts'
import { type LookupMatch, detailHref } from './lookups.ts'
import { emptyTitles, cardFieldWords, queryWords as words } from './query.words.ts'
import type { LookingUp } from './useLookup.ts'

type Props = { kind: QueryType; lookup: LookingUp; primary: string | undefined; zone: string | undefined }

/**
 * The found runners as cards, below a count of the runners. If nobody is found, a text tells the visitor how to go on.
 */
export const FoundRunners = ({ kind, lookup, primary, zone }: Props) => {
  const t = useWords()
  const go = useGo()
  const has = useHasPage()
  const params = usePageParams()
  const { found } = lookup
  const only = found?.length === 1 ? found[0] : undefined
  const way = only && detailHref(kind, only, params, has)
  const goOn = useEffectEvent(() => {
    if (!params.go || !only || !way) return
    keep(only, params.gameid)
    go(way, { replace: true })
  })
  useEffect(() => goOn(), [only])
  if (lookup.asked === undefined || lookup.pictureNeeded) return null
  if (lookup.error)
    return ['401', '10001', '403'].includes(lookup.error.code) ? (
      <LogIn />
    ) : (
      <ErrorState error={lookup.error} onRetry={lookup.search} />
    )
  if (!found) return <SkeletonCards count={2} className="h-28" />
  const { empty } = lookups[kind]
  if (found.length === 0)
    return (
      <Empty
        title={t(emptyTitles[kind])}
        description={t(kind === 'volunteers' ? words.noneYetVolunteer : words[`${empty}How` as const])}
        action={
          kind === 'reg' ? (
            <ButtonLink href={path.baoming()}>{t(words.signUp)}</ButtonLink>
          ) : kind === 'score' ? (
            <ButtonLink look="plain" href={path.report()}>
              {t(words.allResults)}
            </ButtonLink>
          ) : (
            <Button look="plain" onClick={lookup.search}>
              {t(words.search)}
            </Button>
          )
        }
      />
    )
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="mb-3 text-16 font-medium">
        <span role="status">{t(kind === 'ticket' ? words.foundTickets : words.foundCount, { n: found.length })}</span>
      </h2>
      <ul className="grid gap-3">
        {found.map((one) => (
          <li key={one._key} onClickCapture={() => keep(one, params.gameid)}>
            <RunnerTicket
              kind={kind}
              found={one}
              primary={primary}
              zone={zone}
              href={detailHref(kind, one, params, has)}
            />
          </li>
        ))}
      </ul>
      {kind === 'score' ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {only ? (
            <ButtonLink look="plain" href={path.result({ key: only._key })}>
              {t(words.resultWhole)}
            </ButtonLink>
          ) : null}
          <ButtonLink look="plain" href={path.report()}>
            {t(words.allResults)}
          </ButtonLink>
        </div>
      ) : null}
      {lookup.asked.startsWith('_') && !found.some(({ related }) => related) ? <LogIn related /> : null}
    </section>
  )
}

/**
 * Keeps a game's runner on the device, for pages whose link names only the game (docs/behaviour/accounts.md, A game's
 * runner).
 */
const keep = (found: LookupMatch, gameid: string | undefined) => {
  const game = found.gameid ?? gameid
  if (!game) return
  const { _key, id, name, event, bib, time, nettime, certificateid } = found
  keepRunner(String(game), {
    ...(found.kind === 'game' ? {} : { _key }),
    id,
    gameid: game,
    certificateid,
    name: name ?? '',
    event,
    bib,
    time,
    nettime,
  })
}

/**
 * The text for a visitor without permission. It asks for a log-in with the registrant's mobile
 * (docs/behaviour/accounts.md, Without permission).
 */
const LogIn = ({ related }: { related?: boolean }) => {
  const t = useWords()
  return (
    <Empty
      title={t(related ? words.relatedTitle : words.logInTitle)}
      description={t(related ? words.relatedHow : words.logInHow)}
      action={
        <ButtonLink look="plain" href={path.login()}>
          {t(words.logIn)}
        </ButtonLink>
      }
    />
  )
}

const outcomes = {
  finished: words.finished,
  running: words.running,
  dnf: words.dnf,
  dns: words.dns,
  dsq: words.dsq,
} as const

const RunnerTicket = ({
  kind,
  found,
  primary,
  zone,
  href,
}: {
  kind: QueryType
  found: LookupMatch
  primary: string | undefined
  zone: string | undefined
  href: string | undefined
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  // The colour of a card is the event's colour. Until the race's events are loaded, the card has a colour that
  // `eventColour` gives to the event's id.
  const events = useAsk(raceEvents, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, quiet: true })
  const clock = (time: string | null | undefined) => (time ? shortTime(time) : time)
  const rowOf = (field: CardField): [ReactNode, ReactNode][] => {
    if (field === 'status') return []
    if (field === 'meta') return Object.entries(found.meta ?? {})
    const value =
      field === 'starts_at'
        ? dateText(found.starts_at, lang, 'deadline', zone)
        : field === 'time'
          ? (clock(found.time) ?? (found.outcome ? t(outcomes[found.outcome]) : null))
          : field === 'nettime'
            ? clock(found.nettime)
            : found[field]
    return [[t(cardFieldWords[field]), value]]
  }
  const { fields } = lookups[kind]
  // It is not certain that a registration without a place gets a bib, so the card promises none.
  const noBib = kind === 'volunteers' ? words.volunteer : found.bib_due ? bibWords.bib_before_race : undefined
  return (
    <Ticket
      colour={events.data?.find(({ id }) => id === found.eventid)?.colour ?? eventColour(primary, found.eventid)}
      event={found.event}
      bib={found.bib}
      {...(noBib ? { bibText: t(noBib) } : {})}
      name={found.name ?? t(words.hiddenName)}
      chip={
        fields.includes('status') && found.status && found.icon ? (
          <Chip tone={statusTones[found.icon]}>{found.status}</Chip>
        ) : undefined
      }
      rows={fields.flatMap(rowOf)}
      {...(href === undefined ? {} : { href })}
    />
  )
}
