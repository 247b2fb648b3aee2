import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAccount } from '#seam/web/account.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type appTrailQuery, appTrailSign } from '../contract.ts'
import { trailWords as words } from './trails.words.ts'

type Props = {
  raceid: number
  id: number
  consent: OutputOf<typeof appTrailQuery>['consent']
  why: string | undefined
  onSigned: () => void
}
/** Signs up for a trail: the name of the ranking, and the consent to the use of whereabouts. */
export const JoinCard = ({ raceid, id, consent, why, onSigned }: Props) => {
  const t = useWords()
  const account = useAccount()
  const sign = useCall(appTrailSign, { quiet: true })
  const [name, setName] = useState(account.name ?? '')
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  const submit = async () => {
    setPressed(true)
    if (!agreed) return
    try {
      await sign.mutateAsync({ raceid, id, name, consent: consent.version })
      onSigned()
    } catch {
      // The refusal stands below the form.
    }
  }
  return (
    <Card title={t(words.join)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          label={t(words.name)}
          value={name}
          maxLength={30}
          autoComplete="nickname"
          error={sign.error?.fields.name}
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
        {sign.error && Object.keys(sign.error.fields).length === 0 ? <Refusal refused={sign.error} /> : null}
        <Button type="submit" wide busy={sign.isPending} disabledReason={why}>
          {t(words.join)}
        </Button>
      </form>
    </Card>
  )
}
