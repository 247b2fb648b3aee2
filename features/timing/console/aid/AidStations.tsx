import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import type { AidStation } from '../../aid/aid.contract.ts'
import { consoleTimingDevice } from '../../contract.ts'
import { words } from './aidControl.words.ts'
import { PhoneDialog } from './PhoneDialog.tsx'

type Props = { raceid: number; stations: readonly AidStation[]; zone: string; onDone: () => void }
type Phone = AidStation['phones'][number] & { stationid: number }

/** Lists the stations in the order of the course, with the runners there and the phones that write for them. */
export const AidStations = ({ raceid, stations, zone, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [adding, setAdding] = useState<{ id: number; name: string }>()
  const [off, setOff] = useState<Phone>()
  return (
    <Card flush title={t(words.stations)}>
      {stations.length === 0 ? <Empty title={t(words.stations_none)} description={t(words.stations_how)} /> : null}
      <ul className="divide-y divide-line">
        {stations.map(({ ins, outs, there, drops, ...station }) => (
          <li key={station.id} className="grid gap-2 px-4 py-4 md:px-6">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-[1_1_14rem]">
                <h3 className="break-words font-medium">{station.name}</h3>
                <p className="figures text-14 text-soft">
                  {station.last_at === null
                    ? t(words.no_entries)
                    : [
                        t(words.counts, { ins, outs, there, drops }),
                        t(words.latest_at, { time: dateText(station.last_at, lang, 'deadline', zone) }),
                      ].join(' · ')}
                </p>
              </div>
              <Button
                look="plain"
                icon={<Plus className="size-4" aria-hidden />}
                aria-label={`${t(words.phone_add)} ${station.name}`}
                onClick={() => setAdding(station)}
              >
                {t(words.phone_add)}
              </Button>
            </div>
            {station.phones.map((phone) => (
              <div key={phone.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
                <span className="break-words font-medium">{phone.name}</span>
                <span className="figures text-soft">
                  {[
                    t(words.entries_n, { n: countText(phone.entries) }),
                    phone.seen_at === null
                      ? t(words.never)
                      : t(words.seen, { time: dateText(phone.seen_at, lang, 'deadline', zone) }),
                  ].join(' · ')}
                </span>
                {phone.retired ? (
                  <Chip>{t(words.off)}</Chip>
                ) : (
                  <Button
                    look="quiet"
                    aria-label={`${t(words.switch_off)} ${phone.name}`}
                    onClick={() => setOff({ ...phone, stationid: station.id })}
                  >
                    {t(words.switch_off)}
                  </Button>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {adding ? (
        <PhoneDialog raceid={raceid} station={adding} onClose={() => setAdding(undefined)} onDone={onDone} />
      ) : null}
      {off ? <OffDialog raceid={raceid} phone={off} onClose={() => setOff(undefined)} onDone={onDone} /> : null}
    </Card>
  )
}

type OffProps = { raceid: number; phone: Phone; onClose: () => void; onDone: () => void }
/** Switches a phone off on the server. Staff need not have the phone in their hands. */
const OffDialog = ({ raceid, phone, onClose, onDone }: OffProps) => {
  const t = useWords()
  const change = useCall(consoleTimingDevice)
  const go = async () => {
    const { id, name, stationid } = phone
    await change.mutateAsync({ raceid, id, name, stationid, retire: true })
    onDone()
    onClose()
  }
  return (
    <AskDialog
      title={t(words.switch_off_title, { name: phone.name })}
      action={t(words.switch_off)}
      look="danger"
      busy={change.isPending}
      refused={change.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(words.switch_off_what)}</p>
    </AskDialog>
  )
}
