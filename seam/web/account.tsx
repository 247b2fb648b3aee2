import { type ComponentType, type ReactNode, Suspense, createContext, createElement, useContext, useState } from 'react'
import type { Refused } from '#ui/network/call.ts'

/** The account whose session this browser holds. */
export type Account = {
  loggedIn: boolean
  uid: number | undefined
  /** Masked. */
  mobile: string | undefined
  /** The name that the account gave itself. */
  name: string | undefined
  /** True where a person of the messaging app is bound to the account. */
  app: boolean
  /** The answer is on its way. */
  pending: boolean
  /** The question failed for another reason than a missing log-in, so nothing is known. */
  lost: { error: Refused; retry: () => void } | undefined
  /** Runs after a log-in: every earlier answer may be different now. */
  refresh: () => void
  logOut: (everywhere?: boolean) => Promise<void>
  loggingOut: boolean
}

export type LoginSheetProps = {
  open: boolean
  onClose: () => void
  onDone: () => void
  /** Fills the first field. */
  mobile?: string
  /** The reason why the screen asks for a log-in. */
  note?: ReactNode
  /** The person must not leave the page, not even for the messaging app. */
  stays?: boolean
}

/** The part of the runner app's shell that the room accounts gives. */
export type AccountParts = { useAccount: () => Account; LoginSheet: ComponentType<LoginSheetProps> }

const Parts = createContext<AccountParts | undefined>(undefined)

/** The shell gives its screens the account and the log-in. */
export const AccountProvider = Parts.Provider

const useParts = (): AccountParts => {
  const parts = useContext(Parts)
  if (!parts) throw new Error('The shell gives no account: wrap the app in AccountProvider')
  return parts
}

/** The account whose session this browser holds; `pending` until it is known. A lost network changes nothing. */
export const useAccount = (): Account => useParts().useAccount()

/** The log-in in place: the screen beneath stays as it is. The browser fetches its file when it first opens. */
export const LoginSheet = (props: LoginSheetProps) => {
  const { LoginSheet: Sheet } = useParts()
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  return opened ? <Suspense>{createElement(Sheet, props)}</Suspense> : null
}
