import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Definition, consoleCertificatesList } from '../../contract.ts'
import type { Design } from '../../template/layers.rules.ts'
import { words as room } from '../../words.ts'
import { CertificateStudio } from '../studio/CertificateStudio.tsx'
import { StartCards } from '../studio/StartCards.tsx'
import { words } from '../studio/studio.words.ts'
import { designOfDefinition, studioDraftOf } from '../studio/useStudio.ts'

type Opened = { before: Definition | undefined; begin: Design; from: string | null; restored: boolean }
/** Returns the draft on the device, or else the saved version. Undefined if there is neither. */
const opened = (raceid: number, before: Definition | undefined): Opened | undefined => {
  const { design, from, handed = false } = studioDraftOf(raceid, before?.id).read()
  if (design) return { before, begin: design, from: from ?? null, restored: !handed }
  return before && { before, begin: designOfDefinition(before), from: before.updated_at, restored: false }
}

const Opener = ({
  raceid,
  race,
  before,
  definitions,
  onSaved,
  onReload,
}: {
  raceid: number
  race: string
  before: Definition | undefined
  definitions: readonly Definition[]
  onSaved: (after: Definition) => void
  onReload: () => void
}) => {
  const t = useWords()
  const [now, setNow] = useState(() => opened(raceid, before))
  if (now) return <CertificateStudio {...{ raceid, race, onSaved, onReload }} {...now} />
  return (
    <>
      <h1 className="pt-4 text-28 font-bold">{t(words.new_title)}</h1>
      <StartCards
        raceid={raceid}
        definitions={definitions}
        onBegin={(begin) => setNow({ before: undefined, begin, from: null, restored: false })}
      />
    </>
  )
}

export const CertificatePage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const race = useRace()
  const definitions = useAsk(consoleCertificatesList, { raceid }, { staleTime: 0 })
  // The editor keeps its state when the first saving gives the certificate an id, and when the list is loaded again.
  const [session, setSession] = useState({ id: params.id, turn: 0 })
  if (session.id !== params.id) setSession({ id: params.id, turn: session.turn + 1 })
  const before = definitions.data?.items.find(({ id }) => String(id) === params.id)
  const failed = definitions.error
  const saved = (after: Definition) => {
    void definitions.refetch()
    if (String(after.id) === params.id) return
    setSession({ ...session, id: String(after.id) })
    go(path.certificate({ raceid, id: after.id }), { replace: true })
  }
  const reload = async () => {
    await definitions.refetch()
    setSession({ ...session, turn: session.turn + 1 })
  }
  const back = (
    <ButtonLink look="plain" href={path.certificates({ raceid })}>
      {t(words.back)}
    </ButtonLink>
  )
  return (
    <DeskPage title={t(room.certificates)} ownHead>
      {failed ? <ErrorState error={failed} onRetry={() => void definitions.refetch()} action={back} /> : null}
      {!failed && (definitions.isPending || !race) ? <SkeletonCards count={2} className="h-64" /> : null}
      {definitions.data && race && params.id !== undefined && !before && session.turn === 0 ? (
        <Empty page title={t(words.gone)} action={back} />
      ) : null}
      {definitions.data && race && (params.id === undefined || before || session.turn > 0) ? (
        <Opener
          key={session.turn}
          raceid={raceid}
          race={race.name}
          before={before}
          definitions={definitions.data.items}
          onSaved={saved}
          onReload={() => void reload()}
        />
      ) : null}
    </DeskPage>
  )
}
