import { Suspense, useEffect, useState } from 'react'
import { emptyDraft } from '#features/registrations/web/signup/draft.ts'
import type { Elsewhere } from '#features/registrations/web/signup/elsewhere.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { PageState } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { clubComplete, clubPerson, clubJoin } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

/** The sign-up form. The browser fetches the form while the person types the document number. */
const loadForm = async () => (await import('#features/registrations/web/signup/SignUpPage.tsx')).SignUpPage
const SignUpPage = onDemand(loadForm)

type Joined = OutputOf<typeof clubJoin>
type Done = OutputOf<typeof clubComplete>

/**
 * The page on which a person from a club's list completes the entry and agrees. The person's own link opens it. The
 * person first gives the document number, because a link alone must open nobody's values.
 */
export const EntryPage = () => {
  const t = useWords()
  const _key = usePageParams()._key ?? ''
  const account = useAccount()
  const person = useAsk(clubPerson, { _key }, { quiet: true })
  const [joined, setJoined] = useState<Joined>()
  const [done, setDone] = useState<Done>()
  if (person.error)
    return (
      <Page title={t(words.entry_title)} narrow>
        <ErrorState error={person.error} onRetry={() => void person.refetch()} />
      </Page>
    )
  if (!person.data || account.pending)
    return (
      <Page title={t(words.entry_title)} narrow>
        <SkeletonCards count={1} className="h-48" />
      </Page>
    )
  if (done) return <Sent done={done} />
  const { club, race, event, state } = person.data
  if (state !== 'waiting' && state !== 'ready')
    return <Notice title={t(state === 'left' ? words.left : words.entry_registered)} how={`${race} ${event}`} />
  const lead = t(words.entry_lead, { club, race, event })
  if (!account.loggedIn) return <LoginNeeded title={t(words.entry_title)} heading={club} how={lead} />
  return joined ? (
    <Form keyOf={_key} joined={joined} onDone={setDone} />
  ) : (
    <NumberFirst keyOf={_key} club={club} lead={lead} again={state === 'ready'} onJoined={setJoined} />
  )
}

const Notice = ({ title, how, href }: { title: string; how: string; href?: string }) => {
  const t = useWords()
  return (
    <Page title={t(words.entry_title)} narrow>
      <PageState
        picture={<StatusIcon kind="success" />}
        heading="h2"
        title={title}
        description={how}
        actions={
          href ? (
            <ButtonLink wide="phone" href={href}>
              {t(words.see)}
            </ButtonLink>
          ) : null
        }
      />
    </Page>
  )
}

const Sent = ({ done }: { done: Done }) => {
  const t = useWords()
  return done.swapped ? (
    <Notice title={t(words.swapped)} how={t(words.swapped_how)} />
  ) : (
    <Notice title={t(words.entry_done)} how={t(words.entry_done_how)} />
  )
}

type FirstProps = { keyOf: string; club: string; lead: string; again: boolean; onJoined: (joined: Joined) => void }
const NumberFirst = ({ keyOf, club, lead, again, onJoined }: FirstProps) => {
  const t = useWords()
  const join = useCall(clubJoin, { quiet: true })
  const [idnum, setIdnum] = useState('')
  useEffect(() => void loadForm().catch(() => undefined), [])
  const [refused, setRefused] = useState<Refused>()
  const ask = async () => {
    setRefused(undefined)
    try {
      onJoined(await join.mutateAsync({ _key: keyOf, idnum }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const wrong = refused?.refusal === 'idnum_inconsistent' ? refused.msg : refused?.fields.idnum
  return (
    <Page title={t(words.entry_title)} narrow>
      <form
        noValidate
        className="mx-auto grid max-w-[28rem] gap-4 py-6"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <h2 className="text-20 font-bold">{club}</h2>
        <p className="text-soft">{lead}</p>
        {again ? <p className="text-14 text-soft">{t(words.again)}</p> : null}
        <TextInput
          label={t(words.idnum)}
          value={idnum}
          error={wrong}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setIdnum(event.target.value)}
        />
        {wrong ? null : <Refusal refused={refused} />}
        <Button type="submit" wide busy={join.isPending}>
          {t(words.entry_go)}
        </Button>
      </form>
    </Page>
  )
}

/** The sign-up form for this one person, with the values that the captain listed. */
const Form = ({ keyOf, joined, onDone }: { keyOf: string; joined: Joined; onDone: (done: Done) => void }) => {
  const complete = useCall(clubComplete, { quiet: true })
  const { values, eventid } = joined
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in emptyDraft))
  const elsewhere: Elsewhere = {
    draftName: `club ${keyOf}`,
    start: { ...known, eventid: String(eventid), keep: false },
    at: (params) => path.clubEntry({ _key: keyOf, ...params }),
    send: async (entry) => onDone(await complete.mutateAsync({ _key: keyOf, entry })),
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <SignUpPage elsewhere={elsewhere} />
    </Suspense>
  )
}
