import { useState } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { PageState } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { Button } from '#ui/form/Button.tsx'
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
  return (
    <Page title={t(words.take)} narrow>
      <PageState
        picture={<StatusIcon kind="info" />}
        heading="h1"
        title={t(words.takeTitle)}
        description={t(words.takeHow)}
        actions={
          <Button className="min-w-64" busy={take.isPending} onClick={() => void accept()}>
            {t(words.take)}
          </Button>
        }
      >
        <Refusal refused={refused} />
      </PageState>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}
