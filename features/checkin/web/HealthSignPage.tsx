import { Search } from 'lucide-react'
import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Countdown } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { SignatureShown } from '#ui/media/SignaturePad.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { type Disclaimer, checkinDisclaimerGet } from '../contract.ts'
import { refusals } from '../words.ts'
import { checkinWords as words } from './checkin.words.ts'
import { SignForm } from './SignForm.tsx'
import { useSigning } from './useSigning.ts'

/**
 * The health declaration of a registration, to read, answer, agree to and sign. With `kind=disclaimer` in the link the
 * page shows the race's disclaimer.
 */
export const HealthSignPage = () => {
  const t = useWords()
  const params = usePageParams()
  const id = params._key ?? params.key ?? params.userKey
  const kind = params.kind === 'disclaimer' ? 'disclaimer' : 'health'
  const pageid = /^\d{1,9}$/.test(params.pageid ?? '') ? Number(params.pageid) : undefined
  const account = useAccount()
  const query = useAsk(
    checkinDisclaimerGet,
    { id: id ?? '', kind, ...(pageid === undefined ? {} : { pageid }) },
    { enabled: id !== undefined && !account.pending, quiet: true },
  )
  const title = t(words[kind])
  if (id === undefined || query.error?.refusal === 'declaration_not_found')
    return (
      <Page title={title} narrow>
        <Empty
          title={id === undefined ? t(words.lookUp) : t(words.noneToSign)}
          description={id === undefined ? t(words.noKeyText) : t(refusals.declaration_not_found.message)}
          action={
            <ButtonLink
              look="plain"
              href={id === undefined ? path.query({ type: 'health' }) : path.queryDetail({ _key: id })}
              icon={<Search className="size-5" aria-hidden />}
            >
              {t(id === undefined ? words.lookUp : words.status)}
            </ButtonLink>
          }
        />
      </Page>
    )
  if (query.error && !query.data)
    return (
      <Page title={title} narrow>
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.backHome)}
            </ButtonLink>
          }
        />
      </Page>
    )
  if (!query.data)
    return (
      <Page title={title} narrow>
        <SkeletonCards count={3} className="h-40" />
      </Page>
    )
  const { data } = query
  const again = () => void query.refetch()
  const open = data.window === 'open' && data.mine && data.entered && !data.signed
  return open ? (
    <Signing key={data.version} declaration={data} title={title} again={again} />
  ) : (
    <Read declaration={data} title={title} again={again} />
  )
}

const useTimes = (declaration: Disclaimer) => {
  const { lang } = useLang()
  return (at: string | null) => dateText(at, lang, 'minute', declaration.zone)
}

const Whose = ({ declaration }: { declaration: Disclaimer }) => (
  <p className="text-soft">
    <Dotted
      text={[declaration.registration.name, declaration.registration.event, declaration.registration.race].join(' · ')}
    />
  </p>
)

const Texts = ({ declaration }: { declaration: Disclaimer }) => (
  <>
    {declaration.page ? (
      <Card title={declaration.page.title}>
        {/* The server cleans this HTML on saving and again on answering. The page's policy runs no script in it. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: declaration.page.content }} />
      </Card>
    ) : null}
    {declaration.signed ? null : (
      <Card title={declaration.title}>
        <p className="whitespace-pre-line leading-7">{declaration.body}</p>
      </Card>
    )}
  </>
)

const Signing = ({ declaration, title, again }: { declaration: Disclaimer; title: string; again: () => void }) => {
  const t = useWords()
  const at = useTimes(declaration)
  const signing = useSigning(declaration, () => {
    toastSuccess(t(words.signedToast))
    again()
    scrollTo(0, 0)
  })
  return (
    <Page
      title={title}
      narrow
      foot={
        <div className="flex w-full flex-col items-center gap-1 md:flex-row-reverse md:justify-center md:gap-4">
          <Button wide="phone" busy={signing.busy} onClick={() => void signing.submit()}>
            {t(words.submit)}
          </Button>
          {signing.missing ? (
            <p role="status" className="text-14 text-danger-ink">
              {t(words.mend, { n: signing.missing })}
            </p>
          ) : null}
        </div>
      }
    >
      <Whose declaration={declaration} />
      <Texts declaration={declaration} />
      {declaration.until_at ? (
        <p className="rounded bg-info-tint px-4 py-3 text-info-ink">
          {t(words.openUntil, { at: at(declaration.until_at) })}
        </p>
      ) : null}
      <SignForm declaration={declaration} signing={signing} />
      <Refusal refused={signing.refused} />
    </Page>
  )
}

/** A declaration that this visitor cannot sign now. */
const Read = ({ declaration, title, again }: { declaration: Disclaimer; title: string; again: () => void }) => {
  const t = useWords()
  const at = useTimes(declaration)
  return (
    <Page title={title} narrow>
      <Whose declaration={declaration} />
      {declaration.signed ? <Signed declaration={declaration} signed={declaration.signed} /> : null}
      {!declaration.signed && declaration.window === 'soon' && declaration.from_at ? (
        <Card>
          <p className="text-soft">{t(words.opensIn)}</p>
          <div className="my-3">
            <Countdown to={declaration.from_at} onOver={again} />
          </div>
          <p className="figures text-14 text-soft">{t(words.opensAt, { at: at(declaration.from_at) })}</p>
        </Card>
      ) : null}
      {!declaration.signed && declaration.window === 'over' ? (
        <Card>
          <div className="flex flex-col items-center gap-2 py-4 text-center">
            <StatusIcon kind="warn" />
            <h2 className="text-20 font-bold">{t(words.closedTitle)}</h2>
            <p className="max-w-[40ch] text-soft">{t(words.closedText, { at: at(declaration.until_at) })}</p>
            <ButtonLink
              className="mt-2"
              look="plain"
              href={path.appointment({ _key: declaration.registration._key, service: 'medical' })}
            >
              {t(words.bookDoctor)}
            </ButtonLink>
          </div>
        </Card>
      ) : null}
      {!declaration.signed && declaration.window === 'open' ? (
        declaration.mine ? (
          <p className="rounded bg-warning-tint px-4 py-3 text-warning-ink">{t(words.notEntered)}</p>
        ) : (
          <AskLogin again={again} />
        )
      ) : null}
      <Texts declaration={declaration} />
      <ButtonLink look="quiet" href={path.queryDetail({ _key: declaration.registration._key })}>
        {t(words.status)}
      </ButtonLink>
    </Page>
  )
}

const AskLogin = ({ again }: { again: () => void }) => {
  const t = useWords()
  const account = useAccount()
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{t(account.loggedIn ? words.otherAccount : words.logInToSign)}</p>
          <p className="text-14 text-soft">{t(words.logInToSignText)}</p>
        </div>
        <Button className="w-full md:w-auto" onClick={() => setOpen(true)}>
          {t(words.logIn)}
        </Button>
      </div>
      <LoginSheet
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          account.refresh()
          again()
        }}
      />
    </Card>
  )
}

const Signed = ({ declaration, signed }: { declaration: Disclaimer; signed: NonNullable<Disclaimer['signed']> }) => {
  const t = useWords()
  const at = useTimes(declaration)
  return (
    <>
      <Card>
        <div className="flex flex-col items-center gap-2 py-2 text-center">
          <StatusIcon kind={signed.doctor ? 'info' : 'success'} size={104} />
          <h2 className="text-28 font-bold">{t(words.signedTitle)}</h2>
          <p className="figures text-soft">{t(words.signedAt, { at: at(signed.at) })}</p>
          {signed.doctor ? (
            <div className="mt-2 grid gap-3 rounded bg-warning-tint p-4 text-warning-ink">
              <p>{t(words.signedDoctor)}</p>
              <ButtonLink
                look="plain"
                href={path.appointment({ _key: declaration.registration._key, service: 'medical' })}
              >
                {t(words.bookDoctor)}
              </ButtonLink>
            </div>
          ) : null}
        </div>
      </Card>
      <Card title={t(words.whatSigned)} aside={<Chip>{t(words.signedVersion, { n: signed.version })}</Chip>}>
        {signed.version !== declaration.version ? (
          <p className="mb-3 text-14 text-soft">{t(words.changedSince)}</p>
        ) : null}
        <h3 className="font-medium">{signed.title}</h3>
        <p className="mt-1 whitespace-pre-line leading-7">{signed.body}</p>
        <dl className="mt-4 divide-y divide-line">
          {signed.questions.map(({ name, label, kind }) => (
            <div key={name} className="py-3">
              <dt className="text-14 text-soft">{label}</dt>
              <dd className="font-medium">
                {kind === 'yesno' && signed.answers[name]
                  ? t(signed.answers[name] === 'yes' ? words.yes : words.no)
                  : (signed.answers[name] ?? '—')}
                {signed.notes[name] ? <span className="block font-normal">{signed.notes[name]}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 border-t border-line pt-3">
          {signed.guardian ? <p className="text-14 text-soft">{t(words.signedBy, { name: signed.guardian })}</p> : null}
          <SignatureShown strokes={signed.strokes} typed={signed.typed} label={t(words.sign)} />
        </div>
      </Card>
    </>
  )
}
