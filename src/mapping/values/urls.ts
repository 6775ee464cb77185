/**
 * Percent-encodes spaces and letters that agencies' software often leaves raw in a URL. A URL without such characters stays as it is, byte
 * for byte, and so does a text that is no URL.
 * @param upgradeHttp replaces http by https. Whether the host has https is not checked
 */
export function normaliseUrl(text: string, upgradeHttp: boolean): string {
  const secure = upgradeHttp ? text.replace(/^http:\/\//i, 'https://') : text;
  if (/^[!#$%&'()*+,\-./\w:;=?@[\]~]*$/.test(secure) || !URL.canParse(secure)) return secure;
  return new URL(secure).href;
}
