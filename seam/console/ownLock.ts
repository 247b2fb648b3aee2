const desk = /^\/console\/\d+\/(desk|gate)\/?$/
/**
 * Tells whether the page has a lock of its own. A registered device opens its desk by a PIN, also without network and
 * after the log-in of its person is over, so the shell asks for no log-in there before the page does.
 */
export const hasOwnLock = (pathname: string): boolean => desk.test(pathname)
