import { Siren } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type ConsoleBroadcast, consoleSafetyEnd, consoleSafetyShow } from '../contract.ts'
import { flagKinds } from '../rules.ts'
import { flagWords } from '../words.ts'
import { BroadcastDialog } from './BroadcastDialog.tsx'
import { FlagDesk } from './FlagDesk.tsx'
import { safetyDeskWords as words } from './safetyDesk.words.ts'

/** The page of safety on the race day: flags for heat and air, and broadcasts to runners. */
export const SafetyPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [writing, setWriting] = useState(false)
  const list = useAsk(consoleSafetyShow, { raceid }, { staleTime: 0, refetchInterval: 5_000 })
  const { data } = list
  const again = () => void list.refetch()
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.intro)}
      actions={
        <Button
          look="danger"
          icon={<Siren className="size-5" aria-hidden />}
          disabled={!data}
          onClick={() => setWriting(true)}
        >
          {t(words.write)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={2} className="h-44" /> : null}
      {list.error && !data ? <ErrorState error={list.error} onRetry={again} /> : null}
      {data ? (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            {flagKinds.map((of) => (
              <FlagDesk
                key={of}
                raceid={raceid}
                of={of}
                raised={data.flags.find((flag) => flag.of === of)}
                onChanged={again}
              />
            ))}
          </div>
          <section className="grid gap-3" aria-label={t(words.broadcasts)}>
            <h2 className="text-20 font-bold">{t(words.broadcasts)}</h2>
            {data.broadcasts.length === 0 ? <Empty title={t(words.none)} /> : null}
            {data.broadcasts.map((one) => (
              <Broadcast key={one.id} raceid={raceid} one={one} events={data.events} zone={data.zone} again={again} />
            ))}
          </section>
          <History data={data} />
        </>
      ) : null}
      {writing && data ? (
        <BroadcastDialog
          raceid={raceid}
          events={data.events}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false)
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

type BroadcastProps = {
  raceid: number
  one: ConsoleBroadcast
  events: readonly { id: number; name: string }[]
  zone: string
  again: () => void
}
const Broadcast = ({ raceid, one, events, zone, again }: BroadcastProps) => {
  const t = useWords()
  const { lang } = useLang()
  const end = useCall(consoleSafetyEnd)
  const names = events.filter(({ id }) => one.eventids.includes(id)).map(({ name }) => name)
  return (
    <Card
      title={one.title}
      aside={<Chip tone={one.shown ? 'danger' : 'plain'}>{t(one.shown ? words.shown : words.over)}</Chip>}
    >
      <p className="break-words">{one.body}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-14 text-soft">
          {t(words.sent_to[one.audience])} · {names.length === 0 ? t(words.all_events) : names.join(t(words.comma))} ·{' '}
          {t(words.progress, { done: countText(one.notified), total: countText(one.total) })} ·{' '}
          {t(words.by, { name: one.by, when: dateText(one.created_at, lang, 'minute', zone) })}
        </p>
        {one.shown ? (
          <Button
            look="plain"
            busy={end.isPending}
            onClick={() => end.mutate({ raceid, id: one.id }, { onSettled: again })}
          >
            {t(words.end)}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const History = ({ data }: { data: NonNullable<ReturnType<typeof useAsk<typeof consoleSafetyShow>>['data']> }) => {
  const t = useWords()
  const { lang } = useLang()
  if (data.history.length === 0) return null
  return (
    <Card title={t(words.history)} flush>
      <ul className="divide-y divide-line">
        {data.history.map(({ of, colour, measured, by, since }) => (
          <li key={`${of} ${since}`} className="figures flex flex-wrap justify-between gap-x-4 px-4 py-2 md:px-6">
            <span>
              {t(flagWords.of[of])} · {colour === null ? t(words.lowered) : t(flagWords.colours[colour])}
              {measured === null ? '' : ` · ${t(flagWords.measured[of], { n: measured })}`}
            </span>
            <span className="text-14 text-soft">
              {t(words.by, { name: by, when: dateText(since, lang, 'minute', data.zone) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
