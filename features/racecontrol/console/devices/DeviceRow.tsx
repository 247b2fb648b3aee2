import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type LiveDevice, consoleRacecontrolDevicesEnd } from '../../devices/devices.contract.ts'
import { carrierWords, deviceStateWords } from '../../devices/devices.words.ts'
import { pageWords as words } from './devicePage.words.ts'

const tones = { free: 'plain', out: 'success', lost: 'danger' } as const
/** The battery level in percent at or below which the row highlights the battery. */
const LOW = 20

type Props = {
  raceid: number
  device: LiveDevice
  zone: string
  onSetup: () => void
  onChange: () => void
  onDone: () => void
}
export const DeviceRow = ({ raceid, device, zone, onSetup, onChange, onDone }: Props) => {
  const t = useWords()
  const end = useCall(consoleRacecontrolDevicesEnd)
  const { refused, trying } = useTrying()
  const [losing, setLosing] = useState(false)
  const { code, state } = device
  const named = (act: string) => t(words.act, { act, code })
  const ending = (lost: boolean) =>
    trying(async () => {
      await end.mutateAsync({ raceid, code, lost })
      setLosing(false)
      toastSuccess(t(lost ? words.lost_done : words.returned, { code }))
      onDone()
    })
  const back = t(state === 'lost' ? words.found : words.take_back)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <Facts device={device} zone={zone} />
      <Chip tone={tones[state]}>{t(deviceStateWords[state])}</Chip>
      <div className="flex flex-wrap gap-2">
        {state === 'free' ? null : (
          <Button look="plain" busy={end.isPending} aria-label={named(back)} onClick={() => void ending(false)}>
            {back}
          </Button>
        )}
        {state === 'out' ? (
          <Button look="quiet" aria-label={named(t(words.lose))} onClick={() => setLosing(true)}>
            {t(words.lose)}
          </Button>
        ) : null}
        <Button look="quiet" aria-label={named(t(words.setup))} onClick={onSetup}>
          {t(words.setup)}
        </Button>
        <Button look="quiet" aria-label={named(t(words.edit))} onClick={onChange}>
          {t(words.edit)}
        </Button>
      </div>
      {losing ? (
        <AskDialog
          title={t(words.lose_title, { code })}
          action={t(words.lose)}
          look="danger"
          busy={end.isPending}
          refused={refused}
          onClose={() => setLosing(false)}
          onDo={() => void ending(true)}
        >
          <p>{t(words.lose_text)}</p>
        </AskDialog>
      ) : (
        <Refusal refused={refused} />
      )}
    </li>
  )
}

const Facts = ({ device, zone }: Pick<Props, 'device' | 'zone'>) => {
  const t = useWords()
  const { lang } = useLang()
  const { code, model, notes, carrier, battery, contact_at, lost_at, state } = device
  const moment = (at: string) => dateText(at, lang, 'deadline', zone)
  const contact = contact_at === null ? t(words.contact_none) : t(words.contact, { time: moment(contact_at) })
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="figures break-words font-medium">
        {code}
        {model === '' ? null : <span className="text-14 font-normal text-soft"> {model}</span>}
      </p>
      {carrier ? (
        <p className="break-words">
          {t(carrierWords[carrier.kind])} <span className="figures font-medium">{carrier.bib}</span> {carrier.name}
          <span className="figures text-14 text-soft">
            {[
              '',
              carrier.event,
              carrier.wave,
              carrier.target_s === null ? null : durationText(carrier.target_s),
              carrier.shown ? t(words.public) : null,
            ]
              .filter((one) => one !== null)
              .join(' · ')}
          </span>
        </p>
      ) : null}
      <p className="figures break-words text-14 text-soft">
        {[
          lost_at === null ? null : t(words.lost_since, { time: moment(lost_at) }),
          carrier && state === 'out' ? t(words.since, { time: moment(carrier.given_at) }) : null,
          state === 'out' ? contact : null,
          notes,
        ]
          .filter(Boolean)
          .join(' · ')}
        {battery === null || state !== 'out' ? null : (
          <span className={battery <= LOW ? 'font-bold text-danger-ink' : ''}>
            {' '}
            · {t(words.charge, { n: battery })}
          </span>
        )}
      </p>
    </div>
  )
}
