import { Fragment, useState } from 'react'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Button } from '#ui/form/Button.tsx'
import type { Consent } from '../../signup/consents.contract.ts'
import { consentWords } from './number/number.words.ts'
import { signupStepWords } from './steps/steps.words.ts'
import type { SignUp } from './useSignUp.ts'

/** Shows each consent separately, with its text and its own box. No box is ticked beforehand. */
export const ConsentBoxes = ({ form, consents }: { form: SignUp; consents: readonly Consent[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<Consent>()
  // In the summary one box stands for the agreement of all people of the form. If somebody adds a person later, the
  // form asks again.
  const whose = form.step === 'review' ? form.people.map(({ draft }) => draft) : [form.draft]
  const agreedTo = ({ name, version }: Consent) => whose.every(({ agreed }) => agreed[name] === version)
  if (consents.length === 0) return null
  const named = (title: string) => (lang === 'en' ? title : `《${title}》`)
  const required = consents.filter(({ asked }) => asked !== 'optional')
  const optional = consents.filter(({ asked }) => asked === 'optional')
  return (
    <div className="grid gap-3">
      {[...required, ...optional].map((consent) => (
        <Fragment key={consent.name}>
          {consent === optional[0] && required.length > 0 ? (
            <h3 className="mt-3 text-14 font-medium text-soft">{t(consentWords.optional)}</h3>
          ) : null}
          <div className="rounded border border-line bg-surface px-4 pb-2 pt-1">
            <Checkbox
              checked={agreedTo(consent)}
              onChange={(event) => form.agree({ [consent.name]: event.target.checked ? consent.version : undefined })}
              error={form.errorAt(`consents.${consent.name}`)}
            >
              {t(signupStepWords.agreeTo, { title: named(consent.title) })}
              {consent.asked === 'optional' ? <span className="ml-2 text-14 text-soft">{t(kit.optional)}</span> : null}
            </Checkbox>
            <p className="line-clamp-2 pl-8 text-14 text-soft">{consent.body}</p>
            <button
              type="button"
              className="ml-8 flex min-h-11 items-center text-14 text-strong underline-offset-4 hover:underline"
              onClick={() => setOpen(consent)}
            >
              {t(signupStepWords.readWhole)}
              <span className="sr-only">{consent.title}</span>
              <span className="figures ml-2 text-soft">{t(signupStepWords.version, { version: consent.version })}</span>
            </button>
          </div>
        </Fragment>
      ))}
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.title ?? ''}
        actions={
          <>
            <Button look="plain" onClick={() => setOpen(undefined)}>
              {t(kit.close)}
            </Button>
            <Button
              onClick={() => {
                if (open) form.agree({ [open.name]: open.version })
                setOpen(undefined)
              }}
            >
              {t(signupStepWords.agree)}
            </Button>
          </>
        }
      >
        <p className="whitespace-pre-line leading-7">{open?.body}</p>
        <p className="figures mt-4 text-14 text-soft">{t(signupStepWords.version, { version: open?.version ?? '' })}</p>
      </Dialog>
    </div>
  )
}
