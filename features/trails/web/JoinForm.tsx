import { useState } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Refused } from '#ui/network/call.ts'
import { trailWords as words } from './trails.words.ts'

type Props = {
  title: string
  consent: { title: string; body: string }
  busy: boolean
  refused: Refused | undefined
  /** The reason why nobody can join now. */
  why?: string | undefined
  onJoin: (name: string) => void
}
/** The form for joining a trail or a challenge. */
export const JoinForm = ({ title, consent, busy, refused, why, onJoin }: Props) => {
  const t = useWords()
  const account = useAccount()
  const [name, setName] = useState(account.name ?? '')
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  return (
    <Card title={title}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setPressed(true)
          if (agreed) onJoin(name)
        }}
      >
        <TextInput
          label={t(words.name)}
          value={name}
          maxLength={30}
          autoComplete="nickname"
          error={refused?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <section className="rounded bg-sunk p-4">
          <h3 className="font-bold">{consent.title}</h3>
          <p className="mt-2 text-14 leading-6">{consent.body}</p>
        </section>
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={pressed && !agreed ? t(words.agree_first) : undefined}
        >
          {t(words.agree, { title: consent.title })}
        </Checkbox>
        {refused && Object.keys(refused.fields).length === 0 ? <Refusal refused={refused} /> : null}
        <Button type="submit" wide busy={busy} disabledReason={why}>
          {title}
        </Button>
      </form>
    </Card>
  )
}
