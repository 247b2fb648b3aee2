import { LogIn, Search } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { type CheckinService, services } from '#features/checkin/contract.ts'
import { registrationMy } from '#features/registrations/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { type Appointment, type Slot, appointmentAppointment, appointmentList } from '../contract.ts'
import { serviceWords } from '../words.ts'
import { MyAppointments } from './MyAppointments.tsx'
import { SlotGrid } from './SlotGrid.tsx'
import { appointmentWords as words } from './appointment.words.ts'
import { spanText } from './spanText.ts'

export const AppointmentPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const params = usePageParams()
  const [service, setService] = useState<CheckinService | undefined>(services.find((one) => one === params.service))
  const [day, setDay] = useState<string>()
  const [chosen, setChosen] = useState<Slot>()
  const [changing, setChanging] = useState<Appointment>()
  const [leaving, setLeaving] = useState<Appointment>()
  const [login, setLogin] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const { entered, id, query } = useChoice(service, day)
  const arrange = useCall(appointmentAppointment)
  const now = useNow(30_000)
  if (query.error && !query.data)
    return (
      <Page title={t(words.title)}>
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
      <Page title={t(words.title)}>
        <SkeletonCards count={3} className="h-32" />
      </Page>
    )
  const { data } = query
  // A runner whose slot is over may choose another slot.
  const held = data.mine.find((one) => one.service === data.service && Date.parse(one.ends_at) > now)
  const timeOf = (slot: { starts_at: string; ends_at: string }) =>
    `${dateText(slot.starts_at, lang, 'short', data.zone)} ${spanText({ ...slot, zone: data.zone }, lang)}`
  const act = async (slotid: number, how: 'book' | 'change' | 'cancel', said: string) => {
    setRefused(undefined)
    try {
      await arrange.mutateAsync({ id: id!, slotid, act: how })
      setChosen(undefined)
      setChanging(undefined)
      // The next action names a slot, so the page loads the new slot before it reports the change.
      await query.refetch()
      toastSuccess(said)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      void query.refetch()
    } finally {
      setLeaving(undefined)
    }
  }
  const chooseService = (next: string) => {
    setService(next as CheckinService)
    setDay(undefined)
    setChosen(undefined)
    setChanging(undefined)
  }
  const move = (one: Appointment) => {
    setRefused(undefined)
    if (changing?.id === one.id) return setChanging(undefined)
    setChanging(one)
    if (one.service !== data.service) chooseService(one.service)
    setChanging(one)
    setChosen(undefined)
  }
  const mineHere = data.registration?.mine ?? false
  const stillThere = chosen && data.items.find((slot) => slot.id === chosen.id && slot.why === null)
  const foot =
    data.items.length === 0 || (data.registration && mineHere && held && !changing) ? undefined : (
      <Foot
        data={data}
        changing={changing !== undefined}
        stillThere={stillThere}
        busy={arrange.isPending}
        onLogin={() => setLogin(true)}
        onBook={() =>
          stillThere &&
          void act(stillThere.id, changing ? 'change' : 'book', t(changing ? words.changed : words.booked))
        }
      />
    )
  return (
    <Page title={t(words.title)} foot={foot}>
      <Whose data={data} entered={entered} id={id} service={service} />
      {refused ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <div className="grid items-start gap-6 md:grid-cols-12">
        {data.mine.length ? (
          <div className="md:col-span-5">
            <MyAppointments
              items={data.mine}
              changing={changing?.id}
              busy={arrange.isPending}
              onChange={move}
              onCancel={setLeaving}
            />
          </div>
        ) : null}
        <div className={`grid gap-4 ${data.mine.length ? 'md:col-span-7' : 'md:col-span-12'}`}>
          {data.services.length > 1 ? (
            <Segmented
              label={t(words.service)}
              value={service && data.services.includes(service) ? service : (data.service ?? '')}
              onChange={chooseService}
              options={data.services.map((one) => ({ value: one, label: t(serviceWords[one]) }))}
            />
          ) : null}
          {data.items.length === 0 ? (
            <NoSlots />
          ) : (
            <SlotGrid
              data={data}
              day={day && data.days.some((one) => one.day === day) ? day : data.day}
              held={held}
              changing={changing !== undefined}
              chosen={stillThere?.id}
              onDay={(next) => {
                setDay(next)
                setChosen(undefined)
              }}
              onChoose={setChosen}
            />
          )}
        </div>
      </div>
      <LeaveDialog
        time={leaving && timeOf(leaving)}
        busy={arrange.isPending}
        onClose={() => setLeaving(undefined)}
        onLeave={() => leaving && void act(leaving.slotid, 'cancel', t(words.cancelled))}
      />
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}

type FootProps = {
  data: OutputOf<typeof appointmentList>
  changing: boolean
  /** The chosen slot. Undefined if the slot has no free place any more. */
  stillThere: Slot | undefined
  busy: boolean
  onLogin: () => void
  onBook: () => void
}
/** The next step: the person logs in, looks up the registration, or books. */
const Foot = ({ data, changing, stillThere, busy, onLogin, onBook }: FootProps) => {
  const t = useWords()
  const { lang } = useLang()
  const account = useAccount()
  return !data.registration && !account.loggedIn ? (
    <Button wide="phone" icon={<LogIn className="size-5" aria-hidden />} onClick={onLogin}>
      {t(words.logIn)}
    </Button>
  ) : !data.registration ? (
    <ButtonLink wide="phone" icon={<Search className="size-5" aria-hidden />} href={path.query({ type: 'appoint' })}>
      {t(words.lookUp)}
    </ButtonLink>
  ) : !data.registration.mine ? (
    <div className="flex w-full flex-col items-center gap-1">
      <Button wide="phone" icon={<LogIn className="size-5" aria-hidden />} onClick={onLogin}>
        {t(words.logIn)}
      </Button>
      <p className="text-14 text-soft">{t(account.loggedIn ? words.otherAccount : words.logInText)}</p>
    </div>
  ) : (
    <div className="w-full md:w-80">
      <Button
        wide
        busy={busy}
        disabledReason={data.registration.entered ? (stillThere ? undefined : t(words.pick)) : t(words.notEntered)}
        onClick={onBook}
      >
        {t(changing ? words.move : words.book, {
          time: stillThere ? spanText({ ...stillThere, zone: data.zone }, lang) : '',
        }).trim()}
      </Button>
    </div>
  )
}

type WhoseProps = {
  data: OutputOf<typeof appointmentList>
  entered: OutputOf<typeof registrationMy>['items']
  id: string | undefined
  service: CheckinService | undefined
}
/** The registration of these appointments. The person can choose another of their own registrations. */
const Whose = ({ data, entered, id, service }: WhoseProps) => {
  const t = useWords()
  const go = useGo()
  return (
    <>
      {data.registration ? (
        entered.length > 1 && entered.some(({ _key }) => _key === id) ? (
          <Select
            className="md:max-w-[24rem]"
            label={t(words.whose)}
            value={id ?? ''}
            onChange={(event) => go(path.appointment({ _key: event.target.value, service }), { replace: true })}
            options={entered.map((one) => ({ value: one._key, label: `${one.name} · ${one.meta.event.name}` }))}
          />
        ) : (
          <p className="text-soft">
            <Dotted text={`${data.registration.name} · ${data.registration.event}`} />
          </p>
        )
      ) : null}
    </>
  )
}

type LeaveProps = { time: string | undefined; busy: boolean; onClose: () => void; onLeave: () => void }
const LeaveDialog = ({ time, busy, onClose, onLeave }: LeaveProps) => {
  const t = useWords()
  return (
    <Dialog
      open={time !== undefined}
      onClose={onClose}
      title={t(words.cancel)}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t(words.keepIt)}
          </Button>
          <Button look="danger" busy={busy} onClick={onLeave}>
            {t(words.cancel)}
          </Button>
        </>
      }
    >
      <p>{time ? t(words.cancelSure, { time }) : ''}</p>
    </Dialog>
  )
}

/** Loads the person's registrations, the chosen registration, and the free slots on the chosen day. */
const useChoice = (service: CheckinService | undefined, day: string | undefined) => {
  const params = usePageParams()
  const account = useAccount()
  const own = useAsk(
    registrationMy,
    { ...(link().raceid === undefined ? {} : { raceid: link().raceid! }), limit: 50 },
    { enabled: account.loggedIn, quiet: true },
  )
  const entered = (own.data?.items ?? []).filter(({ status }) => status.shows.bib)
  const id = params._key ?? params.key ?? params.userKey ?? (entered.length ? entered[0]!._key : undefined)
  const input = {
    ...(id === undefined ? { raceid: link().raceid } : { id }),
    ...(service ? { service } : {}),
    ...(day ? { day } : {}),
  }
  const query = useAsk(appointmentList, input, {
    quiet: true,
    keep: true,
    enabled: !account.pending && !(account.loggedIn && own.isPending),
    refetchInterval: 30_000,
  })
  return { entered, id, query }
}

const NoSlots = () => {
  const t = useWords()
  return (
    <Card>
      <Empty
        title={t(words.none)}
        description={t(words.noneText)}
        action={
          <ButtonLink look="plain" href={path.home()}>
            {t(words.backHome)}
          </ButtonLink>
        }
      />
    </Card>
  )
}
