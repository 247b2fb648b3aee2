import { type ComponentType, type LazyExoticComponent, createElement, lazy, useState } from 'react'
import { Unloaded } from '../feedback/Unloaded.tsx'
import { loadTwice } from '../network/loadTwice.ts'

/** The state of a part that is a dialog, and the way to close it. A closed dialog shows nothing. */
type Closing = { open?: boolean; onClose: () => void }
type Load<Props extends object> = () => Promise<ComponentType<Props>>

/**
 * Makes the component that a page shows for a part whose file is lost. After another try succeeds, it shows the part.
 */
const standIn = <Props extends object>(
  load: Load<Props>,
  dialog: ((props: Props) => Closing) | undefined,
): ComponentType<Props> => {
  let held: ComponentType<Props> | undefined
  const StandIn = (props: Props) => {
    const [part, setPart] = useState(() => held)
    if (part) return createElement(part, props)
    const again = async () => {
      const loaded = await load()
      setPart(() => (held = loaded))
    }
    const { open, onClose } = dialog?.(props) ?? {}
    return open === false ? null : <Unloaded load={again} onClose={onClose} />
  }
  return StandIn
}

/**
 * Makes a part of a page whose file the browser fetches when the part is first drawn, inside a `Suspense`. If the file
 * cannot be fetched, the rest of the page stays. In the place of the part, a message offers to load the part again. If
 * the part is a dialog, `dialog` returns its `open` and `onClose` from the properties of the part.
 */
export const onDemand = <Props extends object>(
  load: Load<Props>,
  dialog?: (props: Props) => Closing,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadTwice(load).catch(() => standIn(load, dialog)) }))

/**
 * Makes a whole page that another page chooses. If the file of the page is lost, the router shows a page for broken
 * screens.
 */
export const pageOnDemand = (load: Load<object>): LazyExoticComponent<ComponentType<object>> =>
  lazy(async () => ({ default: await loadTwice(load) }))
