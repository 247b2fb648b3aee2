import { type ComponentType, type ReactNode, Suspense, createContext, createElement, useContext, useState } from 'react'
import type { Refused } from '#ui/network/call.ts'

/** Whose session this browser holds. */
export type Account = {
  loggedIn: boolean
  uid: number | undefined
  /** Masked. */
  mobile: string | undefined
  /** The name that the account gave itself. */
  name: string | undefined
  /** Whether a person of the messaging app is bound. */
  app: boolean
  /** The answer is on its way. */
  pending: boolean
  /** Asking failed, and not for want of a log-in: nothing is known. */
  lost: { error: Refused; retry: () => void } | undefined
  /** After a log-in: everything that was asked before may be answered otherwise now. */
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
  /** Why the screen asks for a log-in. */
  note?: ReactNode
  /** The page must not be left, not even for the messaging app. */
  stays?: boolean
}

/** The accounts room's part of the runner app's shell. */
export type AccountParts = { useAccount: () => Account; LoginSheet: ComponentType<LoginSheetProps> }

const Parts = createContext<AccountParts | undefined>(undefined)

/** The shell gives its screens the account and the log-in. */
export const AccountProvider = Parts.Provider

const useParts = (): AccountParts => {
  const parts = useContext(Parts)
  if (!parts) throw new Error('The shell gives no account: wrap the app in AccountProvider')
  return parts
}

/** Whose session this browser holds; `pending` until that is known. A lost network changes nothing. */
export const useAccount = (): Account => useParts().useAccount()

/** The log-in in place: the screen beneath stays as it is. Its file is fetched when it first opens. */
export const LoginSheet = (props: LoginSheetProps) => {
  const { LoginSheet: Sheet } = useParts()
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  return opened ? <Suspense>{createElement(Sheet, props)}</Suspense> : null
}
