/** Where somebody who is invited chooses a password. What stands behind # stays in the browser: no log and no proxy sees it. */
export function invitationLink(base: string, secret: string): string {
  return `${base}/console/invitation#${secret}`;
}
