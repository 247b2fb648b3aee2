import { useState } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { PageState } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { type Refused, needsLogin, refusedFrom, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { ticketTake } from '../contract.ts'
import { ticketWords as words } from './tickets.words.ts'

/**
 * The page of a link by which a person takes an offered ticket. The person must press a button, because programs that
 * preview links would otherwise take the ticket.
 */
export const TicketTakePage = () => {
  const t = useWords()
  const go = useGo()
  const token = usePageParams().gift ?? ''
  const take = useCall(ticketTake, { quiet: true })
  const [login, setLogin] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const accept = async () => {
    setRefused(undefined)
    try {
      const { ticket } = await take.mutateAsync({ raceid: link().raceid ?? 0, token })
      go(path.ticket({ id: ticket._key }), { replace: true })
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (needsLogin(said)) setLogin(true)
      else setRefused(said)
    }
  }
  // A link that has ended never counts again, so the page offers no second try.
  const over = refused?.refusal === 'ticket_link_over'
  return (
    <Page title={t(words.take)} narrow>
      <PageState
        picture={<StatusIcon kind={over ? 'warn' : 'info'} />}
        heading="h1"
        title={over ? refused.msg : t(words.takeTitle)}
        description={over ? undefined : t(words.takeHow)}
        actions={
          over ? (
            <ButtonLink look="plain" href={path.tickets()}>
              {t(words.mine)}
            </ButtonLink>
          ) : (
            <Button wide="phone" busy={take.isPending} onClick={() => void accept()}>
              {t(words.take)}
            </Button>
          )
        }
      >
        {over ? null : <Refusal refused={refused} />}
      </PageState>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}
