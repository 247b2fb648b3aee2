import { useState } from 'react'

/**
 * Calls `follow` during the first render in which the value differs from the last value, for state that depends on the
 * value. `follow` may set only the state of the component that calls this hook.
 */
export const useFollow = <Value>(value: Value, follow: (value: Value) => void): void => {
  const [seen, setSeen] = useState({ value })
  if (Object.is(seen.value, value)) return
  setSeen({ value })
  follow(value)
}
