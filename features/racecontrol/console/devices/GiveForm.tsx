import { useRef, useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleRacecontrolDevicesGive } from '../../devices/devices.contract.ts'
import { targetIn } from '../../devices/devices.rules.ts'
import { carrierWords } from '../../devices/devices.words.ts'
import { type AlarmCarrierKind, watchedKinds } from '../../monitor/alarms.rules.ts'
import { CarrierFields, type CarrierEvent, noCarrier } from './CarrierFields.tsx'
import { pageWords as words } from './devicePage.words.ts'
import { ScanField } from '#ui/media/camera/ScanField.tsx'

type Props = { raceid: number; events: readonly CarrierEvent[]; onDone: () => void }
/** Hands a device out. For a runner two scans are enough: the device, then the bib. */
export const GiveForm = ({ raceid, events, onDone }: Props) => {
  const t = useWords()
  const give = useCall(consoleRacecontrolDevicesGive)
  const { refused, trying } = useTrying()
  const [kind, setKind] = useState<AlarmCarrierKind>('runner')
  const [code, setCode] = useState('')
  const [bib, setBib] = useState('')
  const [carrier, setCarrier] = useState(noCarrier)
  const [shown, setShown] = useState(false)
  const [device, second] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const isRunner = kind === 'runner'
  const sharing = refused?.refusal === 'which_runner' ? (refused.facts.events as readonly number[]) : undefined
  const ofBib = events.filter((one) => sharing?.includes(one.eventid))
  const submit = (read: { bib?: string; eventid?: number } = {}) =>
    trying(async () => {
      const { name, wave, target } = carrier
      const ofCarrier = kind === 'pacer' ? (carrier.eventid ?? events[0]?.eventid ?? null) : carrier.eventid
      const to = isRunner
        ? { bib: read.bib ?? bib, eventid: read.eventid ?? null }
        : { name, eventid: ofCarrier, wave: wave === '' ? null : wave, target_s: targetIn(target) ?? null }
      const done = await give.mutateAsync({ raceid, code, kind, shown, ...to })
      toastSuccess(t(words.given, { code: done.code, who: done.carrier?.bib ?? done.carrier?.name ?? '' }))
      setCode('')
      setBib('')
      setCarrier({ ...carrier, name: '', target: '' })
      // The consent of the former runner does not count for the next runner.
      setShown(!isRunner && shown)
      device.current?.focus()
      onDone()
    })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Segmented
        label={t(words.to)}
        value={kind}
        onChange={(value) => {
          const next = watchedKinds.find((one) => one === value) ?? 'runner'
          setKind(next)
          setShown(next === 'pacer' || next === 'sweeper')
        }}
        options={watchedKinds.map((value) => ({ value, label: t(carrierWords[value]) }))}
      />
      <div className={isRunner ? 'grid gap-4 md:grid-cols-2' : ''}>
        <ScanField
          ref={device}
          label={t(words.scan_device)}
          hint={t(words.scan_hint)}
          value={code}
          onChange={setCode}
          onRead={() => second.current?.focus()}
        />
        {isRunner ? (
          <ScanField
            ref={second}
            label={t(words.scan_bib)}
            hint={t(words.scan_hint)}
            value={bib}
            onChange={setBib}
            onRead={(read) => (code.trim() === '' ? device.current?.focus() : void submit({ bib: read }))}
          />
        ) : null}
      </div>
      {isRunner ? null : <CarrierFields kind={kind} events={events} draft={carrier} onChange={setCarrier} />}
      <Checkbox checked={shown} onChange={({ target }) => setShown(target.checked)}>
        {t(isRunner ? words.shown_runner : words.shown_other)}
      </Checkbox>
      <Refusal refused={refused} />
      {ofBib.length > 0 ? (
        <div role="group" aria-label={t(words.event)} className="flex flex-wrap gap-3">
          {ofBib.map((one) => (
            <Button
              key={one.eventid}
              look="plain"
              busy={give.isPending}
              onClick={() => void submit({ eventid: one.eventid })}
            >
              {t(words.give_in, { event: one.event })}
            </Button>
          ))}
        </div>
      ) : null}
      <Button type="submit" busy={give.isPending} disabled={code.trim() === ''} className="md:w-fit">
        {t(words.give)}
      </Button>
    </form>
  )
}
