import { useState } from 'react'

/**
 * For state that follows a value: `follow` runs during the first render with another value. It may set only the state
 * of the component that calls this hook.
 */
export const useFollow = <Value>(value: Value, follow: (value: Value) => void): void => {
  const [seen, setSeen] = useState({ value })
  if (Object.is(seen.value, value)) return
  setSeen({ value })
  follow(value)
}
