import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { callsWords } from './calls/calls.words.ts'
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
    <DeskPage
      title={t(words.title)}
      description={t(words.how)}
      actions={
        <ButtonLink look="plain" href={path.calls()}>
          {t(callsWords.title)}
        </ButtonLink>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <KeysCard raceid={raceid} />
        <WebhooksCard raceid={raceid} />
      </div>
    </DeskPage>
  )
}
