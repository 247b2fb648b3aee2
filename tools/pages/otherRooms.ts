/**
 * The reasons why some calls of a room do not begin with the room's name, by room and by the first part of the path.
 * The second specification sets the paths that runners and partners call. A room has its name from the data that it
 * keeps.
 */
const reasons: Readonly<Record<string, string>> = {
  'accounts user': 'the specification calls an account a user',
  'accounts wechat': 'a log-in of the messaging app opens a session of an account',
  'checkin package': 'race packs are handed out at check-in',
  'checkin registration': 'looks a registration up at the check-in desk and gives its pack',
  'checks captcha': 'a captcha is one of the human checks',
  'clubs club': 'the desk of one club, for its captain and its people',
  'codes app': 'makes a code of the mini-program',
  'codes stor': 'keeps the picture that a code leads to',
  'codes user': 'makes the code of an account',
  'codes watermask': 'lends the picture of a poster under the address of a code',
  'codes wechat': 'makes and reads codes of the mini-program',
  'desks ai': 'a desk checks the face of a runner who agreed to it',
  'desks checkin': 'a desk checks runners in',
  'editions console/races': 'makes a race from a template or another edition, over all rooms',
  'events race': 'the events of a race, with their places',
  'feed apply': 'an application to report in the feed',
  'feed live': 'the specification files the feed under live',
  'files stor': 'the specification calls the store of files stor',
  'finder api': 'the list of races for partners',
  'finder console/home': 'shows the home of a race before it is published',
  'finder race': 'the home of a race composes several rooms',
  'invitations invite': 'the specification shortens the word',
  'invoices receipt': 'a receipt is made of the same order as an invoice',
  'lookups api': 'the look-up for partners',
  'lookups console/games': 'lists of a game are looked up and have no other use',
  'lookups game': 'looks a runner of a game up',
  'lookups master': 'the look-up over registrations, results and shifts',
  'lookups simple': 'the look-up by document number alone',
  'messages console/outbox': 'the outbox holds the messages that were sent',
  'moves registration': 'a registration moves to another event',
  'notices archive': 'an archived page is a notice',
  'notices counter': 'counts how often a notice is read',
  'notices page': 'a page is a notice without a list',
  'notices post': 'a post is a notice in a list',
  'notices race': 'the archived pages of one race',
  'notices site': 'the lists and links of notices on a site',
  'payments console/orders': 'closes an order at its payment channel first',
  'people documents': 'saved persons have the documents',
  'people user': 'the saved persons of an account, and the mobile that they share',
  'people wechat': 'binds a saved person to the messaging app',
  'postage console/parcels': 'a parcel is what postage pays for',
  'posters registration': 'the poster of a registration',
  'privacy mydata': "the page of one's own data is called mydata",
  'races city-codes': 'the places that a race may lie in',
  'racecontrol live': "the specification files race control's list under live",
  'registrations api': 'payment from a mini-program begins with its registration',
  'registrations invite': 'an invitation pays for a registration',
  'registrations user': 'what an account may change and see of its registrations',
  'cards fucard': 'the specification says fucard',
  'luckydraws luckey': 'the specification says luckey',
  'luckydraws site': 'the specification files the design of a page under the site',
  'overview wechat': 'the specification says wechat for the races that a person manages',
  'results timing': 'the specification files results under timing',
  'sales console/goods': 'goods are the things that sales sell',
  'scenes api': 'the helper mini-program asks for scenes, menus and own races',
  'scenes menu': 'the helper shows the menu of a race',
  'scenes races': 'the races of an account, for the helper',
  'shop mini': 'the specification says mini/shop',
  'shop order': 'the specification calls an order of the shop an order',
  'shop console/coupons': 'coupons count in the shop',
  'deposits live': 'the specification files deposits under live',
  'invitations places': 'codes give places past the public',
  'staff console/claim': 'the first owner claims the console',
  'staff console/log': 'the log is of what staff did',
  'staff console/login': 'the log-in of staff',
  'staff console/logout': 'the log-out of staff',
  'staff console/me': 'the member of staff who asks',
  'staff console/passkey': 'a passkey logs staff in',
  'staff console/profile': 'the profile of the member of staff who asks',
  'staff console/roles': 'a role says what staff may do',
  'tickets ticket': 'the specification says ticket',
  'tracking app': 'a runner shares a run from the web, the mini-program or a tracker app',
  'tracking live': 'the specification calls it live',
  'tracking runner': 'the second reading of the address that saves positions',
  'challenges clock': 'the specification names clocking in by the clock',
  'trails app': 'a person checks in on a trail from the web or the mini-program',
  'tracking track': 'the specification calls the way of a device a track',
  'waitingrooms waiting': 'the specification shortens the word',
}

/** Returns a name without a final s, so that /race/… belongs to the room races. */
const stem = (word: string): string => word.toLowerCase().replace(/s$/, '')

/**
 * Returns the reason why a path belongs to this room. A path that begins with the room's name needs no reason and gives
 * undefined. Throws if a needed reason is missing.
 */
export const reasonFor = (room: string, path: string): string | undefined => {
  const [first = '', second = ''] = path.split('/').filter(Boolean)
  const key = first === 'console' ? second : first
  if (stem(key) === stem(room)) return undefined
  const reason = reasons[`${room} ${first === 'console' ? `console/${second}` : first}`]
  if (reason === undefined)
    throw new Error(`${path} is answered by ${room}: write the reason into tools/pages/otherRooms.ts`)
  return reason
}
