import { useEffect, useEffectEvent, useState } from 'react'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { LoginSheet } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { queryWords as words } from './query.words.ts'
import type { Passed, LookupPurpose } from './wanted.ts'

type Asking = {
  /** The number of errors of the look-up. After each error the page asks for a new check. */
  round: number
  error: string | undefined
  onAnswer: (answer: Passed | undefined) => void
}

/** The check that the server demands after misses. The person continues the search below it. */
export const PictureCheck = ({
  purpose,
  onSearch,
  ...asking
}: Asking & { purpose: LookupPurpose; onSearch: () => void }) => {
  const t = useWords()
  const how = {
    picture: words.pictureCheckHow,
    fact: words.factHow,
    mobile: words.lastFourHow,
    session: words.sessionHow,
  }
  return (
    <div className="rounded bg-sunk p-4">
      <p className="mb-3 text-14">{t(how[purpose])}</p>
      {purpose === 'picture' ? <Picture {...asking} /> : null}
      {purpose === 'fact' || purpose === 'mobile' ? <Fact key={purpose} {...asking} purpose={purpose} /> : null}
      {purpose === 'session' ? (
        <LogIn onDone={onSearch} />
      ) : (
        <Button type="submit" wide className="mt-3">
          {t(words.search)}
        </Button>
      )}
    </div>
  )
}

const Picture = ({ round, error, onAnswer }: Asking) => {
  const checking = useCheck(true, 'picture')
  const { captchaid, answer } = checking.check
  const notify = useEffectEvent((given: Passed | undefined) => onAnswer(given))
  useEffect(() => notify(captchaid && answer ? { captchaid, captcha: answer } : undefined), [captchaid, answer])
  const renew = useEffectEvent(() => checking.renew())
  useEffect(() => {
    if (round > 1) renew()
  }, [round])
  return <CheckField {...checking} error={error} />
}

const Fact = ({ error, onAnswer, purpose }: Asking & { purpose: 'fact' | 'mobile' }) => {
  const t = useWords()
  const [fact, setFact] = useState('')
  return (
    <TextInput
      label={t(purpose === 'fact' ? words.fact : words.lastFour)}
      error={error}
      value={fact}
      onChange={(event) => {
        setFact(event.target.value)
        onAnswer(event.target.value.trim() === '' ? undefined : { fact: event.target.value.trim() })
      }}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={60}
      name="fact"
      {...(purpose === 'mobile' ? { inputMode: 'numeric' as const } : {})}
    />
  )
}

const LogIn = ({ onDone }: { onDone: () => void }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        {t(words.logInToLookUp)}
      </Button>
      <LoginSheet
        open={open}
        stays
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          onDone()
        }}
      />
    </>
  )
}
