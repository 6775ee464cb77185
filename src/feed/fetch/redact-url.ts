import { isDocumentHost } from './share-links.js';

/**
 * The URL for logs, errors and pages: without credentials, query and fragment, which may contain secrets, and without the path of a document
 * that is shared by its link.
 */
export function redactUrl(url: URL): string {
  if (isDocumentHost(url)) return `${url.protocol}//${url.host}/…`;
  const query = url.search === '' ? '' : '?…';
  return `${url.protocol}//${url.host}${url.pathname}${query}`;
}
