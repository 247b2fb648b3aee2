import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { consoleTrailsList } from '../console.contract.ts'
import { ChecksPanel } from './ChecksPanel.tsx'
import { CodesPanel } from './CodesPanel.tsx'
import { RanksPanel } from './RanksPanel.tsx'
import { TrailSetup } from './TrailSetup.tsx'
import { trailDeskWords as words } from './trailDesk.words.ts'

const tabs = ['setup', 'codes', 'checks', 'ranks'] as const
type Tab = (typeof tabs)[number]

export const TrailPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const { id: given, tab: first } = usePageParams()
  const id = Number(given) || undefined
  const list = useAsk(consoleTrailsList, { raceid }, { staleTime: 0 })
  const [tab, setTab] = useState<Tab>(tabs.find((one) => one === first) ?? 'setup')
  const trail = list.data?.items.find((one) => one.id === id)
  const back = { href: path.trails({ raceid }), label: t(words.title) }
  const isGone = list.data !== undefined && id !== undefined && !trail
  return (
    <DeskPage
      title={trail ? nameIn(lang, trail.name, trail.names) : t(id === undefined ? words.add : words.title)}
      back={back}
      actions={
        trail && tab === 'checks' ? (
          <ExportButton raceid={raceid} table="trail_checks" filter={{ id: trail.id }} />
        ) : trail && tab === 'ranks' ? (
          <ExportButton raceid={raceid} table="trail_ranks" filter={{ id: trail.id }} />
        ) : undefined
      }
    >
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonCards count={3} className="h-40" /> : null}
      {isGone ? <Empty title={t(words.none)} /> : null}
      {trail ? (
        <Segmented
          label={t(words.tab)}
          value={tab}
          onChange={(chosen) => setTab(tabs.find((one) => one === chosen) ?? 'setup')}
          options={tabs.map((value) => ({ value, label: t(words[value]) }))}
        />
      ) : null}
      {list.data && !isGone && (tab === 'setup' || !trail) ? (
        <TrailSetup key={id ?? 'new'} raceid={raceid} zone={zone} trail={trail} again={() => list.refetch()} />
      ) : null}
      {trail && tab === 'codes' ? <CodesPanel raceid={raceid} id={trail.id} /> : null}
      {trail && tab === 'checks' ? <ChecksPanel raceid={raceid} trail={trail} zone={zone} /> : null}
      {trail && tab === 'ranks' ? <RanksPanel raceid={raceid} trail={trail} /> : null}
    </DeskPage>
  )
}
