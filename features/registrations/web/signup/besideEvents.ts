/** The parts beside the list of events. The page fetches them in one file as soon as the list is visible. */
export { InviteField } from './invitations/InviteField.tsx'
export { SignUpAside } from './SignUpAside.tsx'
