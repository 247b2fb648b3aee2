import { Suspense, useState } from 'react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { type Prize, luckeyGet } from '../contract.ts'
import { prizeWords } from '../prizes/prizes.words.ts'
import { luckyDrawWords as words } from './luckydraw.words.ts'
import { GiftMark } from './GiftMark.tsx'

const tones = {
  won: 'info',
  claimed: 'info',
  handed: 'success',
  sent: 'success',
  given: 'success',
  returned: 'plain',
} as const

export const PrizesPage = () => {
  const t = useWords()
  const raceid = link().raceid
  const query = useAsk(luckeyGet, raceid === undefined ? {} : { raceid }, { quiet: true })
  if (needsLogin(query.error))
    return <LoginNeeded title={t(words.myPrizes)} heading={t(words.prizesLogIn)} onDone={() => void query.refetch()} />
  return (
    <Page title={t(words.myPrizes)} backTo={path.home()} narrow>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={2} className="h-40" /> : null}
      {query.data?.items.length === 0 ? <Empty title={t(words.noPrizes)} description={t(words.noPrizesHow)} /> : null}
      {query.data?.items.map((prize) => (
        <PrizeCard key={prize._key} prize={prize} zone={query.data.zone} again={() => void query.refetch()} />
      ))}
    </Page>
  )
}

const PrizeCard = ({ prize, zone, again }: { prize: Prize; zone: string; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const open = prize.state === 'won' || prize.state === 'claimed'
  const isEmpty = !open && !prize.contact && !prize.carrier && !prize.code
  return (
    <section className="overflow-hidden rounded bg-surface shadow-card">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
        <span className="text-strong">
          <GiftMark icon={prize.icon} size="2.5rem" />
        </span>
        <div className="grid min-w-0 flex-[1_1_8rem] gap-1">
          <h2 className="text-20 font-bold">{prize.name}</h2>
          {prize.state === 'won' ? (
            <p className="text-14 text-soft">
              {t(words.until, { time: dateText(prize.claim_until, lang, 'deadline', zone) })}
            </p>
          ) : null}
        </div>
        <Chip tone={tones[prize.state]}>{t(prizeWords[prize.state])}</Chip>
      </header>
      {isEmpty ? null : (
        <div className="border-t border-dashed border-line px-5 py-4">
          {prize.way === 'scan' && open ? (
            <div className="grid justify-items-center gap-3">
              <Suspense fallback={<div className="size-48" />}>
                <LaterQrCode text={prize._key} size={192} label={t(words.prizeCode)} />
              </Suspense>
              <p className="text-soft">{t(words.showCode)}</p>
            </div>
          ) : null}
          {prize.way === 'post' && open ? <AddressForm prize={prize} again={again} /> : null}
          {prize.way === 'post' && prize.contact ? <p className="text-soft">{prize.contact}</p> : null}
          {prize.carrier ? <p className="figures">{`${prize.carrier} ${prize.number}`}</p> : null}
          {prize.way === 'coupon' || prize.way === 'place' ? <CodePart prize={prize} again={again} /> : null}
        </div>
      )}
    </section>
  )
}

const AddressForm = ({ prize, again }: { prize: Prize; again: () => void }) => {
  const t = useWords()
  const save = useCall(luckeyGet, { quiet: true })
  const [given, setGiven] = useState({ name: '', mobile: '', address: '' })
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    try {
      await save.mutateAsync({ id: prize._key, ...given })
      setRefused(undefined)
      toastSuccess(t(words.saved))
      again()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const field = (name: keyof typeof given, autoComplete: string, maxLength: number) => (
    <TextInput
      label={t(words[name])}
      autoComplete={autoComplete}
      maxLength={maxLength}
      value={given[name]}
      error={refused?.fields[name]}
      onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
    />
  )
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {field('name', 'name', 40)}
      {field('mobile', 'tel', 20)}
      {field('address', 'street-address', 200)}
      <Refusal refused={refused} />
      <Button
        type="submit"
        busy={save.isPending}
        disabledReason={Object.values(given).some((one) => one.trim() === '') ? t(words.address) : undefined}
      >
        {t(words.save)}
      </Button>
    </form>
  )
}

const CodePart = ({ prize, again }: { prize: Prize; again: () => void }) => {
  const t = useWords()
  const get = useCall(luckeyGet, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const claim = async () => {
    try {
      await get.mutateAsync({ id: prize._key })
      again()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  if (prize.code)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="text-14 text-soft">{t(words.code)}</span>{' '}
          <strong className="display text-24">{prize.code}</strong>
        </p>
        {prize.way === 'place' ? (
          <ButtonLink href={path.baoming({ eventid: prize.eventid ?? undefined, invite: prize.code })}>
            {t(words.signUp)}
          </ButtonLink>
        ) : null}
      </div>
    )
  return prize.state === 'won' ? (
    <div className="grid gap-3">
      <Refusal refused={refused} />
      <Button busy={get.isPending} onClick={() => void claim()}>
        {t(words.getCode)}
      </Button>
    </div>
  ) : null
}
