import { Smartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleOverviewBind } from '../managed/contract.ts'
import { managedWords as words } from '../managed/managed.words.ts'

/** Makes a code that binds the staff account to the account of the messaging app that scans it. */
export const BindButton = () => {
  const t = useWords()
  const make = useCall(consoleOverviewBind)
  const [made, setMade] = useState<{ link: string; bound: boolean }>()
  const renew = () =>
    make.mutate(
      {},
      { onSuccess: ({ token, bound }) => setMade({ link: `${location.origin}/manage?bind=${token}`, bound }) },
    )
  const copy = (link: string) => void navigator.clipboard.writeText(link).then(() => toastSuccess(t(words.copied)))
  return (
    <>
      <Button
        look="plain"
        busy={make.isPending && !made}
        icon={<Smartphone className="size-5" aria-hidden />}
        onClick={renew}
      >
        {t(words.bind)}
      </Button>
      {made ? (
        <Dialog
          open
          title={t(words.bindTitle)}
          onClose={() => setMade(undefined)}
          actions={
            <>
              <Button look="plain" busy={make.isPending} onClick={renew}>
                {t(words.renew)}
              </Button>
              <Button look="plain" onClick={() => copy(made.link)}>
                {t(words.copy)}
              </Button>
              <Button onClick={() => setMade(undefined)}>{t(words.close)}</Button>
            </>
          }
        >
          <div className="grid justify-items-center gap-4 text-center">
            <p className="max-w-[40ch]">{t(words.bindHow)}</p>
            <Suspense fallback={<span className="block size-52" />}>
              <LaterQrCode text={made.link} label={t(words.bindLabel)} />
            </Suspense>
            {made.bound ? <p className="text-14 text-soft">{t(words.bindAgain)}</p> : null}
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
