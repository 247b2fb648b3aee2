import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Fingerprint, KeyRound, Smartphone, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { call } from '#ui/network/call.ts'
import {
  type StaffProfile,
  consoleProfilePasskeyRemove,
  consoleProfileRecovery,
  consoleProfileTotpBegin,
  consoleProfileTotpRemove,
} from '../../second/contract.ts'
import { words } from '../../second/words.ts'
import { AppDialog } from './AppDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { useConfirmed } from './useConfirmed.tsx'

type WayProps = { icon: ReactNode; title: string; says: string; action: ReactNode; children?: ReactNode }
/** One kind of second factor, with the factors of this kind that the person has. */
const Way = ({ icon, title, says, action, children }: WayProps) => (
  <li className="grid gap-3 py-4">
    <div className="flex flex-wrap items-start gap-3">
      <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunk">
        {icon}
      </span>
      <div className="min-w-0 flex-[1_1_14rem]">
        <h3 className="font-medium">{title}</h3>
        <p className="text-14 text-soft">{says}</p>
      </div>
      {action}
    </div>
    {children}
  </li>
)

type Props = { second: StaffProfile['second']; onChanged: () => void }
type Confirmed = ReturnType<typeof useConfirmed>

const AppWay = ({
  second,
  onMade,
  confirmed,
  onChanged,
}: Props & { confirmed: Confirmed; onMade: (made: Made) => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const begin = () =>
    confirmed.ask({
      title: t(words.app_add),
      action: t(words.goon),
      run: async (password) => onMade(await call(consoleProfileTotpBegin, { password }, { quiet: true })),
    })
  const remove = () =>
    confirmed.ask({
      title: t(words.app_remove_title),
      action: t(words.remove),
      danger: true,
      run: async (password) => {
        await call(consoleProfileTotpRemove, { password }, { quiet: true })
        onChanged()
      },
    })
  return (
    <Way
      icon={<Smartphone className="size-5" />}
      title={t(words.app)}
      says={
        second.totp_since
          ? t(words.app_since, { when: dateText(second.totp_since, lang, 'minute') })
          : t(words.app_says)
      }
      action={
        second.totp_since ? (
          <Button look="plain" onClick={remove}>
            {t(words.remove)}
          </Button>
        ) : (
          <Button look="plain" onClick={begin}>
            {t(words.app_add)}
          </Button>
        )
      }
    />
  )
}

const PasskeyWay = ({ second, onAdd, confirmed, onChanged }: Props & { confirmed: Confirmed; onAdd: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const canHere = browserSupportsWebAuthn()
  const when = (at: string) => dateText(at, lang, 'minute')
  return (
    <Way
      icon={<Fingerprint className="size-5" />}
      title={t(words.passkeys)}
      says={t(words.passkeys_say)}
      action={
        <Button look="plain" disabledReason={canHere ? undefined : t(words.passkey_unsupported)} onClick={onAdd}>
          {t(words.passkey_add)}
        </Button>
      }
    >
      {second.passkeys.length > 0 ? (
        <ul className="divide-y divide-line rounded bg-sunk px-4">
          {second.passkeys.map(({ id, name, created_at, used_at }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="figures text-14 text-soft">
                  {t(words.passkey_since, { when: when(created_at) })} ·{' '}
                  {used_at ? t(words.passkey_used, { when: when(used_at) }) : t(words.passkey_never)}
                </p>
              </div>
              <IconButton
                label={`${t(words.remove)} ${name}`}
                onClick={() =>
                  confirmed.ask({
                    title: t(words.passkey_remove_title, { name }),
                    action: t(words.remove),
                    danger: true,
                    run: async (password) => {
                      await call(consoleProfilePasskeyRemove, { id, password }, { quiet: true })
                      onChanged()
                    },
                  })
                }
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </Way>
  )
}

type Made = { secret: string; address: string }
export const SecondCard = ({ second, onChanged }: Props) => {
  const t = useWords()
  const confirmed = useConfirmed()
  const [made, setMade] = useState<Made>()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const isOn = second.state === 'set'
  const done = (recovery: readonly string[] | null) => {
    setMade(undefined)
    setAdding(false)
    if (recovery) setCodes(recovery)
    onChanged()
  }
  const renew = () =>
    confirmed.ask({
      title: t(words.recovery_make),
      action: t(words.goon),
      run: async (password) => {
        setCodes((await call(consoleProfileRecovery, { password }, { quiet: true })).recovery)
        onChanged()
      },
    })
  return (
    <Card
      title={t(words.second)}
      aside={<Chip tone={isOn ? 'success' : 'warning'}>{t(isOn ? words.second_on : words.second_off)}</Chip>}
    >
      <p className="text-soft">{t(words.second_says)}</p>
      <ul className="mt-2 divide-y divide-line">
        <AppWay {...{ second, confirmed, onChanged }} onMade={setMade} />
        <PasskeyWay {...{ second, confirmed, onChanged }} onAdd={() => setAdding(true)} />
        {isOn ? (
          <Way
            icon={<KeyRound className="size-5" />}
            title={`${t(words.recovery)} · ${t(words.recovery_left, { n: second.recovery })}`}
            says={t(words.recovery_says)}
            action={
              <Button look="plain" onClick={renew}>
                {t(words.recovery_make)}
              </Button>
            }
          />
        ) : null}
      </ul>
      {confirmed.dialog}
      {made ? <AppDialog made={made} onClose={() => setMade(undefined)} onDone={done} /> : null}
      {adding ? <PasskeyDialog onClose={() => setAdding(false)} onDone={done} /> : null}
      {codes ? <RecoveryDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </Card>
  )
}
