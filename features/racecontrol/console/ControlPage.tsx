import { BriefcaseMedical, Siren } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { VirtualPointsCard } from '#features/tracking/console/VirtualPointsCard.tsx'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Stale } from '#ui/feedback/Stale.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { liveGpsMonitor } from '../monitor/monitor.contract.ts'
import { AlarmsPanel } from './AlarmsPanel.tsx'
import { CarriersPanel } from './CarriersPanel.tsx'
import { words } from './control.words.ts'
import { ControlMap } from './map/ControlMap.tsx'
import { LimitsPanel } from './LimitsPanel.tsx'
import { RaiseDialog } from './RaiseDialog.tsx'

const EVERY_MS = 5_000
const tabs = ['alarms', 'map', 'carriers', 'limits'] as const

export const ControlPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const params = usePageParams()
  const tab = tabs.find((one) => one === params.tab) ?? 'alarms'
  const [raising, setRaising] = useState(false)
  const shown = useAsk(
    liveGpsMonitor,
    { raceid, map: tab === 'map' },
    { staleTime: 0, keep: true, refetchInterval: EVERY_MS },
  )
  const { data } = shown
  const again = () => void shown.refetch()
  const calls = data?.alarms.filter(({ kind }) => kind === 'sos').length ?? 0
  return (
    <DeskPage
      title={t(words.title)}
      beside={calls > 0 ? <Chip tone="danger">{t(words.sos_open, { n: calls })}</Chip> : null}
      actions={
        <>
          <ExportButton raceid={raceid} table="alarms" filter={{}} />
          {data?.medical ? (
            <ButtonLink
              look="plain"
              href={path.incidents({ raceid })}
              icon={<BriefcaseMedical className="size-5" aria-hidden />}
            >
              {t(words.incidents)}
            </ButtonLink>
          ) : null}
          <Button icon={<Siren className="size-5" aria-hidden />} onClick={() => setRaising(true)}>
            {t(words.raise)}
          </Button>
        </>
      }
    >
      <Segmented
        label={t(words.tabs)}
        value={tab}
        onChange={(next) => go(path.control({ raceid, tab: next }), { replace: true })}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      <Stale shown={shown} />
      {shown.error && !data ? <ErrorState error={shown.error} onRetry={again} /> : null}
      {!data && !shown.error ? <SkeletonCards count={3} className="h-28" /> : null}
      {data && tab === 'alarms' ? (
        <AlarmsPanel
          raceid={raceid}
          monitor={data}
          onDone={again}
          onMap={({ id }) => go(path.control({ raceid, tab: 'map', at: `alarm${id}` }))}
        />
      ) : null}
      {data && tab === 'map' ? (
        <ControlMap
          raceid={raceid}
          monitor={data}
          chosen={params.at}
          onDevice={(at) => go(path.control({ raceid, tab: 'map', at }), { replace: true })}
        />
      ) : null}
      {data && tab === 'carriers' ? <CarriersPanel carriers={data.carriers} zone={data.zone} /> : null}
      {data && tab === 'limits' ? (
        <>
          <LimitsPanel raceid={raceid} />
          <VirtualPointsCard raceid={raceid} courses={data.courses} />
        </>
      ) : null}
      {raising ? (
        <RaiseDialog
          raceid={raceid}
          onClose={() => setRaising(false)}
          onDone={() => {
            setRaising(false)
            go(path.control({ raceid }), { replace: true })
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
