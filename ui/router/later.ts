import { type ComponentType, type ReactNode, createElement, useEffect, useState } from 'react'

/**
 * A part of a page that the first view does not need. The browser fetches its file once the page is shown, so the part
 * is ready before somebody needs it. `instead` stands in its place until then. A file that cannot be fetched breaks the
 * page, whose guard reports it.
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
