import { type ComponentType, type ReactNode, createElement, useEffect, useState } from 'react'

/**
 * A part of a page that the first view does not need. The browser fetches the file of the part once the page is shown,
 * so the part is ready before a person needs it. Until then the page shows `instead` in the place of the part. If the
 * file cannot be fetched, the page breaks, and the guard of the page reports the error.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> => {
  let held: ComponentType<Props> | undefined
  const Later = ({ instead, ...props }: Props & { instead?: ReactNode }) => {
    const [part, setPart] = useState(() => held)
    useEffect(() => {
      if (part) return
      load().then(
        (loaded) => setPart(() => (held = loaded)),
        (error: unknown) =>
          setPart(() => {
            throw error
          }),
      )
    }, [part])
    return part ? createElement(part, props as unknown as Props) : instead
  }
  return Later
}
