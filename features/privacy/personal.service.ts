import type { Personal } from '#seam/server/personal.ts'

/** Erasures and changes of consents are the record of what was asked for; the copy tells of both. */
export const personal: Personal = { tables: ['erasures', 'consent_changes', 'exports'] }
