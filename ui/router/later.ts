import { type ComponentType, type ReactNode, createElement, useEffect, useState } from 'react'

/**
 * A part of a page that is not needed at first. The browser fetches its file once the page stands, so it is there
 * before somebody needs it. Until then `instead` stands in its place. A file that cannot be fetched breaks the page,
 * whose guard reports it.
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
