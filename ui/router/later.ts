import { type ComponentType, type ReactNode, createElement, useEffect, useState } from 'react'
import { Unloaded } from '../feedback/Unloaded.tsx'

/** The wait before the second request of a file, in ms. Each further wait is twice as long. */
const AGAIN_MS = 2_000

/**
 * Returns a part of a page that the first view does not need. The browser fetches the file of the part after the page
 * is shown, so the part is ready before a person needs it. Until then the page shows `instead` in the place of the
 * part. If the file cannot be fetched, the browser requests it again and again. From the second failure on, a message
 * in the place of the part says that the file is lost. A part without `instead` shows nothing, not even this message,
 * until its file is here. The page also works if the file never comes, for example on a phone without a network.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> => {
  let held: ComponentType<Props> | undefined
  const Later = ({ instead, ...props }: Props & { instead?: ReactNode }) => {
    const [part, setPart] = useState(() => held)
    const [isLost, setLost] = useState(false)
    const request = () => load().then((loaded) => setPart(() => (held = loaded)))
    useEffect(() => {
      if (part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const ask = (wait: number): void =>
        void load().then(
          (loaded) => setPart(() => (held = loaded)),
          () => {
            if (wait > AGAIN_MS) setLost(true)
            timer = setTimeout(ask, wait, wait * 2)
          },
        )
      ask(AGAIN_MS)
      return () => clearTimeout(timer)
    }, [part])
    if (part) return createElement(part, props as unknown as Props)
    return isLost && instead !== undefined ? createElement(Unloaded, { load: request }) : instead
  }
  return Later
}
