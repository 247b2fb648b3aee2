import { useRef, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { consolePlatformLogo, consolePlatformLogoRemove } from '../contract.ts'
import { words } from '../words.ts'

export const LogoCard = ({ logo, onChange }: { logo: string | null; onChange: () => void }) => {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const remove = useCall(consolePlatformLogoRemove)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const send = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setRefused(undefined)
    try {
      await call(consolePlatformLogo, {}, { files: { file } })
      toastSuccess(t(words.logo_saved))
      onChange()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    setBusy(false)
  }
  return (
    <Card title={t(words.logo)}>
      <p className="-mt-2 pb-3 text-14 text-soft">{t(words.logo_hint)}</p>
      {logo ? <img src={logo} alt={t(words.logo)} className="mb-3 h-12 max-w-full object-contain" /> : null}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={t(words.logo)}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="plain" busy={busy} onClick={() => input.current?.click()}>
          {t(words.logo_choose)}
        </Button>
        {logo ? (
          <Button
            look="quiet"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                {},
                {
                  onSuccess: () => {
                    toastSuccess(t(words.logo_removed))
                    onChange()
                  },
                },
              )
            }
          >
            {t(words.logo_remove)}
          </Button>
        ) : null}
      </div>
      {refused ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
    </Card>
  )
}
