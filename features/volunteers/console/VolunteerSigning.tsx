import { Camera, ScanLine } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useRace } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTypedAnywhere } from '#ui/form/useTypedAnywhere.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { CodeCamera } from '#ui/media/camera/CodeCamera.tsx'
import { cameraWords } from '#ui/media/camera/camera.words.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { type ShiftAtDesk, consoleVolunteersFind, consoleVolunteersSign } from '../signing/signing.contract.ts'
import type { SigningStep } from '../signing/signing.rules.ts'
import { words } from '../words.ts'

/** Signs volunteers in and out at a desk. */
export const VolunteerSigning = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [filming, setFilming] = useState(false)
  const [found, setFound] = useState<OutputOf<typeof consoleVolunteersFind> & { q: string }>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  useTypedAnywhere(field)
  const step = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(undefined)
    await work().catch((thrown: unknown) => setRefused(refusedFrom(thrown)))
    setBusy(false)
  }
  const find = (q: string) =>
    step(async () => {
      const answer = await call(consoleVolunteersFind, { raceid, q }).catch((thrown: unknown) => {
        // After a failed search staff must not sign in the volunteer of the former search.
        setFound(undefined)
        throw thrown
      })
      setFound({ ...answer, q })
      field.current?.select()
    })
  const sign = (id: number, how: SigningStep) =>
    step(async () => {
      const after = await call(consoleVolunteersSign, { raceid, id, step: how })
      setFound((before) => before && { ...before, items: before.items.map((one) => (one.id === id ? after : one)) })
      field.current?.select()
    })
  return (
    <>
      <Card>
        <form
          role="search"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '' && !busy) void find(typed.trim())
          }}
        >
          <TextInput
            ref={field}
            label={t(words.find_one)}
            hint={t(words.find_hint)}
            value={typed}
            maxLength={300}
            autoCapitalize="off"
            spellCheck={false}
            inputClassName="text-20"
            before={<ScanLine className="size-5" aria-hidden />}
            onChange={({ target }) => setTyped(target.value)}
            after={
              <Button type="submit" busy={busy}>
                {t(words.find_go)}
              </Button>
            }
          />
        </form>
        {filming ? (
          <CodeCamera
            onRead={(text) => {
              setFilming(false)
              void find(text.trim().slice(0, 300))
            }}
            onClose={() => setFilming(false)}
          />
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
      <Refusal refused={refused} />
      <div aria-live="polite">
        {found?.items.length === 0 ? (
          <p className="break-words px-1 text-soft">{t(words.none_found, { q: found.q.slice(0, 30) })}</p>
        ) : null}
        {found && found.items.length > 0 ? (
          <Card flush>
            <ul className="divide-y divide-line">
              {found.items.map((one) => (
                <ShiftLine key={one.id} one={one} busy={busy} onSign={(how) => void sign(one.id, how)} />
              ))}
            </ul>
            {found.more ? <p className="px-4 py-3 text-14 text-soft md:px-6">{t(words.more_found)}</p> : null}
          </Card>
        ) : null}
      </div>
    </>
  )
}

type LineProps = { one: ShiftAtDesk; busy: boolean; onSign: (step: SigningStep) => void }
const ShiftLine = ({ one, busy, onSign }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const moment = (at: string | null) => (at === null ? '' : dateText(at, lang, 'deadline', zone))
  const { name, came_at, left_at, minutes } = one
  const next = came_at === null ? 'in' : left_at === null ? 'out' : undefined
  const said = next && t(next === 'in' ? words.sign_in : words.sign_out)
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-6">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block break-words text-20 font-bold">{name}</span>
        <span className="figures block break-words text-soft">
          {[one.post, one.team, one.place, one.mobile].filter(Boolean).join(' · ')}
        </span>
        <span className="figures block text-14 text-soft">
          {[moment(one.starts_at), moment(one.ends_at)].filter(Boolean).join(' – ')}
        </span>
      </span>
      {came_at !== null && left_at === null ? (
        <Chip tone="success">{t(words.here_since, { time: moment(came_at) })}</Chip>
      ) : null}
      {came_at !== null && left_at !== null && minutes !== null ? (
        <Chip>
          {t(words.here_until, {
            from: moment(came_at),
            until: moment(left_at),
            hours: t(words.hours, { h: Math.floor(minutes / 60), m: minutes % 60 }),
          })}
        </Chip>
      ) : null}
      {came_at === null ? null : (
        <Button
          look="quiet"
          disabled={busy}
          aria-label={t(words.sign_of, { step: t(words.sign_back), name })}
          onClick={() => onSign('back')}
        >
          {t(words.sign_back)}
        </Button>
      )}
      {next && said ? (
        <Button disabled={busy} aria-label={t(words.sign_of, { step: said, name })} onClick={() => onSign(next)}>
          {said}
        </Button>
      ) : null}
    </li>
  )
}
