import { createHash } from 'node:crypto';
import { FetchFailure } from '../fetch-failure.js';

/** A document that its owner shares by link. Such a link leads people to a page; the file is at another address. */
export interface SharedDocument {
  /** The trade name of the service, for sentences. */
  service: string;
  /** Where the file itself is. Equal to the link if that is the file's address already. */
  download: URL;
}

interface Service {
  name: string;
  hosts: RegExp;
  /** The address of the file that a link shows; null for a link of another kind, such as a folder. */
  download: (url: URL) => URL | null;
}

/** Services by the host of their links, the parsed one: a host in a path or query is no sign. */
const services: readonly Service[] = [
  { name: 'Google Sheets', hosts: /^docs\.google\.com$/, download: googleSheet },
  { name: 'Google Drive', hosts: /^(?:drive|drive\.usercontent)\.google\.com$/, download: googleFile },
  { name: 'Dropbox', hosts: /^(?:www\.)?dropbox\.com$/, download: dropboxFile },
  { name: 'OneDrive', hosts: /^(?:1drv\.ms|onedrive\.live\.com)$/, download: oneDriveFile },
  { name: 'SharePoint', hosts: /^[a-z0-9-]+\.sharepoint\.com$/, download: sharePointFile },
];

/** Hosts that only deliver what the services' links lead to. Their paths name the document too. */
const deliveringHosts =
  /(?:^|\.)(?:googleusercontent\.com|dropboxusercontent\.com|1drv\.com|livefilestore\.com|api\.onedrive\.com|my\.microsoftpersonalcontent\.com)$/;

/** The shared document at an address; null if the address is no link of a known service. */
export function sharedDocument(url: URL): SharedDocument | null {
  const service = serviceOf(url);
  if (service === null) return null;
  const download = new URL(service.download(url) ?? url);
  download.protocol = 'https:';
  return { service: service.name, download };
}

/** Whether the address leads to one document among those of many owners. Then its path is as secret as a password. */
export function isDocumentHost({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return (
    /^https?:$/.test(protocol) &&
    (deliveringHosts.test(hostname) || services.some(({ hosts }) => hosts.test(hostname)))
  );
}

/**
 * What feeds of one source have in common: the host, or, on a host of documents, the document. Documents of one service belong to different
 * agencies and do not fail together.
 * @param host as the caller compares hosts, with or without port
 */
export function sourceOf(url: URL, host: string): string {
  if (!isDocumentHost(url)) return host;
  const { pathname, search } = sharedDocument(url)?.download ?? url;
  const id = createHash('sha256').update(`${pathname}${search}`).digest('hex').slice(0, 12);
  return `${host}/${id}`;
}

/** The failure of a document whose owner must share it. @param what happened, a clause such as "it answers 403" */
export function notShared({ service }: SharedDocument, what: string): FetchFailure {
  return new FetchFailure(
    'password',
    `${what}: this ${service} document is not shared by link. Ask the agency to open it, choose "Share" and let everyone who has the link view it`,
  );
}

function serviceOf(url: URL): Service | null {
  if (!/^https?:$/.test(url.protocol)) return null;
  return services.find(({ hosts }) => hosts.test(url.hostname)) ?? null;
}

/** `/spreadsheets/d/ID/edit#gid=5`, also with `/u/0` before it; published: `/spreadsheets/d/e/ID/pubhtml`. */
function googleSheet(url: URL): URL | null {
  const [, published, id, action = ''] =
    /^\/spreadsheets(?:\/u\/\d+)?\/d\/(?:e\/([\w-]+)|([\w-]+))(?:\/([a-z]+))?/.exec(url.pathname) ?? [];
  const sheet = /(?:^|[#&?])gid=(\d+)/.exec(url.hash)?.[1] ?? url.searchParams.get('gid');
  if (published !== undefined) {
    if (action === 'pub' && url.searchParams.has('output')) return url;
    const one = sheet === null ? {} : { gid: sheet, single: 'true' };
    return address(url, `/spreadsheets/d/e/${published}/pub`, { output: 'csv', ...one });
  }
  if (id === undefined || action === 'gviz' || (action === 'export' && url.searchParams.has('format')))
    return null;
  return address(url, `/spreadsheets/d/${id}/export`, {
    format: 'csv',
    ...(sheet !== null && { gid: sheet }),
  });
}

/** `/file/d/ID/view`, `/open?id=ID`, `/uc?id=ID`. Large files come without the page about viruses only with `confirm`. */
function googleFile(url: URL): URL | null {
  const id = /^\/file(?:\/u\/\d+)?\/d\/([\w-]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id');
  if (id === null || /^\/drive\/(?:u\/\d+\/)?folders/.test(url.pathname)) return null;
  const key = url.searchParams.get('resourcekey');
  const file = new URL('https://drive.usercontent.google.com/download');
  return address(file, file.pathname, {
    id,
    export: 'download',
    confirm: 't',
    ...(key !== null && { resourcekey: key }),
  });
}

/** `/s/ID/name?dl=0`, `/scl/fi/ID/name?rlkey=…&dl=0`. */
function dropboxFile(url: URL): URL | null {
  if (!/^\/(?:s|scl\/fi)\//.test(url.pathname) || url.searchParams.get('raw') === '1') return null;
  const file = new URL(url);
  file.searchParams.set('dl', '1');
  return file;
}

/** The service takes the whole link, encoded, as the name of the document. */
function oneDriveFile(url: URL): URL | null {
  if (url.pathname.startsWith('/download')) return null;
  const link = new URL(url);
  link.hash = '';
  return new URL(
    `https://api.onedrive.com/v1.0/shares/u!${Buffer.from(link.href).toString('base64url')}/root/content`,
  );
}

/** `/:x:/g/personal/…/ID?e=…`. */
function sharePointFile(url: URL): URL | null {
  if (!/^\/:[a-z]:\//.test(url.pathname)) return null;
  const file = new URL(url);
  file.searchParams.set('download', '1');
  return file;
}

function address(base: URL, path: string, query: Record<string, string>): URL {
  const url = new URL(path, base.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
