import { PartyPopper, Printer, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link, onDevice } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { type GearItem, registrationCheck } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { checkinWords as words } from './checkin.words.ts'

const idOf = (said: string | undefined): number | undefined => (/^\d{1,9}$/.test(said ?? '') ? Number(said) : undefined)

/** Keeps the ticks of a person who is not the registrant on this device only, by race and event. */
const onThisDevice = (name: string) => ({
  read: (): number[] =>
    (onDevice.get(name) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => id > 0),
  write: (ids: readonly number[]) => onDevice.set(name, ids.length ? ids.join(',') : undefined),
})

/** Mandatory equipment with a list to tick. */
export const GearPage = () => {
  const t = useWords()
  const params = usePageParams()
  const id = params._key ?? params.key ?? params.userKey
  const account = useAccount()
  const raceid = link().raceid
  const input = id === undefined ? { raceid, eventid: idOf(params.eventid) } : { id }
  const query = useAsk(registrationCheck, input, { quiet: true, keep: true, enabled: !account.pending })
  const go = useGo()
  if (query.error && !query.data)
    return (
      <Page title={t(words.gear)}>
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
      <Page title={t(words.gear)} narrow>
        <SkeletonCards count={4} className="h-20" />
      </Page>
    )
  const { data } = query
  const choose = (eventid: string) => go(path.check({ eventid }), { replace: true })
  // A link without an event opens the first event that has a list.
  if (id === undefined && data.eventid === null && data.events.length)
    return <Redirected to={path.check({ eventid: data.events[0]!.id })} />
  return (
    <Page title={t(words.gear)} narrow>
      {data.registration ? (
        <p className="text-soft">
          <Dotted text={`${data.registration.name} · ${data.registration.event}`} />
        </p>
      ) : data.events.length > 1 ? (
        <Select
          className="print:hidden"
          label={t(words.chooseEvent)}
          value={String(data.eventid ?? '')}
          onChange={(event) => choose(event.target.value)}
          options={data.events.map((event) => ({ value: String(event.id), label: event.name }))}
        />
      ) : data.events[0] ? (
        <p className="text-soft">{data.events[0].name}</p>
      ) : null}
      {data.items.length === 0 ? (
        <Empty
          title={t(words.gearNone)}
          description={t(words.gearNoneText)}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.backHome)}
            </ButtonLink>
          }
        />
      ) : (
        <TickList key={`${id ?? ''} ${data.eventid ?? 0} ${data.registration?.mine ? 1 : 0}`} id={id} data={data} />
      )}
    </Page>
  )
}

const Redirected = ({ to }: { to: string }) => {
  const go = useGo()
  const [gone, setGone] = useState(false)
  if (!gone) {
    setGone(true)
    queueMicrotask(() => go(to, { replace: true }))
  }
  return null
}

type Data = {
  raceid: number
  eventid: number | null
  items: GearItem[]
  ticked: number[]
  registration: { mine: boolean } | null
}
const TickList = ({ id, data }: { id: string | undefined; data: Data }) => {
  const t = useWords()
  const save = useCall(registrationCheck, { quiet: true })
  const mine = data.registration?.mine ?? false
  const device = onThisDevice(`gear:${data.raceid}:${data.eventid ?? 0}`)
  const [ticked, setTicked] = useState<readonly number[]>(() => (mine ? data.ticked : device.read()))
  const [login, setLogin] = useState(false)
  const [wasComplete, setWasComplete] = useState(false)
  const { items } = data
  const here = new Set(ticked)
  const complete = isComplete(items, here)
  const tick = async (gear: number, on: boolean) => {
    const before = ticked
    const next = on ? [...ticked, gear] : ticked.filter((one) => one !== gear)
    setTicked(next)
    setWasComplete(true)
    if (!mine || id === undefined) return device.write(next)
    try {
      await save.mutateAsync({ id, ticked: next })
    } catch {
      setTicked(before)
      toastError(t(words.notSaved))
    }
  }
  const count = items.filter((one) => here.has(one.id)).length
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="figures font-medium" role="status">
            {t(words.packed, { n: count, total: items.length })}
          </p>
          <Button
            look="quiet"
            className="-mr-3 px-3 print:hidden"
            icon={<Printer className="size-5" aria-hidden />}
            onClick={() => print()}
          >
            {t(words.print)}
          </Button>
        </div>
        <div className="print:hidden">
          <Bar value={count / items.length} label={t(words.packed, { n: count, total: items.length })} />
        </div>
        {complete ? (
          <div
            className={
              'mt-4 flex items-start gap-4 rounded bg-success-tint p-4 text-success-ink print:hidden ' +
              (wasComplete ? 'animate-rise' : '')
            }
            role="status"
          >
            <PartyPopper className="size-6 shrink-0" aria-hidden />
            <span>
              <span className="block text-20 font-bold">{t(words.allSet)}</span>
              <span className="block text-14">{t(words.allSetText)}</span>
            </span>
          </div>
        ) : null}
      </Card>
      <Card flush>
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-start gap-x-3 px-4 py-1.5 md:px-6">
              <div className="min-w-0 flex-[1_1_8rem]">
                <Checkbox checked={here.has(one.id)} onChange={(event) => void tick(one.id, event.target.checked)}>
                  <span className={`font-medium ${here.has(one.id) ? 'text-soft' : ''}`}>{one.name}</span>
                  {one.note ? <span className="block text-14 text-soft">{one.note}</span> : null}
                </Checkbox>
              </div>
              {one.picture ? (
                <img
                  src={`${one.picture}?x-oss-process=image/resize,w_160`}
                  alt=""
                  width={56}
                  height={56}
                  className="my-2 size-14 shrink-0 rounded object-cover"
                  loading="lazy"
                />
              ) : null}
              <span className="py-1.5">
                <Chip tone={one.required ? 'race' : 'plain'}>{t(one.required ? words.required : words.optional)}</Chip>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-soft print:hidden">
        <ShieldCheck className="size-5 shrink-0" aria-hidden />
        <span>{t(mine ? words.keptServer : words.keptDevice)}</span>
        {id !== undefined && !mine ? (
          <Button look="quiet" className="px-3" onClick={() => setLogin(true)}>
            {t(words.saveNow)}
          </Button>
        ) : null}
      </div>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </>
  )
}
