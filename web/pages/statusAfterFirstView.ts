/**
 * Parts of the status page that the first view does not need. They stand in one module, because the page then loads few
 * files (tools/build/plan.ts).
 */
export { DeferralCard } from '#features/registrations/web/status/DeferralCard.tsx'
export { StatusDialogs } from '#features/registrations/web/status/StatusDialogs.tsx'
export { ScanDialog } from '#features/registrations/web/signup/steps/ScanDialog.tsx'
export { StatusChoice } from '#features/disruptions/web/StatusChoice.tsx'
export { ChangeEvent } from '#features/moves/web/ChangeEvent.tsx'
export { RegistrationPassLinks } from '#features/passes/web/PassLinks.tsx'
export { PushOffer } from '#features/push/web/PushOffer.tsx'
export { NoticeOffer } from '#features/wechatnotices/web/NoticeOffer.tsx'
export { BoughtCard } from '#features/sales/web/BoughtCard.tsx'
export { StayLine } from '#features/hotels/web/StayLine.tsx'
export { ProxyCard } from '#features/desks/web/ProxyCard.tsx'
