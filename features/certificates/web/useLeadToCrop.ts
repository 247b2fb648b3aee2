import { useEffect, useEffectEvent } from 'react'
import { useHallLink } from '#seam/web/hallClient.ts'
import { path } from '#seam/web/paths.ts'
import { useGo } from '#ui/router/Link.tsx'
import { goesToCrop } from '../template/marks.rules.ts'

type CropLead = {
  type: 'reg' | 'timing' | 'poster'
  certificate: { id: number; fields: readonly string[] } | null | undefined
  /** The key of the registration, of the result or of the game's runner. */
  userkey: string | undefined
  scoreid?: number | undefined
  raceid?: number | undefined
  bib?: string | undefined
}

/**
 * Leads a page with a marked certificate to the crop page (docs/behaviour/certificates.md, Marks). Returns true if
 * the page is about to change, so that the present page shows nothing until then.
 */
export const useLeadToCrop = (
  { type, certificate, userkey, scoreid, raceid, bib }: CropLead,
  stays: boolean,
): boolean => {
  const go = useGo()
  const hall = useHallLink()
  const leads = !stays && userkey !== undefined && goesToCrop(certificate?.fields ?? [])
  const lead = useEffectEvent(() => {
    if (!leads || !certificate) return
    const made = type === 'poster' ? { type } : { type: 'cetificate', certificateid: certificate.id, scoreid }
    go(path.crop({ ...made, userkey, raceid, bib, ...hall }), { replace: true })
  })
  useEffect(() => lead(), [leads, certificate?.id])
  return leads
}
