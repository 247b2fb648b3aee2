import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type WaitlistOfEvent, consoleWaitlistsList } from '../contract.ts'
import { words as waitlist } from '../words.ts'
import { WaitlistLine } from './WaitlistLine.tsx'
import { EndWaitlistDialog, PromoteDialog, SetupWaitlistDialog } from './WaitlistDialogs.tsx'
import { deskWords as words } from './desk.words.ts'

const tones = { open: 'success', ending: 'warning', ended: 'plain' } as const

/** Sorts the events: the events with an open waitlist come first, because only they need work. */
const begunFirst = (events: readonly WaitlistOfEvent[]): WaitlistOfEvent[] =>
  events.toSorted((a, b) => Number(b.waitlist?.state === 'open') - Number(a.waitlist?.state === 'open'))

export const WaitlistsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const shown = useAsk(consoleWaitlistsList, { raceid }, { refetchInterval: 10_000 })
  const error = shown.error
  return (
    <DeskPage
      title={t(waitlist.title)}
      description={t(words.description)}
      actions={<ExportButton raceid={raceid} table="waitlist" />}
    >
      {error ? <ErrorState error={error} onRetry={() => void shown.refetch()} /> : null}
      {!shown.data && !error ? <SkeletonCards count={3} className="h-40" /> : null}
      {shown.data?.items.length === 0 ? <Empty title={t(words.noEvents)} /> : null}
      {begunFirst(shown.data?.items ?? []).map((event) => (
        <EventCard
          key={`${raceid} ${event.eventid}`}
          raceid={raceid}
          event={event}
          zone={shown.data!.zone}
          again={() => void shown.refetch()}
        />
      ))}
    </DeskPage>
  )
}

type Props = { raceid: number; event: WaitlistOfEvent; zone: string; again: () => void }
const EventCard = ({ raceid, event, zone, again }: Props) => {
  const t = useWords()
  const { may } = useMe()
  const [dialog, setDialog] = useState<'setup' | 'promote' | 'end'>()
  const [open, setOpen] = useState(false)
  const { waitlist: list } = event
  const live = list?.state === 'open'
  const free = Math.max(event.places - event.taken, 0)
  const noPromotion = free === 0 ? t(words.no_place) : list?.waiting === 0 ? t(words.nobody) : undefined
  const why = event.state === 'audit' ? t(words.after_review) : undefined
  const close = () => setDialog(undefined)
  return (
    <Card
      title={event.name}
      aside={<Chip tone={list ? tones[list.state] : 'plain'}>{t(list ? words[list.state] : words.off)}</Chip>}
    >
      {list && live ? (
        <Standing event={event} list={list} zone={zone} />
      ) : (
        <p className="figures pb-3 text-soft">
          {t(words.places_value, {
            taken: countText(event.taken),
            places: countText(event.places),
            free: countText(free),
          })}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-2 pt-3">
        {may('events.edit') ? (
          <Button look="plain" {...(why ? { disabledReason: why } : {})} onClick={() => setDialog('setup')}>
            {t(live ? words.change : words.set_up)}
          </Button>
        ) : null}
        {live ? (
          <>
            <Button look="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? words.hide : words.show)}
            </Button>
            {may('registrations.edit') ? (
              <Button
                look="plain"
                {...(noPromotion ? { disabledReason: noPromotion } : {})}
                onClick={() => setDialog('promote')}
              >
                {t(words.promote)}
              </Button>
            ) : null}
            {may('events.edit') ? (
              <Button look="danger" onClick={() => setDialog('end')}>
                {t(words.end)}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      {live && open ? <WaitlistLine raceid={raceid} event={event} zone={zone} free={free} again={again} /> : null}
      <SetupWaitlistDialog
        key={dialog === 'setup' ? 'open' : 'shut'}
        open={dialog === 'setup'}
        raceid={raceid}
        event={event}
        zone={zone}
        onClose={close}
        onDone={again}
      />
      <PromoteDialog
        open={dialog === 'promote'}
        raceid={raceid}
        event={event}
        free={free}
        onClose={close}
        onDone={again}
      />
      <EndWaitlistDialog open={dialog === 'end'} raceid={raceid} event={event} onClose={close} onDone={again} />
    </Card>
  )
}

const Standing = ({
  event,
  list,
  zone,
}: {
  event: WaitlistOfEvent
  list: NonNullable<WaitlistOfEvent['waitlist']>
  zone: string
}) => {
  const t = useWords()
  const { lang } = useLang()
  const people = (n: number) => (n > 0 ? t(words.people, { n: countText(n) }) : null)
  return (
    <div className="grid gap-x-8 md:grid-cols-2">
      <Facts
        rows={[
          [
            t(words.places),
            t(words.places_value, {
              taken: countText(event.taken),
              places: countText(event.places),
              free: countText(Math.max(event.places - event.taken, 0)),
            }),
          ],
          [t(words.in_line), t(words.in_line_value, { n: countText(list.waiting), paid: countText(list.paid) })],
          [t(words.unpaid), people(list.unpaid)],
          [t(words.undrawn), people(list.undrawn)],
          [t(words.offered), people(list.offered)],
        ]}
      />
      <Facts
        rows={[
          [t(words.basis), t(words[list.basis])],
          [t(words.when), t(list.at_once ? words.at_once : words.daily)],
          [t(words.refreshed), dateText(list.refreshed_at, lang, 'minute', zone)],
          [t(words.next), dateText(list.refresh_at, lang, 'minute', zone)],
          [t(words.ends), dateText(list.ends_at, lang, 'minute', zone)],
        ]}
      />
    </div>
  )
}
