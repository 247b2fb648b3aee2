import { type ReactNode, Suspense, useState } from 'react'
import { salesOffer, salesReturn } from '#features/sales/contract.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { type TicketShown, ticketDetail, ticketKeep, ticketName, ticketOffer } from '../contract.ts'
import { TicketChip, ticketTimeText } from './TicketChip.tsx'
import { TicketPapers } from './TicketPapers.tsx'
import { ticketWords as words } from './tickets.words.ts'

type Files = (ticket: TicketShown) => ReactNode

/** The page of one ticket that the account holds. `files` shows the links to the files of the ticket. */
export const TicketPage = ({ files }: { files: Files }) => {
  const t = useWords()
  const id = usePageParams().id ?? ''
  const query = useAsk(ticketDetail, { id }, { quiet: true })
  return (
    <LoggedInPage title={t(words.title)} backTo={path.tickets()} query={query}>
      {(data) => <Shown key={id} data={data} files={files} again={() => void query.refetch()} />}
    </LoggedInPage>
  )
}

const Shown = ({ data, files, again }: { data: OutputOf<typeof ticketDetail>; files: Files; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { ticket, zone, race, moves } = data
  const open = ticket.state === 'valid' && !ticket.used
  return (
    <Page title={t(words.title)} backTo={path.tickets()} narrow>
      <section className="grid justify-items-center gap-3 rounded bg-surface px-6 py-8 text-center shadow-card">
        <p className="text-14 text-soft">{race}</p>
        <h1 className="text-20 font-bold">{ticket.goods}</h1>
        <TicketChip ticket={ticket} />
        {ticket.code ? (
          <>
            <Suspense fallback={<div className="size-72" />}>
              <LaterQrCode text={ticket.code} size={288} label={t(words.code)} />
            </Suspense>
            <p className="text-soft">{t(words.show)}</p>
          </>
        ) : ticket.state === 'valid' ? (
          <p className="text-soft">{t(words.needsName)}</p>
        ) : null}
      </section>
      <Card>
        <Facts
          rows={[
            [t(words.time), ticketTimeText(ticket, zone, lang)],
            [t(words.place), ticket.place],
            ['', ticket.variant],
            [t(words.holder), open && ticket.named ? null : ticket.holder],
            [t(words.moves), moves.length > 0 ? t(words.moved, { n: moves.length }) : null],
          ]}
        />
        {open && ticket.named ? <NameForm ticket={ticket} again={again} /> : null}
        {open ? <Deeds ticket={ticket} again={again} /> : null}
        {ticket.order_key ? <TicketPapers order={ticket.order_key} /> : null}
      </Card>
      {ticket.state === 'valid' ? files(ticket) : null}
    </Page>
  )
}

const NameForm = ({ ticket, again }: { ticket: TicketShown; again: () => void }) => {
  const t = useWords()
  const [name, setName] = useState(ticket.holder ?? '')
  const [refused, setRefused] = useState<Refused>()
  const save = useCall(ticketName, { quiet: true })
  const submit = async () => {
    try {
      await save.mutateAsync({ id: ticket._key, name })
      setRefused(undefined)
      again()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextInput
        label={t(words.holder)}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
      />
      <Refusal refused={refused} />
      <Button type="submit" busy={save.isPending}>
        {t(words.saveName)}
      </Button>
    </form>
  )
}

const Deeds = ({ ticket, again }: { ticket: TicketShown; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [token, setToken] = useState<string>()
  const [amount, setAmount] = useState<number>()
  const [refused, setRefused] = useState<Refused>()
  const offer = useCall(ticketOffer, { quiet: true })
  const keep = useCall(ticketKeep, { quiet: true })
  const look = useCall(salesOffer, { quiet: true })
  const giveBack = useCall(salesReturn, { quiet: true })
  const doing = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const back = { id: ticket.order_key ?? '', lines: [{ id: ticket.item_key ?? '', pieces: 1 }] }
  return (
    <div className="mt-4 grid gap-3">
      <Refusal refused={refused} />
      <div className="flex flex-wrap gap-3">
        <Button
          look="plain"
          busy={offer.isPending}
          onClick={() => void doing(async () => setToken((await offer.mutateAsync({ id: ticket._key })).token))}
        >
          {t(words.hand)}
        </Button>
        {ticket.offered ? (
          <Button
            look="quiet"
            busy={keep.isPending}
            onClick={() =>
              void doing(async () => {
                await keep.mutateAsync({ id: ticket._key })
                toastSuccess(t(words.kept))
                again()
              })
            }
          >
            {t(words.keep)}
          </Button>
        ) : null}
        {ticket.item_key ? (
          <Button
            look="quiet"
            busy={look.isPending}
            onClick={() => void doing(async () => setAmount((await look.mutateAsync(back)).amount))}
          >
            {t(words.giveBack)}
          </Button>
        ) : null}
      </div>
      {token ? (
        <LinkDialog
          title={t(words.handTitle)}
          description={t(words.handHow)}
          link={`${location.origin}${path.ticketTake({ gift: token })}`}
          onClose={() => {
            setToken(undefined)
            again()
          }}
        />
      ) : null}
      <Dialog
        open={amount !== undefined}
        onClose={() => setAmount(undefined)}
        title={t(words.giveBackTitle)}
        actions={
          <Button
            look="danger"
            busy={giveBack.isPending}
            onClick={() =>
              void doing(async () => {
                await giveBack.mutateAsync({ ...back, amount: amount ?? 0 })
                setAmount(undefined)
                toastSuccess(t(words.giveBackDone))
                again()
              })
            }
          >
            {t(words.giveBack)}
          </Button>
        }
      >
        <p>{t(words.giveBackHow, { amount: money(amount ?? 0, lang) })}</p>
      </Dialog>
    </div>
  )
}
