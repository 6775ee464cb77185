/** The headers by which a browser shows from which site a request comes. */
export interface RequestOrigin {
  /** `Origin` and `Sec-Fetch-Site`; null where they are missing. */
  origin: string | null;
  fetchSite: string | null;
  /** `Host`. */
  host: string;
  /** Whether the request has a cookie. A browser also sends cookies with requests that another site made it send. */
  hasCookie: boolean;
}

/**
 * Null if the request may change something; otherwise a sentence that says why not. All current browsers send `Origin` or `Sec-Fetch-Site`
 * with a request that changes something, so a request with a cookie and without both headers is refused. Scripts authenticate by a token
 * and send neither header.
 * @param publicUrl the configured address under which browsers reach the server; null: none
 */
export function whyCrossSite(
  { origin, fetchSite, host, hasCookie }: RequestOrigin,
  publicUrl: string | null,
): string | null {
  if (fetchSite !== null && fetchSite !== 'same-origin')
    return 'This request comes from another site: nothing was done.';
  if (origin !== null && !isOwn(origin, host, publicUrl))
    return 'This request comes from another origin: nothing was done. Is server.public_url the address in your browser?';
  if (hasCookie && origin === null && fetchSite === null)
    return 'A request with a session says where it comes from (Origin); scripts use a token: nothing was done.';
  return null;
}

function isOwn(origin: string, host: string, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
