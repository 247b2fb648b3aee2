import { readable } from '#db/readable.ts'

/** Appointments and their slots, for rooms that remind runners of their appointments. */
export const appointmentRows = readable('appointments', ['raceid', 'slotid', 'registrationid', 'service', 'state'])
export const slotRows = readable('appointment_slots', ['raceid', 'id', 'starts_at', 'place'])
