const desk = /^\/console\/\d+\/(desk|gate)\/?$/
/**
 * Tells whether the page has a lock of its own. A registered device opens its desk by a PIN. This also works without
 * network, and after the log-in of the person has ended. The shell therefore leaves the question for a log-in to the
 * page.
 */
export const hasOwnLock = (pathname: string): boolean => desk.test(pathname)
