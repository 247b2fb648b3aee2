import { type ComponentType, type ReactNode, createElement, useEffect, useState } from 'react'

/** The wait before the second request of a file, in ms. Each further wait is twice as long. */
const AGAIN_MS = 2_000

/**
 * Returns a part of a page that the first view does not need. The browser fetches the file of the part after the page
 * is shown, so the part is ready before a person needs it. Until then the page shows `instead` in the place of the
 * part. If the file cannot be fetched, the browser requests it again. The page works without the part, so a phone
 * without a network still shows the data that it keeps.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> => {
  let held: ComponentType<Props> | undefined
  const Later = ({ instead, ...props }: Props & { instead?: ReactNode }) => {
    const [part, setPart] = useState(() => held)
    useEffect(() => {
      if (part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const request = (wait: number): void =>
        void load().then(
          (loaded) => setPart(() => (held = loaded)),
          () => (timer = setTimeout(request, wait, wait * 2)),
        )
      request(AGAIN_MS)
      return () => clearTimeout(timer)
    }, [part])
    return part ? createElement(part, props as unknown as Props) : instead
  }
  return Later
}
