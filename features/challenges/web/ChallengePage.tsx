import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { JoinForm } from '#features/trails/web/JoinForm.tsx'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { dateText, daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { needsLogin, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { kmText } from '#contract/written.ts'
import {
  type Challenge,
  type ChallengeList,
  type ChallengeMine,
  challengesJoin,
  challengesList,
  challengesRank,
  clockMy,
} from '../contract.ts'
import { CalendarCard } from './CalendarCard.tsx'
import { challengeWords as words } from './challenges.words.ts'
import { ClockCard } from './ClockCard.tsx'
import { GroupCard } from './GroupCard.tsx'
import { ProofsCard } from './ProofsCard.tsx'
import { RanksCard } from './RanksCard.tsx'
import { goalText, ruleTexts } from './ruleText.ts'

export const ChallengePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const list = useAsk(challengesList, { raceid, id }, { staleTime: 5_000 })
  const own = useAsk(clockMy, { raceid, id }, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  const challenge = list.data?.items[0]
  // If the call about the person's own part fails, the page shows the failure. Otherwise it would offer a sign-up to
  // somebody who takes part already. A session that is over is no failure, because the sign-up asks for a log-in.
  const failed = list.error ? list : own.error && !own.data && !needsLogin(own.error) ? own : undefined
  const waits = !challenge || failed !== undefined || account.pending || (account.loggedIn && own.isPending)
  if (waits)
    return (
      <Page title={t(words.title)} backTo={path.challenges()}>
        {failed?.error ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonCards count={3} className="h-56" />
        )}
      </Page>
    )
  return (
    <Page title={challenge.name} backTo={path.challenges()}>
      <Shown
        key={id}
        challenge={challenge}
        consent={list.data!.consent}
        mine={own.data?.items[0]}
        loggedIn={account.loggedIn}
      />
    </Page>
  )
}

type ShownProps = {
  challenge: Challenge
  consent: ChallengeList['consent']
  mine: ChallengeMine | undefined
  loggedIn: boolean
}
const Shown = ({ challenge, consent, mine, loggedIn }: ShownProps) => {
  const t = useWords()
  const queries = useQueryClient()
  const invited = usePageParams().group
  const [chosen, setChosen] = useState<string>()
  const join = useCall(challengesJoin, { quiet: true })
  const { raceid, id } = challenge
  const again = () =>
    [clockMy, challengesRank, challengesList].forEach(
      ({ path: key }) => void queries.invalidateQueries({ queryKey: [key] }),
    )
  return (
    <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
      <div className="grid min-w-0 gap-4 md:col-span-7 md:gap-6">
        <RulesCard challenge={challenge} mine={mine} />
        {mine ? (
          <CalendarCard mine={mine} chosen={chosen} onChoose={setChosen} />
        ) : loggedIn ? (
          <JoinForm
            title={t(invited ? words.join_group : words.join)}
            consent={consent}
            busy={join.isPending}
            refused={join.error ?? undefined}
            onJoin={(name) =>
              join.mutate(
                { raceid, id, name, consent: consent.version, ...(invited ? { code: invited } : {}) },
                { onSuccess: again },
              )
            }
          />
        ) : (
          <LoginFirst title={t(words.log_in_first)} description={t(words.log_in_why)} />
        )}
      </div>
      <div className="grid min-w-0 gap-4 md:col-span-5 md:gap-6">
        {mine ? (
          <ClockCard
            mine={mine}
            chosen={chosen}
            onDone={() => {
              setChosen(undefined)
              again()
            }}
          />
        ) : null}
        {mine ? <GroupCard mine={mine} invited={invited} onDone={again} /> : null}
        <RanksCard challenge={challenge} mine={mine} />
        {mine ? <ProofsCard mine={mine} /> : null}
        {mine ? <Leave raceid={raceid} id={id} onDone={again} /> : null}
      </div>
    </div>
  )
}

const RulesCard = ({ challenge, mine }: { challenge: Challenge; mine: ChallengeMine | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const standing = mine?.standing
  const value = challenge.goal === 'days' ? standing?.days : standing?.metres
  const { raceid, id } = challenge
  return (
    <Card>
      <p className="display text-40 leading-tight text-strong">{goalText(challenge, t)}</p>
      <p className="figures mt-1 text-soft">
        <Dotted
          text={[daysText(challenge.starts_on, challenge.ends_on, lang), ...ruleTexts(challenge, t)].join(' · ')}
        />
      </p>
      {challenge.description ? <p className="mt-3 whitespace-pre-line text-pretty">{challenge.description}</p> : null}
      {standing && value !== undefined ? (
        <div className="mt-4 grid gap-2">
          <Progress value={Math.min(1, value / challenge.target)} label={t(words.progress)} />
          {standing.complete_on ? (
            <Chip tone="success">{t(words.complete, { day: dateText(standing.complete_on, lang, 'short') })}</Chip>
          ) : null}
          <Facts
            rows={[
              [t(words.streak), t(words.days_n, { n: standing.streak })],
              [t(words.days), t(words.days_n, { n: standing.days })],
              [t(words.longest), t(words.days_n, { n: standing.longest })],
              [t(words.distance), t(words.km, { n: kmText(standing.metres) })],
              [t(words.makeups_left), challenge.makeups > 0 ? String(standing.makeups_left) : ''],
            ]}
          />
          {standing.days > 0 ? (
            <ButtonLink look="plain" href={path.challengePicture({ raceid, id })}>
              {t(words.picture)}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

const Leave = ({ raceid, id, onDone }: { raceid: number; id: number; onDone: () => void }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const leave = useCall(challengesJoin, { quiet: true })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t(words.withdraw)}
      </Button>
      <AskDialog
        open={open}
        look="danger"
        title={t(words.withdraw_sure)}
        action={t(words.withdraw)}
        busy={leave.isPending}
        refused={leave.error ?? undefined}
        onClose={() => setOpen(false)}
        onDo={() =>
          leave.mutate(
            { raceid, id, change: 'withdraw' },
            {
              onSuccess: () => {
                setOpen(false)
                toastSuccess(t(words.withdrawn))
                onDone()
              },
            },
          )
        }
      >
        <p>{t(words.withdraw_how)}</p>
      </AskDialog>
    </>
  )
}
