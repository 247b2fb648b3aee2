import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type ListedCall, requestOf } from './apiDocument.ts'
import { callsWords as words } from './calls.words.ts'

const MOST_SHOWN = 100_000
type Answered = { status: number; ms: number; text: string }

/** Sends a call with the API key and without the session of the console. */
const send = async (method: string, address: string, body: string | undefined, key: string): Promise<Answered> => {
  const began = performance.now()
  const answer = await fetch(address, {
    method,
    credentials: 'omit',
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const raw = await answer.text()
  const ms = Math.round(performance.now() - began)
  try {
    return { status: answer.status, ms, text: JSON.stringify(JSON.parse(raw), null, 2) }
  } catch {
    return { status: answer.status, ms, text: raw }
  }
}

export const CallForm = ({ call, apiKey }: { call: ListedCall; apiKey: string }) => {
  const t = useWords()
  const [typed, setTyped] = useState(call.sample)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [offline, setOffline] = useState(false)
  const [answered, setAnswered] = useState<Answered>()
  const run = async () => {
    const request = requestOf(call, typed)
    setWrong(!request)
    setOffline(false)
    if (!request) return
    setBusy(true)
    try {
      setAnswered(await send(call.method, request.address, request.body, apiKey.trim()))
    } catch {
      setOffline(true)
    }
    setBusy(false)
  }
  return (
    <Card title={`${call.method} ${call.path}`}>
      <p className="-mt-2 pb-4 text-14 text-soft">{call.about}</p>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextArea
          label={t(words.input)}
          rows={8}
          spellCheck={false}
          className="[&_textarea]:font-mono [&_textarea]:text-14"
          value={typed}
          error={wrong ? t(words.input_wrong) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button type="submit" busy={busy}>
            {t(words.send)}
          </Button>
        </div>
      </form>
      {offline ? (
        <p role="alert" className="mt-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {t(words.offline)}
        </p>
      ) : null}
      {answered ? (
        <div className="mt-4 grid gap-2">
          <p role="status">
            <Chip tone={answered.status < 300 ? 'success' : 'warning'}>
              {t(words.took, { status: answered.status, ms: answered.ms })}
            </Chip>
          </p>
          {answered.text.length > MOST_SHOWN ? <p className="text-14 text-soft">{t(words.cut)}</p> : null}
          <TextArea
            label={t(words.answer)}
            readOnly
            rows={14}
            spellCheck={false}
            className="[&_textarea]:font-mono [&_textarea]:text-14"
            value={answered.text.slice(0, MOST_SHOWN)}
          />
        </div>
      ) : null}
    </Card>
  )
}
