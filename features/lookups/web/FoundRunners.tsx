import { useEffect } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useAsk } from '#ui/call.ts'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useWords } from '#ui/lang.tsx'
import { useGo, usePageParams } from '#ui/Link.tsx'
import { inSession, link } from '#ui/link.ts'
import { SkeletonCards } from '#ui/Skeleton.tsx'
import { eventColour } from '#ui/colour.ts'
import { Ticket } from '#ui/Ticket.tsx'
import { path } from '#web/paths.ts'
import { words as registrationWords } from '#features/registrations/words.ts'
import { detailHref, type Working } from './lookups.ts'
import { queryWords as words } from './queryWords.ts'
import type { Lookup } from './useLookup.ts'

const tones = { success: 'success', warn: 'warning', info: 'info', waiting: 'info' } as const

/** The found runners as tickets, with their count; or what to do where there is none. */
export const FoundRunners = ({ kind, lookup, primary }: { kind: Working; lookup: Lookup; primary: string | undefined }) => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const found = kind === 'reg' ? lookup.cards : lookup.scores
  const only = found?.length === 1 ? found[0] : undefined
  useEffect(() => {
    if (params.go && only) go(detailHref(kind, only._key, params), { replace: true })
  }, [only])
  if (lookup.asked === undefined) return null
  if (lookup.error && !lookup.pictureNeeded) return <ErrorState error={lookup.error} onRetry={lookup.search} />
  if (lookup.pictureNeeded) return null
  if (!found) return <SkeletonCards count={2} className="h-28" />
  if (found.length === 0)
    return kind === 'score' ? (
      <Empty title={t(words.noScore)} says={t(words.noScoreHow)} action={<Button look="plain" onClick={lookup.search}>{t(words.search)}</Button>} />
    ) : (
      <Empty title={t(words.noneFound)} says={t(words.noneFoundHow)} action={<ButtonLink href={path.baoming()}>{t(words.signUp)}</ButtonLink>} />
    )
  const colour = (eventid: number) => ({ primary, eventid })
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="mb-3 text-16 font-medium">
        <span role="status">{found.length === 1 ? t(words.foundOne) : t(words.foundCount, { n: found.length })}</span>
      </h2>
      <ul className="grid gap-3">{kind === 'reg' ? <RegistrationTickets lookup={lookup} colour={colour} /> : <ScoreTickets lookup={lookup} colour={colour} />}</ul>
    </section>
  )
}

type Colour = (eventid: number) => { primary: string | undefined; eventid: number }
/** An event's own colour once the race's events are known, before that a neighbour of the race's hue. */
const useColours = () => {
  const { raceid } = link()
  const events = useAsk(raceEvents, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, quiet: true })
  return ({ primary, eventid }: ReturnType<Colour>): string => events.data?.find(({ id }) => id === eventid)?.colour ?? eventColour(primary, eventid)
}

const RegistrationTickets = ({ lookup, colour }: { lookup: Lookup; colour: Colour }) => {
  const t = useWords()
  const params = usePageParams()
  const colourOf = useColours()
  return (lookup.cards ?? []).map((card) => (
    <li key={card._key} onClickCapture={() => params.gameid && inSession.set(`runner:${params.gameid}`, card._key)}>
      <Ticket
        colour={colourOf(colour(card.eventid))}
        event={card.event}
        bib={card.bib}
        bibSays={t(registrationWords.bib_before_race)}
        name={card.name}
        chip={<Chip tone={tones[card.icon]}>{card.status}</Chip>}
        rows={[[t(words.fee), card.paid_label]]}
        href={detailHref('reg', card._key, params)}
      />
    </li>
  ))
}

const outcomeWords = { finished: words.finished, dnf: words.dnf, dns: words.dns, dsq: words.dsq } as const

const ScoreTickets = ({ lookup, colour }: { lookup: Lookup; colour: Colour }) => {
  const t = useWords()
  const params = usePageParams()
  const colourOf = useColours()
  return (lookup.scores ?? []).map((score) => (
    <li key={score._key}>
      <Ticket colour={colourOf(colour(score.eventid))} event={score.event} bib={score.bib} bibSays={t(words.bib)} name={score.name ?? t(words.hiddenName)} rows={[[t(words.result), score.time?.replace(/^0(?=\d)/, '') ?? t(outcomeWords[score.outcome])]]} href={detailHref('score', score._key, params)} />
    </li>
  ))
}
