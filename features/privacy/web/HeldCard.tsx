import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type HeldRegistration, mydataHide } from '../contract.ts'
import { classWords } from '../words.ts'
import { ConsentLines } from './ConsentLines.tsx'
import type { ErasedThing } from './EraseDialog.tsx'
import { myDataWords as words } from './myData.words.ts'
import { OpenValues } from './OpenValues.tsx'

/** One registration with its kept data, and the actions of its holder. */
export const HeldCard = ({
  held,
  onErase,
  onChanged,
}: {
  held: HeldRegistration
  onErase: (thing: ErasedThing) => void
  onChanged: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const hide = useCall(mydataHide)
  const set = (wish: Partial<Pick<HeldRegistration, 'hide_name' | 'hide_age' | 'no_follow'>>) =>
    hide.mutate(
      { id: held._key, hide_name: held.hide_name, hide_age: held.hide_age, ...wish },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onChanged()
        },
      },
    )
  const day = (at: string) => dateText(at, lang, 'day', held.zone)
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-bold">{held.race}</h3>
          <p className="text-14 text-soft">
            <Dotted text={[held.event, held.name].filter(Boolean).join(' · ')} />
          </p>
        </div>
        <p className="figures text-14 text-soft">{day(held.time)}</p>
      </div>
      {held.erased_at ? (
        <p className="mt-3 rounded bg-sunk px-4 py-3">{t(words.erased, { day: day(held.erased_at) })}</p>
      ) : (
        <>
          <div className="mt-2 grid md:grid-cols-2">
            <Checkbox
              checked={held.hide_name}
              disabled={hide.isPending}
              onChange={(event) => set({ hide_name: event.target.checked })}
            >
              {t(words.hideName)}
            </Checkbox>
            <Checkbox
              checked={held.hide_age}
              disabled={hide.isPending}
              onChange={(event) => set({ hide_age: event.target.checked })}
            >
              {t(words.hideAge)}
            </Checkbox>
            <Checkbox
              checked={held.no_follow}
              disabled={hide.isPending}
              onChange={(event) => set({ no_follow: event.target.checked })}
            >
              {t(words.noFollow)}
            </Checkbox>
          </div>
          <Button look="quiet" className="-ml-3 px-3" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? words.less : words.details)}
            <span className="sr-only">
              {' '}
              {held.race} {held.name}
            </span>
          </Button>
          {open ? (
            <div className="grid gap-6 border-t border-line pt-4">
              <dl className="divide-y divide-line">
                {held.classes.map((one) => (
                  <div key={one.class} className="flex items-baseline justify-between gap-4 py-2">
                    <dt>{t(classWords[one.class])}</dt>
                    <dd className="figures text-14 text-soft">
                      {one.held ? t(words.until, { day: day(one.until) }) : t(words.notHeld)}
                    </dd>
                  </div>
                ))}
              </dl>
              <OpenValues kind="registration" id={held._key} masked={[]} />
              <section>
                <h4 className="mb-1 font-bold">{t(words.opened)}</h4>
                {held.opened.length === 0 ? (
                  <p className="text-14 text-soft">{t(words.openedNever)}</p>
                ) : (
                  <ul className="grid gap-1 text-14">
                    {held.opened.map((one, at) => (
                      <li key={at} className="flex flex-wrap justify-between gap-x-4">
                        <span>
                          <Dotted text={`${one.roles.join('/')} · ${one.what}`} />
                        </span>
                        <time dateTime={one.at} className="figures text-soft">
                          {dateText(one.at, lang, 'minute', held.zone)}
                        </time>
                      </li>
                    ))}
                  </ul>
                )}
              </section>
              <ConsentLines id={held._key} consents={held.consents} zone={held.zone} onChanged={onChanged} />
              <Button
                look="danger"
                className="justify-self-start"
                onClick={() => onErase({ kind: 'registration', id: held._key, name: held.race })}
              >
                {t(words.eraseRegistration)}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  )
}
