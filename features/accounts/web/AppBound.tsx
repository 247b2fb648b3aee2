import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { userBind } from '#features/people/binding.contract.ts'
import { words as people } from '#features/people/words.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { words } from '../words.ts'
import { CodeStep, useCode } from './CodeStep.tsx'

/**
 * The page after the messaging app has returned a code that binds the person. Right after a log-in the page binds at
 * once. At a later time the page first asks for a code sent to the account's mobile.
 */
export const AppBound = ({
  code,
  mobile,
  onDone,
}: {
  code: string
  mobile: string | undefined
  onDone: () => void
}) => {
  const t = useWords()
  const bind = useCall(userBind, { quiet: true })
  const [said, setSaid] = useState<string>()
  const [proves, setProves] = useState(false)
  const own = useCode(() => ({ own: true }))
  const began = useRef(false)
  const send = async (old_code?: string) => {
    setSaid(undefined)
    try {
      await bind.mutateAsync({ kind: 'app', app_code: code, app: 'web', ...(old_code ? { old_code } : {}) })
      toastSuccess(t(people.app_bound))
      onDone()
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      if (refused.refusal === 'proof_needed') setProves(true)
      else if (refused.fields.old_code) own.say('old_code', refused.fields.old_code)
      else setSaid(refused.msg)
    }
  }
  const begin = useEffectEvent(() => void send())
  useEffect(() => {
    if (began.current) return
    began.current = true
    begin()
  }, [])
  return (
    <Card title={t(words.wechat)}>
      {proves ? (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void send(own.code)
          }}
        >
          <p className="figures text-soft">{t(words.prove_text, { mobile: mobile ?? '' })}</p>
          <CodeStep label={t(words.prove_own_code)} form={own} name="old_code" />
          <Button type="submit" wide busy={bind.isPending}>
            {t(words.bind)}
          </Button>
        </form>
      ) : said ? null : (
        <p role="status" className="py-4 text-soft">
          {t(words.app_working)}
        </p>
      )}
      {said ? (
        <div className="grid gap-3">
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {said}
          </p>
          <ButtonLink look="plain" href={path.me()}>
            {t(words.go_on)}
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  )
}
