import { Monitor, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { words as kit } from '#ui/language/words.ts'
import {
  type Station,
  type StationKind,
  consoleHallRemove,
  consoleHallStation,
  consoleHallTest,
  stationKinds,
} from '../contract.ts'
import { isStationPresent } from '../rules.ts'
import { consoleWords as words } from './console.words.ts'

type Props = {
  raceid: number
  stations: readonly Station[]
  zone: string
  /** The time at which the stations were loaded, in milliseconds. */ at: number
  onChange: () => void
}
/** The open dialog. The link is shown once. */
type Open =
  | { kind: 'new' }
  | { kind: 'remove' | 'renew'; station: Station }
  | { kind: 'link'; name: string; link: string }

/** The hall's screens and printers, with the buttons for staff. */
export const StationsPart = ({ raceid, stations, zone, at, onChange }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<Open>()
  const save = useCall(consoleHallStation)
  const remove = useCall(consoleHallRemove)
  const test = useCall(consoleHallTest)
  const close = () => setOpen(undefined)
  const sendTest = async ({ id, name }: Station) => {
    try {
      const { connected } = await test.mutateAsync({ raceid, id })
      if (connected) toastSuccess(t(words.test_sent, { name }))
      else toastError(t(words.test_away, { name }))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const renew = async (station: Station) => {
    try {
      const { link } = await save.mutateAsync({ raceid, id: station.id, name: station.name, renew: true })
      onChange()
      setOpen({ kind: 'link', name: station.name, link: link ?? '' })
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const takeOut = async (station: Station) => {
    try {
      await remove.mutateAsync({ raceid, id: station.id })
      toastSuccess(t(words.removed))
      close()
      onChange()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <>
      <Card
        title={t(words.stations)}
        aside={
          <Button
            look="quiet"
            className="-my-2 -mr-3"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setOpen({ kind: 'new' })}
          >
            {t(words.add)}
          </Button>
        }
      >
        {stations.length === 0 ? <Empty title={t(words.no_stations)} description={t(words.no_stations_text)} /> : null}
        <ul className="divide-y divide-line">
          {stations.map((station) => {
            const here = isStationPresent(
              { seen_at: station.seen_at === null ? null : new Date(station.seen_at) },
              new Date(at),
            )
            const Icon = station.kind === 'screen' ? Monitor : Printer
            return (
              <li key={station.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <Icon className="size-6 shrink-0 text-soft" aria-hidden />
                <div className="min-w-0 flex-[1_1_12rem]">
                  <p className="truncate font-medium">
                    {station.name} <span className="font-normal text-soft">{t(words[station.kind])}</span>
                  </p>
                  <p className="figures text-14 text-soft">
                    {station.seen_at
                      ? t(words.seen, { at: dateText(station.seen_at, lang, 'deadline', zone) })
                      : t(words.never)}
                  </p>
                </div>
                <Chip tone={here ? 'success' : 'plain'}>{t(here ? words.connected : words.away)}</Chip>
                <div className="flex flex-wrap gap-1">
                  <Button look="quiet" busy={test.isPending} onClick={() => void sendTest(station)}>
                    {t(words.test)}
                  </Button>
                  <Button look="quiet" onClick={() => setOpen({ kind: 'renew', station })}>
                    {t(words.renew)}
                  </Button>
                  <Button look="quiet" onClick={() => setOpen({ kind: 'remove', station })}>
                    {t(words.remove)}
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
      {open?.kind === 'new' ? (
        <AddDialog
          raceid={raceid}
          onClose={close}
          onAdded={(name, link) => {
            onChange()
            setOpen({ kind: 'link', name, link })
          }}
        />
      ) : null}
      {open?.kind === 'link' ? (
        <LinkDialog
          title={t(words.link_title, { name: open.name })}
          description={t(words.link_text)}
          link={open.link}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'remove' || open?.kind === 'renew' ? (
        <Dialog
          open
          onClose={close}
          title={open.kind === 'remove' ? t(words.remove_title, { name: open.station.name }) : t(words.renew)}
          actions={
            <>
              <Button look="plain" onClick={close}>
                {t(kit.cancel)}
              </Button>
              {open.kind === 'remove' ? (
                <Button look="danger" busy={remove.isPending} onClick={() => void takeOut(open.station)}>
                  {t(words.remove)}
                </Button>
              ) : (
                <Button busy={save.isPending} onClick={() => void renew(open.station)}>
                  {t(words.renew)}
                </Button>
              )}
            </>
          }
        >
          <p>{t(open.kind === 'remove' ? words.remove_text : words.renew_text)}</p>
        </Dialog>
      ) : null}
    </>
  )
}

const AddDialog = ({
  raceid,
  onClose,
  onAdded,
}: {
  raceid: number
  onClose: () => void
  onAdded: (name: string, link: string) => void
}) => {
  const t = useWords()
  const save = useCall(consoleHallStation)
  const [kind, setKind] = useState<StationKind>('screen')
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    setRefused(undefined)
    try {
      const { link } = await save.mutateAsync({ raceid, kind, name })
      onAdded(name.trim(), link ?? '')
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.add)}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t(kit.cancel)}
          </Button>
          <Button busy={save.isPending} onClick={() => void send()}>
            {t(words.add)}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <RadioCards
          columns={2}
          centred
          label={t(words.kind)}
          value={kind}
          onChange={(value) => setKind(value === 'printer' ? 'printer' : 'screen')}
          options={stationKinds.map((value) => ({ value, label: t(words[value]) }))}
        />
        <TextInput
          label={t(words.name)}
          hint={t(words.name_hint)}
          value={name}
          maxLength={40}
          error={refused ? (refused.fields.name ?? refused.msg) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
