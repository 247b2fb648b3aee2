import { useMemo, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { onDevice } from '#ui/router/address.ts'
import { type Desk, consoleDesksList } from '../setup/setup.contract.ts'
import { FindField } from './FindField.tsx'
import { FoundList } from './FoundList.tsx'
import { LatestCard } from './LatestCard.tsx'
import { PackCard } from './PackCard.tsx'
import { UncheckedProxy, UnseenCode } from './UnseenCode.tsx'
import { pickupWords as words } from './pickup.words.ts'
import { DeviceDoor, deskOfDevice } from './offline/DeviceDoor.tsx'
import { useDevice } from './offline/useDevice.ts'
import { type DeskSource, onlineSource } from './source.ts'
import { usePickup } from './usePickup.ts'

/** The pages of desks that hand out no packs. */
const elsewhere: Partial<Record<Desk['preset'], (raceid: number) => string>> = {
  volunteers: (raceid) => path.volunteers({ raceid, tab: 'signing' }),
  walkup: (raceid) => path.walkin({ raceid }),
  medical: (raceid) => path.medical({ raceid }),
  gate: (raceid) => path.gate({ raceid }),
  kiosk: (raceid) => `/kiosk?raceid=${raceid}`,
}
const keptUnder = (raceid: number) => `startline_desk_${raceid}`

/** The screen of a pick-up desk. One field takes scans, numbers and names. */
export const PickupPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const device = useDevice(raceid)
  const opened = device.phase.name === 'open' ? device.phase : undefined
  // A registered device needs no list of desks. The device continues to work after the log-in of the person at the desk
  // has ended.
  const desks = useAsk(consoleDesksList, { raceid }, { enabled: device.phase.name === 'none' })
  const [chosen, setChosen] = useState(() => onDevice.get(keptUnder(raceid)) ?? '')
  const race = useRace()
  // The list of races needs a log-in. A device knows the zone of its race without a log-in.
  const zone = opened?.keeper.state().setting?.zone ?? race?.zone
  const desk = opened ? deskOfDevice(opened.keeper) : desks.data?.items.find(({ id }) => String(id) === chosen)
  const source = useMemo(() => opened?.source ?? onlineSource(raceid, desk?.id), [opened?.source, raceid, desk?.id])
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        opened ? null : (
          <>
            <ButtonLink look="plain" href={path.gate({ raceid })}>
              {t(words.preset_gate)}
            </ButtonLink>
            {desks.data && desks.data.items.length > 0 ? (
              <Select
                bare
                label={t(words.which)}
                value={desk ? chosen : ''}
                placeholder={t(words.none_chosen)}
                options={desks.data.items.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={({ target }) => {
                  setChosen(target.value)
                  onDevice.set(keptUnder(raceid), target.value || undefined)
                }}
              />
            ) : null}
          </>
        )
      }
    >
      <DeviceDoor raceid={raceid} device={device} desks={desks.data?.items ?? []} chosen={desk}>
        {desk && elsewhere[desk.preset] ? (
          <Card>
            <p className="mb-3">{t(words.other_page)}</p>
            <ButtonLink href={elsewhere[desk.preset]!(raceid)}>{t(words[`preset_${desk.preset}`])}</ButtonLink>
          </Card>
        ) : !opened && desks.error && !desks.data ? (
          <ErrorState error={desks.error} onRetry={() => void desks.refetch()} />
        ) : !opened && desks.isPending ? (
          <SkeletonCards count={2} className="h-40" />
        ) : (
          <Counter
            key={opened ? 'device' : (desk?.id ?? 0)}
            source={source}
            desk={desk}
            zone={zone}
            news={device.status.met}
          />
        )}
      </DeviceDoor>
    </DeskPage>
  )
}

/** The work area of one desk. A phone shows the parts of this area below each other. */
type CounterProps = { source: DeskSource; desk: Desk | undefined; zone: string | undefined; news: number }
const Counter = ({ source, desk, zone, news }: CounterProps) => {
  const t = useWords()
  const work = usePickup(source, news)
  const { found, pack, busy, refused } = work
  const list = {
    latest: work.latest,
    failed: work.unread,
    busy: busy || work.reading,
    zone,
    onUndo: (entry: Parameters<typeof work.write>[0]) => void work.write(entry),
    onAgain: work.readAgain,
  }
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid grid-cols-1 gap-4">
        <FindField
          busy={busy}
          done={pack?.handed?.entry}
          onFind={(q) => void work.find(q)}
          onCard={(card) => void work.findCard(card)}
          onClear={work.clear}
        />
        {work.unchecked === undefined ? null : <UncheckedProxy onDrop={() => work.takeUnchecked(undefined)} />}
        {found?.unseen !== undefined ? (
          <UnseenCode onTake={() => work.takeUnchecked(found.unseen)} />
        ) : found && found.items.length !== 1 ? (
          <FoundList found={found} open={pack?.id} onOpen={(id) => void work.open(id)} />
        ) : null}
        <div className="max-md:hidden">
          <LatestCard {...list} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4" aria-live="polite">
        <Refusal refused={refused} />
        {pack ? (
          <PackCard key={pack.id} pack={pack} desk={desk} zone={zone} proxy={work.proxy} work={work} />
        ) : (
          <Card className={found ? 'max-md:hidden' : ''}>
            <Empty
              title={t(found && found.items.length > 1 ? words.choose : words.start)}
              description={t(found && found.items.length > 1 ? words.choose_text : words.start_text)}
            />
          </Card>
        )}
      </div>
      <div className="md:hidden">
        <LatestCard {...list} />
      </div>
    </div>
  )
}
