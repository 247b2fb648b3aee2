import { CalendarPlus, Phone, QrCode as QrIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { apiRunnerDetail, apiRunnerQueryIdnum } from '#features/lookups/contract.ts'
import { lastNumberOfTab } from '#seam/web/askedNumber.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call, useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link, rememberedIdnum, takeIdnum } from '#ui/router/address.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import type { VolunteerShift } from '../contract.ts'
import { words } from '../words.ts'
import { calendarOf } from './calendar.ts'

type Detail = OutputOf<typeof apiRunnerDetail>

/**
 * Shows a volunteer's shifts (docs/behaviour/race-day.md, Volunteers). The document number may come with the
 * link. Otherwise it is the number of the last look-up, which the tab or the device keeps.
 */
export const VolunteerPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  const [idnum] = useState(() => takeIdnum() ?? lastNumberOfTab() ?? rememberedIdnum())
  const account = useAccount()
  const [loggingIn, setLoggingIn] = useState(false)
  const found = useAsk(
    apiRunnerQueryIdnum,
    { raceid: raceid ?? 1, idnum: idnum || '-', type: 'volunteers' },
    { enabled: raceid !== undefined && idnum !== '', quiet: true },
  )
  const details = useQueries({
    queries: (found.data ?? []).map(({ _key }) => ({
      queryKey: askKey(apiRunnerDetail.path, raceid, lang, { id: _key, uid: account.uid ?? null }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(apiRunnerDetail, { id: _key, idnum }, { quiet: true, signal, lang }),
    })),
  })
  const shown = details.flatMap(({ data }) => (data?.volunteer ? [data as Detail & { volunteer: VolunteerShift }] : []))
  const error = found.error ?? (details.find((one) => one.error)?.error as Refused | undefined)
  const back = path.query({ type: 'volunteers' })
  const name = shown[0]?.volunteer.name
  const find = <ButtonLink href={back}>{t(words.find)}</ButtonLink>
  return (
    <Page title={t(words.title)} backTo={back} narrow>
      {idnum === '' || raceid === undefined ? (
        <Empty title={t(words.title)} description={t(words.not_asked)} action={find} />
      ) : null}
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([found.refetch(), ...details.map((one) => one.refetch())])}
          action={find}
        />
      ) : null}
      {!error && found.data?.length === 0 ? (
        <Empty title={t(words.none)} description={t(words.none_how)} action={find} />
      ) : null}
      {!error &&
      idnum !== '' &&
      raceid !== undefined &&
      (found.isPending || shown.length < (found.data?.length ?? 0)) ? (
        <SkeletonCards count={2} className="h-56" />
      ) : null}
      {name ? (
        <section className="px-1 pb-2 pt-4">
          <h2 className="text-28 font-bold text-balance">{t(words.hello, { name })}</h2>
          <p className="mt-1 text-soft">{t(words.hello_text)}</p>
        </section>
      ) : null}
      {shown.map((detail) => (
        <Shift key={detail.runner._key} detail={detail} onLogIn={() => setLoggingIn(true)} />
      ))}
      <LoginSheet open={loggingIn} onClose={() => setLoggingIn(false)} note={t(words.leader_hidden)} />
    </Page>
  )
}

const tones = { invited: 'info', confirmed: 'success', off: 'warning' } as const

const Shift = ({ detail, onLogIn }: { detail: Detail & { volunteer: VolunteerShift }; onLogIn: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { volunteer: shift, race } = detail
  const [isShown, setShown] = useState(false)
  const day = (at: string) => dateText(at, lang, 'weekday', race.zone)
  const hour = (at: string) => dateText(at, lang, 'second', race.zone).slice(0, 5)
  const { starts_at, ends_at } = shift
  const when = starts_at
    ? ends_at
      ? t(words.from_to, {
          from: hour(starts_at),
          until: day(starts_at) === day(ends_at) ? hour(ends_at) : dateText(ends_at, lang, 'deadline', race.zone),
        })
      : hour(starts_at)
    : t(words.when_open)
  const save = () => {
    const file = calendarOf(shift, race.name, Date.now())
    if (!file) return
    const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
    const anchor = document.createElement('a')
    anchor.href = url
    anchor.download = `${shift.post}.ics`
    anchor.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-20 font-bold">{shift.post}</h3>
          <p className="text-soft">{race.name}</p>
        </div>
        <Chip tone={tones[shift.state]}>{t(words[shift.state])}</Chip>
      </div>
      <p className="mt-4 text-14 text-soft">{starts_at ? day(starts_at) : t(words.when)}</p>
      <p className={starts_at ? 'display text-28' : 'font-medium'}>{when}</p>
      <div className="mt-4">
        <Facts
          rows={[
            [t(words.place), shift.place],
            [t(words.team), shift.team],
            [t(words.leader), [shift.leader, shift.leader_mobile].filter(Boolean).join(' · ')],
            [t(words.notes), shift.notes],
          ]}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          look="plain"
          icon={<CalendarPlus className="size-5" aria-hidden />}
          onClick={save}
          {...(starts_at ? {} : { disabledReason: t(words.calendar_off) })}
        >
          {t(words.calendar)}
        </Button>
        {shift.state === 'off' ? null : (
          <Button
            look="plain"
            icon={<QrIcon className="size-5" aria-hidden />}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? words.code_hide : words.code_show)}
          </Button>
        )}
        {shift.mine && shift.leader_mobile ? (
          <a
            className="inline-flex min-h-11 items-center gap-2 rounded px-4 font-medium text-strong hover:bg-tint"
            href={`tel:${shift.leader_mobile}`}
          >
            <Phone className="size-5" aria-hidden />
            {t(words.call, { name: shift.leader || t(words.leader) })}
          </a>
        ) : null}
      </div>
      {isShown ? (
        <div className="mt-4 flex flex-col items-center gap-3 text-center">
          <Suspense fallback={<div className="bone size-[13rem]" />}>
            <LaterQrCode text={shift._key} label={t(words.code_alt, { post: shift.post })} />
          </Suspense>
          <p className="text-soft">{t(words.code_how)}</p>
        </div>
      ) : null}
      {!shift.mine && shift.leader_mobile ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2 rounded bg-sunk px-4 py-2 text-14">
          <span>{t(words.leader_hidden)}</span>
          <Button look="plain" onClick={onLogIn}>
            {t(words.log_in)}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
