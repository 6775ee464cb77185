/** Whether a request may change something, by where a browser says that it comes from. */
export interface RequestOrigin {
  /** `Origin` and `Sec-Fetch-Site`; null where they are missing. */
  origin: string | null;
  fetchSite: string | null;
  /** `Host`. */
  host: string;
  /** It came with a cookie, which browsers send by themselves. */
  hasCookie: boolean;
}

/**
 * Null where it may; else a sentence. Every browser of today says one of the two with a request that changes something, so one
 * that came with a cookie and says neither is refused; scripts come with a token and say neither.
 * @param publicUrl under which people reach the server, if it has such an address
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
