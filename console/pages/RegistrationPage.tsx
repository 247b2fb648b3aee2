import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { path } from '#seam/console/paths.ts'
import { MakeRefund } from '#features/refunds/console/MakeRefund.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import {
  type Opened,
  type RegistrationFile,
  consoleRegistrationsShow,
} from '#features/registrations/changes/changes.contract.ts'
import { words } from '#features/registrations/console/desk.words.ts'
import { FactsCard } from '#features/registrations/console/one/FactsCard.tsx'
import { OwnAnswers } from '#features/registrations/console/one/OwnAnswers.tsx'
import { PersonCard } from '#features/registrations/console/one/PersonCard.tsx'
import { Proof } from '#features/registrations/console/one/Proof.tsx'
import { OpenDialog } from '#features/registrations/console/OpenDialog.tsx'
import {
  type ReviewAction,
  type ReviewedList,
  UnchangedList,
  ReviewDialogs,
} from '#features/registrations/console/ReviewDialogs.tsx'
import { StoryCard } from '#features/registrations/console/story/StoryCard.tsx'
import { RegistrationActions } from './RegistrationActions.tsx'

const tones = { success: 'success', warn: 'danger', info: 'info', waiting: 'warning' } as const

const stateOf = ({ registration, closed_at }: RegistrationFile) =>
  registration.deleted_at ? 'deleted' : closed_at ? 'closed' : registration.state

/** Returns the event and the bib as one text. A runner who telephones staff first asks for these two. */
const placeOf = ({ meta, prefix_bib, bib }: RegistrationFile['registration']): string =>
  [meta.event.name, bib ? `${prefix_bib ?? ''}${bib}` : ''].filter(Boolean).join(' · ')

/**
 * One registration: the person, the history and the actions of staff. The person's data is masked until a member of
 * staff opens it with a reason.
 */
export const RegistrationPage = () => {
  const t = useWords()
  const params = usePageParams()
  const [raceid, id] = [useRaceId(), Number(params.id)]
  const file = useAsk(consoleRegistrationsShow, { raceid, id })
  return (
    <DeskPage
      title={file.data?.registration.name ?? t(words.title)}
      back={{ href: path.registrations({ raceid }), label: t(words.back) }}
      beside={
        file.data ? (
          <>
            <Chip tone={tones[file.data.registration.status.icon]}>{t(words.states[stateOf(file.data)])}</Chip>
            <Chip>{file.data.registration.status.paid_label}</Chip>
            <span className="figures text-14 text-soft">{placeOf(file.data.registration)}</span>
            {file.data.registration.tag ? <Chip tone="race">{file.data.registration.tag}</Chip> : null}
          </>
        ) : null
      }
    >
      {file.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {file.error ? <ErrorState error={file.error} onRetry={() => void file.refetch()} /> : null}
      {file.data ? <File key={id} raceid={raceid} file={file.data} /> : null}
    </DeskPage>
  )
}

const File = ({ raceid, file }: { raceid: number; file: RegistrationFile }) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const { registration } = file
  const [action, setAction] = useState<ReviewAction>()
  const [done, setDone] = useState<ReviewedList>()
  const [opening, setOpening] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const off = may('registrations.edit') ? undefined : t(words.not_right)
  const live = !registration.deleted_at && !file.closed_at
  const offDelay = off ?? (registration.status.paid === '1' ? undefined : t(words.not_paid))
  return (
    <>
      <UnchangedList done={done} nameOf={() => registration.name} />
      <p className="text-14 text-soft">
        {t(words.runner_reads, {
          sentence: [registration.status.title, registration.status.description].filter(Boolean).join(' · '),
        })}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        {live && registration.state === 'audit' ? (
          <>
            <Button disabledReason={off} onClick={() => setAction('approve')}>
              {t(words.approve)}
            </Button>
            <Button look="danger" disabledReason={off} onClick={() => setAction('refuse')}>
              {t(words.refuse)}
            </Button>
          </>
        ) : null}
        {live && registration.state === 'auditfail' && ['0', '1'].includes(registration.status.paid) ? (
          <Button look="plain" disabledReason={off} onClick={() => setAction('reopen')}>
            {t(words.reopen)}
          </Button>
        ) : null}
        <RegistrationActions raceid={raceid} file={file} opened={opened}>
          <Button look="plain" disabledReason={off} onClick={() => setAction('tag')}>
            {t(words.tag)}
          </Button>
          {live ? <MakeRefund registration={registration} /> : null}
          {live && registration.state === 'normal' ? (
            <Button look="plain" disabledReason={offDelay} onClick={() => setAction('delay')}>
              {t(words.delay)}
            </Button>
          ) : null}
        </RegistrationActions>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-6">
        <div className="grid gap-4 lg:gap-6">
          <PersonCard raceid={raceid} file={file} opened={opened} onOpen={() => setOpening(true)} />
          <FactsCard raceid={raceid} file={file} />
          {file.qualifying ? <Proof qualifying={file.qualifying} /> : null}
          <OwnAnswers answers={file.answers} opened={opened} />
        </div>
        <StoryCard raceid={raceid} id={registration.id} />
      </div>
      <ReviewDialogs
        raceid={raceid}
        ids={[registration.id]}
        action={action}
        tag={registration.tag}
        description={registration.description}
        refusal={registration.refusemsg}
        onClose={() => setAction(undefined)}
        onDone={(given) => {
          setAction(undefined)
          setDone(given)
        }}
      />
      {opening ? (
        <OpenDialog raceid={raceid} id={registration.id} onClose={() => setOpening(false)} onOpened={setOpened} />
      ) : null}
    </>
  )
}
