const desk = /^\/console\/\d+\/(desk|gate)\/?$/
/**
 * Tells whether the page has a lock of its own, so that the shell asks for no log-in. The PIN of a registered device
 * also works without network, and after the person's session has ended.
 */
export const hasOwnLock = (pathname: string): boolean => desk.test(pathname)
