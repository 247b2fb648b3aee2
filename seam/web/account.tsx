import { type ComponentType, type ReactNode, Suspense, createContext, createElement, useContext, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Refused } from '#ui/network/call.ts'

/** The account whose session this browser holds. */
export type Account = {
  loggedIn: boolean
  uid: number | undefined
  /** The account's mobile number, masked. */
  mobile: string | undefined
  /** The name that the account gave itself. */
  name: string | undefined
  /** True if the account is bound to a person of the messaging app. */
  app: boolean
  /** True until the call for the account has its answer. */
  pending: boolean
  /**
   * Set if the call for the account failed for another reason than a missing log-in. A person may then be logged in.
   */
  lost: { error: Refused; retry: () => void } | undefined
  /** Asks for all answers again after a log-in, because each may be different for this person. */
  refresh: () => void
  logOut: (everywhere?: boolean) => Promise<void>
  loggingOut: boolean
}

export type LoginSheetProps = {
  open: boolean
  onClose: () => void
  onDone: () => void
  /** The mobile number that fills the first field. */
  mobile?: string
  /** The reason why the screen asks for a log-in. */
  note?: ReactNode
  /** True if the person must not leave the page, not even for the messaging app. */
  stays?: boolean
}

/** The part of the runner app's shell that the room accounts gives. */
export type AccountParts = {
  useAccount: () => Account
  useLostAccount: () => Account['lost']
  LoginSheet: ComponentType<LoginSheetProps>
}

const Parts = createContext<AccountParts | undefined>(undefined)

/** The provider through which the shell gives its screens the account and the log-in. */
export const AccountProvider = Parts.Provider

const useParts = (): AccountParts => {
  const parts = useContext(Parts)
  if (!parts) throw new Error('The shell gives no account: wrap the app in AccountProvider')
  return parts
}

/**
 * Returns the account whose session this browser holds. `pending` is true until the account is known. If the connection
 * is lost, the known account stays.
 */
export const useAccount = (): Account => useParts().useAccount()
/** Returns `lost` of the account, without a call of its own. */
export const useLostAccount = (): Account['lost'] => useParts().useLostAccount()

/**
 * The log-in over the page. The browser fetches the file of the log-in when the log-in first opens. Without `onDone`
 * the log-in closes when it is done, and the screen asks for every answer again.
 */
export const LoginSheet = ({ onDone, ...props }: Omit<LoginSheetProps, 'onDone'> & { onDone?: () => void }) => {
  const { LoginSheet: Sheet } = useParts()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  const closeAndRefresh = () => {
    props.onClose()
    void queries.invalidateQueries()
  }
  return opened ? <Suspense>{createElement(Sheet, { ...props, onDone: onDone ?? closeAndRefresh })}</Suspense> : null
}
