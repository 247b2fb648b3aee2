import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { ClashesPanel } from './ClashesPanel.tsx'
import { DesksPanel } from './DesksPanel.tsx'
import { DevicesPanel } from './DevicesPanel.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { PrintButtons } from './PrintButtons.tsx'
import { StockPanel } from './StockPanel.tsx'
import { words } from './supervisor.words.ts'

const panels = {
  figures: FiguresPanel,
  clashes: ClashesPanel,
  stock: StockPanel,
  desks: DesksPanel,
  devices: DevicesPanel,
} as const
const tabs = Object.keys(panels) as (keyof typeof panels)[]

export const DesksPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const params = usePageParams()
  const tab = tabs.find((one) => one === params.tab) ?? 'figures'
  const Panel = panels[tab]
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        tab === 'figures' ? (
          <>
            <PrintButtons key={raceid} raceid={raceid} />
            <ExportButton raceid={raceid} table="handouts" label={t(words.handouts_file)} />
          </>
        ) : null
      }
    >
      <Segmented
        label={t(words.title)}
        value={tab}
        onChange={(next) => go(path.desks({ raceid, tab: next }), { replace: true })}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      <Panel key={raceid} raceid={raceid} zone={zone} />
    </DeskPage>
  )
}
