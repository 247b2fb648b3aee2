import { LockKeyholeOpen } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { path } from '#seam/console/paths.ts'
import { MakeRefund } from '#features/refunds/console/MakeRefund.tsx'
import {
  type AskableField,
  type PrivateField,
  askableFields,
  placeFields,
  stockFields,
} from '#features/fields/lists.rules.ts'
import { labels, optionText } from '#features/fields/words.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { Change } from '#features/staff/console/LogPage.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { loggedActions, isLoggedAction } from '#features/staff/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import {
  type Opened,
  type RegistrationFile,
  consoleRegistrationsShow,
} from '#features/registrations/changes/changes.contract.ts'
import { words } from '#features/registrations/console/desk.words.ts'
import { consentNames } from '#features/registrations/signup/consents.contract.ts'
import { agreesTo } from '#features/registrations/signup/consents.rules.ts'
import { OpenDialog } from '#features/registrations/console/OpenDialog.tsx'
import { type ReviewAction, type Done, NotDone, ReviewDialogs } from '#features/registrations/console/ReviewDialogs.tsx'
import { WindowField } from '#features/registrations/console/WindowField.tsx'
import { ZoneField } from '#features/registrations/console/ZoneField.tsx'

const tones = { success: 'success', warn: 'danger', info: 'info', waiting: 'warning' } as const

/**
 * One registration: the person (masked until a member of staff opens it with a reason), its history, and the actions on
 * it.
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
            <Chip tone={tones[file.data.registration.status.icon]}>{file.data.registration.status.title}</Chip>
            <Chip>{file.data.registration.status.paid_label}</Chip>
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
  const [asked, setAsked] = useState<ReviewAction>()
  const [done, setDone] = useState<Done>()
  const [opening, setOpening] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const off = may('registrations.edit') ? undefined : t(words.not_right)
  const live = !registration.deleted_at && !file.closed_at
  const offDelay = off ?? (registration.status.paid === '1' ? undefined : t(words.not_paid))
  return (
    <>
      <NotDone done={done} nameOf={() => registration.name} />
      {registration.status.description ? <p className="text-soft">{registration.status.description}</p> : null}
      <div className="flex flex-wrap items-start gap-3">
        {live && registration.state === 'audit' ? (
          <>
            <Button disabledReason={off} onClick={() => setAsked('approve')}>
              {t(words.approve)}
            </Button>
            <Button look="danger" disabledReason={off} onClick={() => setAsked('refuse')}>
              {t(words.refuse)}
            </Button>
          </>
        ) : null}
        <Button look="plain" disabledReason={off} onClick={() => setAsked('tag')}>
          {t(words.tag)}
        </Button>
        {live ? <MakeRefund registration={registration} /> : null}
        {live && registration.state === 'normal' ? (
          <Button look="plain" disabledReason={offDelay} onClick={() => setAsked('delay')}>
            {t(words.delay)}
          </Button>
        ) : null}
      </div>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <PersonCard raceid={raceid} file={file} opened={opened} onOpen={() => setOpening(true)} />
        <FactsCard raceid={raceid} file={file} />
      </div>
      {file.qualifying ? <Proof qualifying={file.qualifying} /> : null}
      {file.answers.length > 0 ? (
        <Card title={t(words.answers)}>
          <Facts rows={file.answers.map(({ label, answer }) => [label, answer] as const)} />
        </Card>
      ) : null}
      <HistoryCard history={file.history} />
      <ReviewDialogs
        raceid={raceid}
        ids={[registration.id]}
        asked={asked}
        tag={registration.tag}
        description={registration.description}
        onClose={() => setAsked(undefined)}
        onDone={(given) => {
          setAsked(undefined)
          setDone(given)
        }}
      />
      {opening ? (
        <OpenDialog raceid={raceid} id={registration.id} onClose={() => setOpening(false)} onOpened={setOpened} />
      ) : null}
    </>
  )
}

const Proof = ({ qualifying }: { qualifying: NonNullable<RegistrationFile['qualifying']> }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card
      title={t(words.qualifying)}
      aside={
        qualifying.meets === null ? null : (
          <Chip tone={qualifying.meets ? 'success' : 'warning'}>
            {t(qualifying.meets ? words.meets : words.meets_not)}
          </Chip>
        )
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Facts
          rows={[
            [t(words.ran), qualifying.race],
            [t(words.day), dateText(qualifying.day, lang)],
            [t(words.time), qualifying.time],
          ]}
        />
        {qualifying.proof ? (
          <a href={qualifying.proof} target="_blank" rel="noreferrer" className="block">
            <img
              src={qualifying.proof}
              alt={t(words.proof_picture)}
              className="max-h-96 w-full rounded bg-sunk object-contain"
            />
          </a>
        ) : (
          <p className="text-soft">{t(words.no_proof)}</p>
        )}
      </div>
    </Card>
  )
}

/** The person of the registration, masked until a member of staff opens it. */
const PersonCard = (props: {
  raceid: number
  file: RegistrationFile
  opened: Opened | undefined
  onOpen: () => void
}) => {
  const { raceid, file, opened, onOpen } = props
  const t = useWords()
  const { may } = useMe(raceid)
  const { registration } = file
  const saidOf = (name: AskableField): string | null => {
    const held = opened?.[name as PrivateField] ?? registration[name]
    return held && t(optionText(name, held))
  }
  return (
    <Card
      title={t(words.person)}
      aside={
        opened ? null : (
          <Button
            look="quiet"
            icon={<LockKeyholeOpen className="size-5" aria-hidden />}
            disabledReason={may('sealed.open') ? undefined : t(words.open_no_right)}
            onClick={onOpen}
          >
            {t(words.open)}
          </Button>
        )
      }
    >
      <Facts
        rows={[
          [t(words.document), opened?.idnum ?? registration.idnum],
          [t(words.gender), t(registration.gender ? words[registration.gender] : words.secret)],
          [t(words.age), file.age],
          [t(words.birth), opened?.birth],
          [t(words.mobile), opened?.mobile ?? registration.mobile],
          ...askableFields
            .filter((name) => !stockFields.some((one) => one === name))
            .map((name) =>
              name === 'area'
                ? ([
                    t(words.region),
                    placeFields
                      .map((one) => opened?.[one])
                      .filter(Boolean)
                      .join(' '),
                  ] as const)
                : ([t(labels[name]), saidOf(name)] as const),
            ),
          [
            t(words.guardian),
            opened?.guardian
              ? [
                  opened.guardian.name,
                  opened.guardian.relationship && t(words[`guardian_${opened.guardian.relationship}`]),
                  opened.guardian.mobile,
                ]
                  .filter(Boolean)
                  .join(' · ')
              : file.guardian
                ? t(words.guardian_there)
                : null,
          ],
        ]}
      />
    </Card>
  )
}

/** Its event, its order, its place and its zone. */
const FactsCard = ({ raceid, file }: { raceid: number; file: RegistrationFile }) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const { registration } = file
  const { charge } = registration
  const { order, event } = registration.meta
  const at = (time: string | null) => dateText(time, lang, 'minute')
  const orderSaid = ({ id, tradeno }: NonNullable<typeof order>) =>
    may('money.read') ? (
      <Link
        href={path.order({ raceid, id })}
        className="-my-3 inline-flex min-h-11 items-center text-strong underline underline-offset-2"
      >
        {tradeno}
      </Link>
    ) : (
      tradeno
    )
  return (
    <Card title={t(words.facts)}>
      <Facts
        rows={[
          [t(words.event), event.name],
          [t(words.signed_up), at(registration.created_at)],
          [
            t(words.consents),
            consentNames
              .filter((name) => agreesTo(file.consents, name))
              .map((name) => t(words[`consent_${name}`]))
              .join(' · '),
          ],
          [t(words.edited), at(file.edited_at)],
          [t(words.place), t(file.place_held ? words.place_held : words.place_free)],
          [t(words.bib), registration.bib ? `${registration.prefix_bib ?? ''}${registration.bib}` : null],
          ...stockFields.map((name) => [t(labels[name]), registration[name]] as const),
          [t(words.invitation), file.invitation?.code],
          [t(words.price), money(registration.price, lang)],
          [t(words.order), order ? orderSaid(order) : null],
          [
            t(orderWords.discount),
            charge.discount > 0 ? `${money(charge.discount, lang)} / ${money(charge.fee, lang)}` : null,
          ],
          [t(words.tag), registration.tag],
          [t(words.description), registration.description],
        ]}
      />
      <ZoneField
        key={registration.runnerzone}
        raceid={raceid}
        id={registration.id}
        zone={registration.runnerzone}
        zones={file.zones}
        off={may('bibs.edit') ? undefined : t(words.not_right)}
      />
      {registration.state === 'normal' && registration.status.paid === '1' ? (
        <WindowField
          key={registration.window}
          raceid={raceid}
          id={registration.id}
          window={registration.window}
          off={may('checkin.edit') ? undefined : t(words.not_right)}
        />
      ) : null}
    </Card>
  )
}

const HistoryCard = ({ history }: { history: RegistrationFile['history'] }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.history)}>
      {history.length === 0 ? <p className="text-soft">{t(words.history_none)}</p> : null}
      <ol className="divide-y divide-line">
        {history.map((entry, n) => (
          <li key={n} className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[11rem_9rem_1fr]">
            <time dateTime={entry.at} className="figures text-14 text-soft">
              {dateText(entry.at, lang, 'minute')}
            </time>
            <span className="truncate">{entry.who ?? t(words.by_registrant)}</span>
            <div className="min-w-0">
              <p className="font-medium">{isLoggedAction(entry.what) ? t(loggedActions[entry.what]) : entry.what}</p>
              <Change entry={entry} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
