import { registrationFacts } from '#features/webhooks/public.store.ts'
import { factsForWebhooks } from './webhooks.store.ts'
import { holdersCounted } from '#features/events/public.store.ts'
import { fieldSealed, fieldsAnswered } from '#features/forms/public.store.ts'
import { placesHeld, usesListed } from '#features/invitations/public.store.ts'
import { registrationsOfOrders } from '#features/orders/public.store.ts'
import { buyerNames, listOrderedRegistrations } from './lookup/ordered.store.ts'
import { entryOfDocument } from '#features/bans/public.store.ts'
import { registrationsOfDocuments } from '#features/realnames/public.store.ts'
import { registrationOfDocument } from './lookup/registration.service.ts'
import { namingBuyers } from '#features/orders/buyers.service.ts'
import { selling } from '#features/orders/service.ts'
import type { Room } from '#seam/server/room.ts'
import { answeredOf, sealAnswers } from './answers/answers.service.ts'
import { countHolders, countPlacesHeld, idsOfDocuments, listUses } from './inventory/holders.store.ts'
import { registrationBulkActions as bulk } from './bulk/actions.service.ts'
import { jobs } from './bulk/bulk.jobs.ts'
import { bulkRefusals } from './bulk/bulk.words.ts'
import { bulkReport } from './bulk/report.service.ts'
import { sweeps } from './jobs.ts'
import { table } from './export/table.service.ts'
import { routes } from './routes.ts'
import { registrationSold } from './service.ts'
import { personal } from './personal.service.ts'
import { story } from './story/story.service.ts'
import { resendRefusals } from './resend/resend.words.ts'
import { correctRefusals } from './correct/correct.words.ts'
import { deferralRefusals } from './deferral/deferral.words.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'registrations',
  routes,
  refusals: { ...refusals, ...bulkRefusals, ...correctRefusals, ...deferralRefusals, ...resendRefusals },
  jobs,
  story,
  sweeps,
  provides: [
    selling('registrations', registrationSold),
    holdersCounted.from(countHolders),
    usesListed.from(listUses),
    registrationsOfDocuments.from(idsOfDocuments),
    entryOfDocument.from(registrationOfDocument),
    placesHeld.from(countPlacesHeld),
    registrationsOfOrders.from(listOrderedRegistrations),
    namingBuyers('registrations', buyerNames),
    fieldsAnswered.from(answeredOf),
    fieldSealed.from(sealAnswers),
    registrationFacts.from(factsForWebhooks),
  ],
  tables: [table, bulkReport],
  bulk,
  personal,
}
