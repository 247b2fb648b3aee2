import { useEffect, useEffectEvent, useState } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { hrefTo } from '#ui/router/address.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { path } from '#seam/web/paths.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type registrationShow, capabilities } from '../../contract.ts'

type Shown = OutputOf<typeof registrationShow>
export const shownActions = [...capabilities, 'details'] as const
export type ShownAction = (typeof shownActions)[number]
/**
 * `scan`: show the code for the messaging app. `login`: ask the person to prove that they are the registrant.
 * `stranger`: another person is logged in. `do`: open the action's dialog.
 */
export type StatusAction = { what: ShownAction; as: 'scan' | 'login' | 'stranger' | 'do' }
/**
 * Tells whether the page shows a code to scan. A phone cannot scan its own screen, so on a phone the page asks its user
 * to log in. In the messaging app a phone can open a mini-program's code by a long press on it, so there the page shows
 * this code.
 */
const showsCode = ({ mini }: Shown): boolean =>
  !/Mobi|Android|iPhone|HarmonyOS/i.test(navigator.userAgent) || (mini && /MicroMessenger/i.test(navigator.userAgent))
const dialogs: readonly ShownAction[] = ['delete', 'delay', 'details']

/**
 * Returns the actions behind the links of the status page, and the open dialog. A scanned code opens this page with
 * `action=…`. The page performs this action only for the registrant.
 */
export const useStatusActions = (registration: Shown, again: () => Promise<Shown | undefined>) => {
  const go = useGo()
  const has = useHasPage()
  const params = usePageParams()
  const account = useAccount()
  const [dialog, setDialog] = useState<StatusAction>()
  const actionOfLink = shownActions.find((one) => one === params.action)
  const key = registration._key
  const pages: Partial<Record<ShownAction, string>> = {
    pay: path.pay({ _key: key }),
    edit: path.edit({ _key: key }),
    mend: path.edit({ _key: key }),
    exit: path.refunds({ _key: key }),
    team: hrefTo('/team', { _key: key }),
    again: path.baoming(),
  }
  const perform = (what: ShownAction, of: Shown) => {
    const page = pages[what]
    const allowed = what === 'details' || of.status.can[what].ok
    if (allowed && dialogs.includes(what)) return setDialog({ what, as: 'do' })
    if (allowed && page && has(page)) {
      setDialog(undefined)
      return go(page)
    }
    return setDialog(allowed ? { what, as: 'scan' } : undefined)
  }
  const begin = useEffectEvent(() => {
    if (!actionOfLink || account.pending) return
    // Removes the action from the address, so that a return to this page does not start the action again.
    go(path.queryDetail({ _key: key }), { replace: true })
    if (registration.mine) perform(actionOfLink, registration)
    else setDialog({ what: actionOfLink, as: account.loggedIn ? 'stranger' : 'login' })
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the address asks once, and is changed in the same step
  useEffect(() => begin(), [actionOfLink, account.pending])
  return {
    dialog,
    act: (what: ShownAction) =>
      registration.mine || what === 'again'
        ? perform(what, registration)
        : setDialog({ what, as: showsCode(registration) ? 'scan' : 'login' }),
    logIn: () => dialog && setDialog({ ...dialog, as: 'login' }),
    close: () => setDialog(undefined),
    loggedIn: async () => {
      account.refresh()
      const shown = await again()
      if (!dialog || !shown) return setDialog(undefined)
      return shown.mine ? perform(dialog.what, shown) : setDialog({ ...dialog, as: 'stranger' })
    },
  }
}
export type StatusActions = ReturnType<typeof useStatusActions>
