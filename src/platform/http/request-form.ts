/** What of a request's head says where it is meant for. */
export interface RequestHead {
  httpVersionMajor: number;
  /** As it stands in the first line. */
  url: string;
  /** Names and values in turn. */
  rawHeaders: readonly string[];
}

const hostForm = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** A path, or the whole address as clients of a proxy write it; a backslash is for its query alone, where browsers leave it. */
const targetForm = /^(?:https?:\/\/[^/?#\s\\]+)?\/[\x21-\x5b\x5d-\x7e]*$/i;

/**
 * Why a request cannot be answered, in one sentence; null where it can. Exactly one Host, in the one form in which it is compared;
 * a target without signs that no URL has.
 */
export function whyNotServed({ httpVersionMajor, url, rawHeaders }: RequestHead): string | null {
  if (httpVersionMajor < 1) return 'Requests come by HTTP/1.0 or HTTP/1.1.';
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !isHost(host))
    return 'The request needs one Host, written as a browser writes it.';
  const [path = ''] = url.split('?', 1);
  if (!targetForm.test(path) || /[^\x21-\x7e]/.test(url)) return 'The address has signs that no URL has.';
  return null;
}

/** A name or an address of which URLs make no other. */
function isHost(host: string): boolean {
  if (!hostForm.test(host) || !URL.canParse(`http://${host}`)) return false;
  return new URL(`http://${host}`).hostname === host.replace(/:\d+$/, '').toLowerCase();
}
