/** Address of the page where an invited person chooses a password. Browsers do not send the part after `#`, so no log or proxy sees it. */
export function invitationLink(base: string, secret: string): string {
  return `${base}/console/invitation#${secret}`;
}
