import { useEffect, useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { inSession } from '#ui/router/address.ts'
import { wechatAppRegister } from '../app.contract.ts'
import { userAuth, userSmsSend2 } from '../contract.ts'
import { code as codeRule, looksLikeMobile } from '../rules.ts'
import { readMobile } from './MobileField.tsx'
import { refusals } from '#features/checks/words.ts'
import { dialCodes, words } from '../words.ts'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { goOnAs } from './useAccount.ts'

/** The values of the form, kept in this tab only. The person may leave the page to read the text message. */
type LoginDraft = { country: string; number: string; sentTo?: string | undefined; resendAt: number }
const key = 'login'
const read = (): LoginDraft => {
  try {
    return JSON.parse(inSession.get(key) ?? '') as LoginDraft
  } catch {
    return { country: '+86', number: '', resendAt: 0 }
  }
}
/**
 * Returns the first values of the form: the kept values, or the given mobile if no number was typed. A number from
 * abroad begins with +.
 */
const startFrom = (mobile: string | undefined): LoginDraft => {
  const kept = read()
  if (!mobile || !looksLikeMobile(mobile) || kept.number !== '') return kept
  const dial = dialCodes.map(([code]) => code).find((code) => mobile.startsWith(code))
  return { country: dial ?? '+86', number: dial ? mobile.slice(dial.length) : mobile, resendAt: 0 }
}

export const useLogin = ({
  mobile,
  ticket,
  onDone,
}: {
  mobile?: string | undefined
  ticket?: string | undefined
  onDone: (bound: boolean) => void
}) => {
  const t = useWords()
  const [kept, setKept] = useState<LoginDraft>(() => startFrom(mobile))
  const [code, setCode] = useState('')
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Refused>()
  const [waiting, setWaiting] = useState(false)
  const [phase, setPhase] = useState<'ask' | 'sent'>(() => (kept.resendAt > Date.now() && kept.sentTo ? 'sent' : 'ask'))
  const checking = useCheck(phase === 'ask')
  const send = useCall(userSmsSend2, { quiet: true })
  const auth = useCall(userAuth, { quiet: true })
  const register = useCall(wechatAppRegister, { quiet: true })
  const now = useNow()
  useEffect(() => inSession.set(key, JSON.stringify(kept)), [kept])

  const { whole, isMobile } = readMobile(kept)
  const focus = (field: string) =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus())
  const mistake = (field: string, said: string) => {
    setWrongs({ [field]: said })
    focus(field)
    return false
  }
  const mobileIsRight = () => {
    if (kept.number.trim() === '') return mistake('mobile', t(wrong.required))
    return isMobile || mistake('mobile', t(wrong.mobile))
  }
  const fail = (thrown: unknown) => {
    const refusal = refusedFrom(thrown)
    const [field] = Object.keys(refusal.fields)
    setWrongs(refusal.fields)
    setRefused(field ? undefined : refusal)
    if (field) focus(field)
  }

  return {
    kept,
    code,
    wrongs,
    refused,
    phase,
    checking,
    sending: waiting || send.isPending,
    loggingIn: auth.isPending || register.isPending,
    /** Seconds until the person may ask for another code. */
    wait: Math.max(0, Math.ceil((kept.resendAt - now) / 1000)),
    /** A code belongs to one number, so another number needs another code. */
    change: (patch: Pick<Partial<LoginDraft>, 'country' | 'number'>) => {
      setKept((before) => ({ ...before, ...patch, sentTo: undefined, resendAt: 0 }))
      setPhase('ask')
      setWrongs({})
    },
    typeCode: (given: string) => {
      setCode(given.normalize('NFKC').replace(/\D/g, '').slice(0, codeRule.digits))
      setWrongs({})
    },
    typeCheck: (given: string) => {
      checking.type(given)
      setWrongs({})
    },
    again: () => setPhase('ask'),
    sendCode: async () => {
      setRefused(undefined)
      if (!mobileIsRight()) return
      setWaiting(true)
      const check = await checking.given().finally(() => setWaiting(false))
      if (!check) return void mistake('captcha', t(refusals.picture_needed.message))
      try {
        const sent = await send.mutateAsync({ mobile: whole, ...check })
        setWrongs({})
        setCode('')
        setKept((before) => ({ ...before, sentTo: sent.mobile, resendAt: Date.now() + sent.resend_in * 1000 }))
        setPhase('sent')
        focus('code')
      } catch (thrown) {
        checking.renew(refusedFrom(thrown))
        fail(thrown)
      }
    },
    logIn: async () => {
      setRefused(undefined)
      if (!mobileIsRight()) return
      if (code.length === 0)
        return void mistake('code', phase === 'ask' && !kept.sentTo ? t(words.code_first) : t(wrong.required))
      try {
        const { token, bound } =
          ticket === undefined
            ? { ...(await auth.mutateAsync({ mobile: whole, code })), bound: true }
            : await register.mutateAsync({ ticket, mobile: whole, code })
        goOnAs(token)
        inSession.set(key, undefined)
        onDone(bound)
      } catch (thrown) {
        fail(thrown)
      }
    },
  }
}
