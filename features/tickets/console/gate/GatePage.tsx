import { UnlockCard } from '#features/desks/console/offline/UnlockCard.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { GateScreen } from './GateScreen.tsx'
import { GateSetup } from './GateSetup.tsx'
import { words } from './gate.words.ts'
import { useGate } from './useGate.ts'

/** The page of the gate on this device. */
export const GatePage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const gate = useGate(raceid)
  const { phase } = gate
  return (
    <DeskPage title={t(words.title)}>
      {phase.name === 'elsewhere' ? (
        <Card>
          <Empty title={t(words.elsewhere)} description={t(words.elsewhere_text)} />
        </Card>
      ) : null}
      {phase.name === 'none' ? <GateSetup raceid={raceid} gate={gate} erased={phase.erased} /> : null}
      {phase.name === 'locked' ? <UnlockCard device={gate} /> : null}
      {phase.name === 'open' ? <GateScreen gate={gate} keeper={phase.keeper} zone={zone} /> : null}
    </DeskPage>
  )
}
