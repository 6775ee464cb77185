/** A URL as it may stand in logs, errors and pages: without credentials, query and fragment, which may hold tokens. */
export function redactUrl(url: URL): string {
  const query = url.search === '' ? '' : '?…';
  return `${url.protocol}//${url.host}${url.pathname}${query}`;
}
