import { useEffect, useMemo, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { makeZonesInSlices, usualZoneOptions, zoneOptions } from './zones.ts'

/**
 * Returns the options of a choice of time zones. The usual zones are there at once, all others soon after, or when a
 * person opens the choice (`onFocus`).
 */
export const useZones = (lang: Lang, kept?: string) => {
  const [wholeIn, setWholeIn] = useState<Lang>()
  useEffect(() => makeZonesInSlices(lang, () => setWholeIn(lang)), [lang])
  const options = useMemo(
    () => (wholeIn === lang ? zoneOptions(lang, kept) : usualZoneOptions(lang, kept)),
    [wholeIn, lang, kept],
  )
  return { options, onFocus: () => setWholeIn(lang) }
}
