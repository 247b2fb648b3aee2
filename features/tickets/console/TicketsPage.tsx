import { ScanLine } from 'lucide-react'
import { useMe } from '#features/staff/console/useMe.ts'
import type { Right } from '#contract/rights.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { GateClashesPanel } from './GateClashesPanel.tsx'
import { KindsPanel } from './kinds/KindsPanel.tsx'
import { SoldPanel, type TicketsPanelProps } from './SoldPanel.tsx'
import { words } from './tickets.words.ts'

const rights = { sold: 'money.read', kinds: 'money.read', clashes: 'desk.manage' } as const satisfies Record<
  string,
  Right
>
type Tab = keyof typeof rights

const Opened = ({ tab, ...props }: TicketsPanelProps & { tab: Tab }) => {
  if (tab === 'kinds') return <KindsPanel {...props} />
  return tab === 'clashes' ? <GateClashesPanel {...props} /> : <SoldPanel {...props} />
}

export const TicketsPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const { may, pending } = useMe(raceid)
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const params = usePageParams()
  const tabs = (Object.keys(rights) as Tab[]).filter((tab) => may(rights[tab]))
  const tab = tabs.find((one) => one === params.tab) ?? tabs[0]
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        may('desk.work') ? (
          <ButtonLink look="plain" href={path.gate({ raceid })} icon={<ScanLine className="size-5" aria-hidden />}>
            {t(words.gate)}
          </ButtonLink>
        ) : null
      }
    >
      {tabs.length > 1 ? (
        <Segmented
          label={t(words.title)}
          value={tab ?? ''}
          onChange={(next) => go(path.tickets({ raceid, tab: next }), { replace: true })}
          options={tabs.map((value) => ({ value, label: t(words[value]) }))}
        />
      ) : null}
      {pending ? <SkeletonCards count={3} className="h-20" /> : null}
      {tab ? <Opened key={raceid} tab={tab} raceid={raceid} zone={zone} /> : null}
    </DeskPage>
  )
}
