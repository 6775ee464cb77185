/**
 * A link as the portal can take it: without the raw spaces and letters that agencies' software leaves in. A well-formed link stays
 * as it is, byte for byte.
 * @param upgradeHttp turn http into https; where the host has no https, fetching will tell
 */
export function normaliseUrl(text: string, upgradeHttp: boolean): string {
  const secure = upgradeHttp ? text.replace(/^http:\/\//i, 'https://') : text;
  if (/^[!#$%&'()*+,\-./\w:;=?@[\]~]*$/.test(secure) || !URL.canParse(secure)) return secure;
  return new URL(secure).href;
}
