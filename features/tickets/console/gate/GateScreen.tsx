import { Camera, CircleCheck, CloudOff, CloudUpload, Lock, OctagonX, ScanLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTypedAnywhere } from '#ui/form/useTypedAnywhere.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { CodeCamera } from '#ui/media/camera/CodeCamera.tsx'
import { cameraWords } from '#ui/media/camera/camera.words.ts'
import { type Direction, directions } from '../../gate.rules.ts'
import type { GateKeeper, GateVerdict } from './keeper.ts'
import { words } from './gate.words.ts'
import type { Gate } from './useGate.ts'

const LATEST_MOST = 8
type Shown = GateVerdict & { direction: Direction }

export const GateScreen = ({ gate, keeper, zone }: { gate: Gate; keeper: GateKeeper; zone: string }) => {
  const t = useWords()
  const [latest, setLatest] = useState<Shown[]>([])
  const [passed, setPassed] = useState(0)
  const preset = keeper.preset()
  const read = async (text: string) => {
    const { direction } = keeper.preset()
    const verdict = await keeper.scan(text)
    setLatest((before) => [{ ...verdict, direction }, ...before].slice(0, LATEST_MOST))
    if (verdict.outcome === 'ok') setPassed((before) => before + 1)
    navigator.vibrate?.(verdict.outcome === 'ok' ? 60 : [120, 80, 120])
    // The screen shows the answer before the device sends the scan to the server.
    if (verdict.offline) void gate.again()
  }
  const kind = keeper.pack()?.kinds.find(({ id }) => id === preset.goodsid)
  return (
    <>
      <GateLine gate={gate} keeper={keeper} zone={zone} />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="grid gap-4 md:row-span-2">
          <Segmented
            label={t(words.direction)}
            value={preset.direction}
            options={directions.map((value) => ({ value, label: t(words[value]) }))}
            onChange={(value) => gate.put({ ...preset, direction: value as Direction })}
          />
          <CodeField onRead={(text) => void read(text)} />
          <p className="text-14 text-soft">
            {[preset.name, kind?.name ?? t(words.every), t(words.passed, { n: passed })].join(' · ')}
          </p>
        </div>
        <VerdictCard verdict={latest[0]} />
        <div className="md:col-start-2">
          <Latest items={latest.slice(1)} zone={zone} />
        </div>
      </div>
    </>
  )
}

/** The state of the network and the number of unsent scans. Without network, the gate also says what it cannot know. */
const GateLine = ({ gate, keeper, zone }: { gate: Gate; keeper: GateKeeper; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const online = keeper.reached()
  const contact = keeper.contact()
  const until = keeper.until()
  const at = (moment: number) => dateText(new Date(moment), lang, 'minute', zone)
  const waiting = keeper.waiting()
  const Icon = online ? CloudUpload : CloudOff
  return (
    <section
      data-met={gate.met}
      className={`rounded px-4 pb-3 pt-1 text-14 ${online ? 'bg-sunk' : 'bg-warning-tint text-warning-ink'}`}
    >
      <div className="flex items-center gap-x-4">
        <span role="status" className="flex min-w-0 flex-wrap items-center gap-x-4 font-medium">
          <span className="flex items-center gap-1.5">
            <Icon className="size-5 shrink-0" aria-hidden />
            {t(online ? words.online : words.offline)}
          </span>
          <span>{waiting === 0 ? t(words.all_sent) : t(words.unsent, { n: waiting })}</span>
        </span>
        <Button
          look="quiet"
          className="ml-auto shrink-0"
          icon={<Lock className="size-4" aria-hidden />}
          onClick={gate.lock}
        >
          {t(words.lock)}
        </Button>
      </div>
      {contact === null ? null : (
        <p className="figures">
          {[t(words.list_at, { time: at(contact) }), until === null ? null : t(words.works_until, { time: at(until) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {online || contact === null ? null : (
        <p className="figures mt-1">{t(words.cannot_know, { time: at(contact) })}</p>
      )}
      {keeper.full() ? (
        <p role="alert" className="mt-1 font-medium">
          {t(words.full)}
        </p>
      ) : null}
    </section>
  )
}

/** The field for a scanner, with a button for the camera. The camera continues after each code. */
const CodeField = ({ onRead }: { onRead: (text: string) => void }) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [filming, setFilming] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useTypedAnywhere(field)
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === '') return
          onRead(typed)
          setTyped('')
        }}
      >
        <TextInput
          ref={field}
          label={t(words.code)}
          value={typed}
          maxLength={400}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          before={<ScanLine className="size-5" aria-hidden />}
          onChange={({ target }) => setTyped(target.value)}
          after={<Button type="submit">{t(words.check)}</Button>}
        />
      </form>
      {filming ? (
        <CodeCamera goesOn onRead={onRead} onClose={() => setFilming(false)} />
      ) : (
        <Button
          look="quiet"
          className="-mx-2 mt-2 px-2!"
          icon={<Camera className="size-5" aria-hidden />}
          onClick={() => setFilming(true)}
        >
          {t(cameraWords.open)}
        </Button>
      )}
    </Card>
  )
}

const textOf = ({ outcome, direction }: Shown) => (outcome === 'ok' ? words[`ok_${direction}`] : words[outcome])

/** The answer to the last code, in large type, with a sign and words beside the colour. */
const VerdictCard = ({ verdict }: { verdict: Shown | undefined }) => {
  const t = useWords()
  const ok = verdict?.outcome === 'ok'
  const Icon = ok ? CircleCheck : OctagonX
  const look = !verdict ? 'bg-surface' : ok ? 'bg-success-tint' : 'bg-danger-tint'
  // The new answer has its colour from the first frame.
  const ink = ok ? 'text-success-ink' : 'text-danger-ink'
  return (
    <section
      role="status"
      aria-live="assertive"
      data-scan={verdict?.scan}
      className={
        'grid min-h-60 content-center justify-items-center gap-3 rounded p-6 text-center shadow-card ' +
        `max-md:order-first md:min-h-72 ${look}`
      }
    >
      {verdict ? (
        <div key={verdict.scan} className={`grid animate-fade justify-items-center gap-2 ${ink}`}>
          <Icon className="size-20" aria-hidden />
          <p className="text-14">{t(ok ? words.let_in : words.stop)}</p>
          <p className="text-28 font-bold text-balance">{t(textOf(verdict))}</p>
          {verdict.holder ? <p className="break-words text-20 font-medium">{verdict.holder}</p> : null}
          {verdict.what ? <p className="break-words">{verdict.what}</p> : null}
          {verdict.offline ? <p className="text-14">{t(words.decided_offline)}</p> : null}
        </div>
      ) : (
        <>
          <ScanLine className="size-16 text-soft" aria-hidden />
          <p className="text-20 font-bold">{t(words.waiting_for)}</p>
          <p className="text-soft">{t(words.waiting_text)}</p>
        </>
      )}
    </section>
  )
}

const Latest = ({ items, zone }: { items: readonly Shown[]; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  if (items.length === 0) return null
  return (
    <Card title={t(words.latest)}>
      <ol className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.scan} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className={one.outcome === 'ok' ? '' : 'text-danger-ink'}>
              {[t(textOf(one)), one.holder ?? one.what].filter(Boolean).join(' · ')}
            </span>
            <span className="figures text-14 text-soft">{dateText(new Date(one.at), lang, 'minute', zone)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
