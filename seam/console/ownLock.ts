const desk = /^\/console\/\d+\/(desk|gate)\/?$/
/**
 * Tells whether the page has a lock of its own. A registered device opens its desk by a PIN. The PIN also works without
 * network, and after the person's session has ended. So the shell does not ask for a log-in on such a page.
 */
export const hasOwnLock = (pathname: string): boolean => desk.test(pathname)
