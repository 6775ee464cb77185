/** The URL for logs, errors and pages: without credentials, query and fragment, which may contain secrets. */
export function redactUrl(url: URL): string {
  const query = url.search === '' ? '' : '?…';
  return `${url.protocol}//${url.host}${url.pathname}${query}`;
}
