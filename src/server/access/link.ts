/** The page where an invited person chooses a password. The part after # stays in the browser: no log and no proxy sees it. */
export function invitationLink(base: string, secret: string): string {
  return `${base}/console/invitation#${secret}`;
}
