/**
 * Percent-encodes spaces and letters that agencies' software often leaves raw in a URL. A URL without such characters stays as it is, byte
 * for byte, and so does a text that is no URL.
 * @param upgradeHttp replaces http by https, also where the scheme is missing. Whether the host has https is not checked
 */
export function normaliseUrl(text: string, upgradeHttp: boolean): string {
  const secure = upgradeHttp && !text.startsWith('https://') ? text.replace(insecure, 'https://$1') : text;
  if (/^[!#$%&'()*+,\-./\w:;=?@[\]~]*$/.test(secure) || !URL.canParse(secure)) return secure;
  return new URL(secure).href;
}

/** An address with http or without a scheme, of a host without a port or with the port of http. */
const insecure = /^(?:http:)?\/\/([^/?#:@\s]+)(?::80)?(?=[/?#]|$)/i;

/** Whether `normaliseUrl` makes the address one of https. */
export function isInsecure(address: string): boolean {
  return insecure.test(address);
}
