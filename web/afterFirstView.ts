/** Small parts of every page that the first view does not need. One file brings them all. */
export { UnreadDot } from '#features/messages/web/UnreadDot.tsx'
export { SafetyBanner } from '#features/safety/web/SafetyBanner.tsx'
