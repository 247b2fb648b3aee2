import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { useWords } from '#ui/language/lang.tsx'
import { KeysCard } from './KeysCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'
import { consoleWords as words } from './integrations.words.ts'

/** The API keys and the webhooks of one race. */
export const IntegrationsPage = () => {
  const raceid = useRaceId()
  return <Connections raceid={raceid} />
}
/** The API keys and the webhooks for all races. */
export const AllRacesPage = () => <Connections raceid={undefined} />

const Connections = ({ raceid }: { raceid: number | undefined }) => {
  const t = useWords()
  return (
    <DeskPage title={t(words.title)} description={t(words.how)}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <KeysCard raceid={raceid} />
        <WebhooksCard raceid={raceid} />
      </div>
    </DeskPage>
  )
}
