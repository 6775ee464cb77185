/** The parts of a request's head that determine its target. */
export interface RequestHead {
  httpVersionMajor: number;
  /** The target of the request line, unchanged. */
  url: string;
  /** Names and values, alternating. */
  rawHeaders: readonly string[];
}

const hostForm = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** A path, or a full URL as clients of a proxy send it. A backslash is allowed only in the query, where browsers do not escape it. */
const targetForm = /^(?:https?:\/\/[^/?#\s\\]+)?\/[\x21-\x5b\x5d-\x7e]*$/i;

/**
 * Why a request is refused, in one sentence; null if it is accepted. Accepted are requests of HTTP/1.0 or later with exactly one Host
 * header, in the canonical form in which it is compared, and a target without characters that no URL contains.
 */
export function whyNotServed({ httpVersionMajor, url, rawHeaders }: RequestHead): string | null {
  if (httpVersionMajor < 1) return 'Only HTTP/1.0 and HTTP/1.1 are supported.';
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !isHost(host))
    return 'The request needs exactly one Host header, in the form that browsers send.';
  const [path = ''] = url.split('?', 1);
  if (!targetForm.test(path) || /[^\x21-\x7e]/.test(url))
    return 'The request target has characters that are not allowed in a URL.';
  return null;
}

/** Whether the host is in the canonical form of URLs, so that parsing does not change it. */
function isHost(host: string): boolean {
  if (!hostForm.test(host) || !URL.canParse(`http://${host}`)) return false;
  return new URL(`http://${host}`).hostname === host.replace(/:\d+$/, '').toLowerCase();
}
