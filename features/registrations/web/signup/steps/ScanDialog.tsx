import { Suspense } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { wechatMiniQrcode } from '#features/codes/contract.ts'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { registrationShow } from '#features/registrations/contract.ts'
import { statusWords as words } from '#features/registrations/web/status/status.words.ts'
import type { ShownAction, StatusActions } from '#features/registrations/web/status/useStatusActions.ts'

type Shown = OutputOf<typeof registrationShow>

const said = {
  pay: words.pay,
  edit: words.edit,
  mend: words.mend,
  delete: words.remove,
  exit: words.exit,
  delay: words.delay,
  team: words.team,
  again: words.signUpAgain,
  details: words.details,
} as const

/**
 * Shows the code of an action. If the race has a mini-program, the code opens the mini-program. The code for the
 * details belongs to this registration. Without a mini-program the code holds this page's address.
 */
const Code = ({ registration, action, label }: { registration: Shown; action: ShownAction; label: string }) => {
  const page = path.queryDetail({ _key: registration._key, action })
  const own = action === 'details' ? registration.bindqrcode : null
  const query = useAsk(
    wechatMiniQrcode,
    { raceid: registration.raceid, data: { link: page, raceid: registration.raceid } },
    { enabled: registration.mini && own === null, quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  const picture = own ?? query.data?.url
  if (picture !== undefined) return <img src={picture} alt={label} width={208} height={208} className="rounded" />
  if (registration.mini && query.isPending) return <div className="bone size-[13rem]" />
  return <LaterQrCode text={new URL(page, location.origin).href} label={label} />
}

/**
 * Shows the code of a link of the status page. The runner scans the code in the messaging app's mini-program
 * (docs/behaviour/states.md, What the status page shows). A registrant may log in here instead.
 */
export const ScanDialog = ({ registration, doing }: { registration: Shown; doing: StatusActions }) => {
  const t = useWords()
  const { dialog, close, logIn } = doing
  const name = dialog ? t(said[dialog.what]) : ''
  const cancel = (
    <Button look="plain" onClick={close}>
      {t(kit.close)}
    </Button>
  )
  return (
    <>
      <Dialog
        open={dialog?.as === 'scan'}
        onClose={close}
        title={name}
        actions={
          <>
            {cancel}
            {registration.mine ? null : (
              <Button look="plain" onClick={logIn}>
                {t(words.logInInstead)}
              </Button>
            )}
          </>
        }
      >
        {dialog?.as === 'scan' ? (
          <div className="flex flex-col items-center gap-4 py-2 text-center">
            <Suspense fallback={<div className="bone size-[13rem]" />}>
              <Code registration={registration} action={dialog.what} label={t(words.scanAlt, { action: name })} />
            </Suspense>
            <p className="max-w-[30ch] text-balance text-soft">{t(words.scanHow, { action: name })}</p>
          </div>
        ) : null}
      </Dialog>
      <LoginSheet
        open={dialog?.as === 'login'}
        onClose={close}
        note={t(words.logInNote, { action: name })}
        onDone={() => void doing.loggedIn()}
      />
      <Dialog
        open={dialog?.as === 'stranger'}
        onClose={close}
        title={t(words.strangerTitle)}
        actions={
          <>
            {cancel}
            <Button onClick={logIn}>{t(words.strangerOther)}</Button>
          </>
        }
      >
        <p className="leading-7">{t(words.stranger, { action: name })}</p>
      </Dialog>
    </>
  )
}
