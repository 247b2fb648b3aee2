import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { PageState, closedRoad } from '#ui/feedback/PageState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { fucardGive, fucardShowDemand, fucardTake } from '../contract.ts'
import { CardFace } from './CardFace.tsx'
import { cardWords as words } from './cards.words.ts'

/**
 * The page of a link: a card to take, or a card that a friend asks for. The card moves only after a press, so that a
 * preview of the link does not move it.
 */
export const CardLinkPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const { gift, ask } = usePageParams()
  const account = useAccount()
  const offer = gift !== undefined
  const token = gift ?? ask ?? ''
  const seen = useAsk(fucardShowDemand, { raceid, token, offer }, { quiet: true, staleTime: Infinity })
  const take = useCall(fucardTake, { quiet: true })
  const give = useCall(fucardGive, { quiet: true })
  const [login, setLogin] = useState(false)
  const [done, setDone] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const move = async () => {
    setRefused(undefined)
    try {
      await (offer ? take : give).mutateAsync({ raceid, token })
      setDone(true)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const kind = seen.data?.set.kinds.find(({ card }) => card === seen.data.card)
  const over = seen.data?.over === true && !done
  const toCards = <ButtonLink href={path.cards()}>{t(words.toCards)}</ButtonLink>
  return (
    <Page title={seen.data?.set.name ?? t(words.title)} backTo={path.cards()} narrow>
      {seen.error?.refusal === 'card_link_over' ? (
        <PageState picture={closedRoad} heading="h2" title={t(words.linkOver)} actions={toCards} />
      ) : seen.error ? (
        <ErrorState error={seen.error} onRetry={() => void seen.refetch()} />
      ) : null}
      {seen.isPending ? <SkeletonCards count={1} className="h-96" /> : null}
      {seen.data && kind ? (
        <div className="grid justify-items-center gap-5 py-4 text-center">
          <h2 className="text-24 font-bold">
            {done
              ? t(offer ? words.taken : words.given)
              : t(offer ? words.takeTitle : words.askedTitle, { name: seen.data.name || t(words.somebody) })}
          </h2>
          <CardFace kind={kind} n={1} large />
          <Refusal refused={refused} />
          {over ? <p className="text-soft">{t(words.answered)}</p> : null}
          {done || over ? (
            toCards
          ) : (
            <Button
              wide="phone"
              busy={take.isPending || give.isPending}
              onClick={() => void (account.loggedIn ? move() : setLogin(true))}
            >
              {t(offer ? words.take : words.giveMine)}
            </Button>
          )}
        </div>
      ) : null}
      <LoginSheet
        open={login}
        onClose={() => setLogin(false)}
        onDone={() => {
          setLogin(false)
          account.refresh()
          // The page moves the card right after the log-in. The person has already pressed the button, and only the
          // first person gets a card that is given away.
          void move()
        }}
      />
    </Page>
  )
}
