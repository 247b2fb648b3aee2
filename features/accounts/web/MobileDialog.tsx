import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { userBind } from '#features/people/binding.contract.ts'
import { refusals as peopleRefusals, words as people } from '#features/people/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { words } from '../words.ts'
import { CodeStep, useCode } from './CodeStep.tsx'
import { MobileField, type MobileTyped, readMobile } from './MobileField.tsx'

type Props = {
  /** The masked mobile. */ mobile: string | undefined
  hasPlayer: boolean
  unbind: boolean
  onClose: () => void
  onDone: () => void
}

/**
 * The dialog that binds, changes or unbinds the mobile. If the account has a mobile, the person first proves that the
 * account is theirs. To bind or change the mobile, the person then enters the new mobile and the code sent to it.
 */
export const MobileDialog = ({ mobile, hasPlayer, unbind, onClose, onDone }: Props) => {
  const t = useWords()
  const bind = useCall(userBind, { quiet: true })
  const [step, setStep] = useState<'prove' | 'new'>(mobile === undefined ? 'new' : 'prove')
  const [by, setBy] = useState<'code' | 'document'>('code')
  const [idnum, setIdnum] = useState('')
  const [typed, setTyped] = useState<MobileTyped>({ country: '+86', number: '' })
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Refused>()
  const { whole, isMobile } = readMobile(typed)
  const old = useCode(() => ({ own: true }), step === 'prove' && by === 'code')
  const fresh = useCode(() => {
    if (isMobile) return { mobile: whole }
    setWrongs({ mobile: t(typed.number.trim() === '' ? wrong.required : wrong.mobile) })
    return undefined
  }, step === 'new')
  const proof = mobile === undefined ? {} : by === 'code' ? { old_code: old.code } : { idnum }
  const proofIsThere = () => {
    if (by === 'document') {
      if (idnum.trim() !== '') return true
      setWrongs({ idnum: t(people.idnum_empty) })
    } else if (old.code !== '') return true
    else old.say('old_code', t(old.sent ? wrong.required : words.code_first))
    return false
  }
  const send = async () => {
    setRefused(undefined)
    try {
      await bind.mutateAsync(unbind ? { unbind: true, ...proof } : { mobile: whole, code: fresh.code, ...proof })
      toastSuccess(t(unbind ? people.mobile_unbound : people.mobile_bound))
      onDone()
    } catch (thrown) {
      const answer = refusedFrom(thrown)
      const { old_code, code, ...others } = answer.fields
      if (old_code) old.say('old_code', old_code)
      if (code) fresh.say('code', code)
      if (old_code || others.idnum) setStep('prove')
      setWrongs(others)
      if (Object.keys(answer.fields).length === 0) setRefused(answer)
    }
  }
  const goOn = () => {
    if (step === 'prove') {
      if (!proofIsThere()) return
      if (!unbind) return setStep('new')
    } else if (!isMobile) return setWrongs({ mobile: t(typed.number.trim() === '' ? wrong.required : wrong.mobile) })
    else if (fresh.code === '') return fresh.say('code', t(fresh.sent ? wrong.required : words.code_first))
    void send()
  }
  const change = (patch: Partial<MobileTyped>) => {
    setTyped((before) => ({ ...before, ...patch }))
    setWrongs({})
    if (fresh.sent) fresh.begin()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(unbind ? words.mobile_unbind : mobile === undefined ? words.mobile_bind : words.mobile_change)}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        {step === 'prove' ? (
          <>
            <p className="figures text-soft">{t(words.prove_text, { mobile: mobile ?? '' })}</p>
            {by === 'code' ? (
              <CodeStep label={t(words.prove_own_code)} form={old} name="old_code" />
            ) : (
              <TextInput
                label={t(words.prove_idnum)}
                value={idnum}
                error={wrongs.idnum}
                maxLength={40}
                autoComplete="off"
                name="idnum"
                inputClassName="figures"
                onChange={(event) => setIdnum(event.target.value)}
              />
            )}
            <Button
              look="quiet"
              wide
              className="text-14"
              disabledReason={by === 'code' && !hasPlayer ? t(peopleRefusals.player_unbound.message) : undefined}
              onClick={() => setBy(by === 'code' ? 'document' : 'code')}
            >
              {t(by === 'code' ? words.prove_by_document : words.prove_by_code)}
            </Button>
            {unbind ? <p className="text-14 text-soft">{t(words.unbind_effects)}</p> : null}
          </>
        ) : (
          <>
            <MobileField value={typed} onChange={change} error={wrongs.mobile} label={t(words.new_mobile)} />
            <CodeStep label={t(words.new_code)} form={fresh} name="code" />
            {mobile === undefined ? null : <p className="text-14 text-soft">{t(words.change_effects)}</p>}
          </>
        )}
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
        <Button type="submit" wide busy={bind.isPending}>
          {t(
            step === 'prove' && !unbind
              ? words.next
              : unbind
                ? words.unbind
                : mobile === undefined
                  ? words.bind
                  : words.change,
          )}
        </Button>
      </form>
    </Dialog>
  )
}
