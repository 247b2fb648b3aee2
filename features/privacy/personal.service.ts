import type { Personal } from '#seam/server/personal.ts'

/** Erasures and changes of consents record the person's requests, so the copy holds both. */
export const personal: Personal = { tables: ['erasures', 'consent_changes', 'exports'] }
