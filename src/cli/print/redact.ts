import { addressesOf, hostOf } from '../../config/redacted.js';
import type { Config } from '../../config/schema.js';

/** Removes known secrets, contacts and the paths of feed addresses from every text of a document. */
export function createScrubber(config: Config | null): (document: unknown) => unknown {
  const secrets = config === null ? [] : secretsOf(config);
  const hosts = new Set(config?.feeds.flatMap((feed) => addressesOf(feed).map(hostOf)) ?? []);
  const scrubText = (text: string): string =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text)
      .replace(/\bhttps?:\/\/[^\s"'<>\\)]+/gi, (url) => shownUrl(url, hosts))
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>')
      .replace(/\+\d[\d ()/-]{6,}\d/g, '<phone>');
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return scrubText(value);
    if (Array.isArray(value)) return value.map(scrub);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [scrubText(key), scrub(inner)]));
  };
  return scrub;
}

/** A shorter secret is not removed from texts, because it would match ordinary words. */
const secretCharactersMin = 4;

/** Longest first, so that a secret that contains another one is removed whole. */
function secretsOf({ portal, store, feeds, notices }: Config): string[] {
  const written = [
    ...portal.webhookSecrets,
    ...(notices.mail?.server.auth ? Object.values(notices.mail.server.auth) : []),
    ...(notices.webhook === null ? [] : [notices.webhook.url, notices.webhook.secret]),
    ...(store.kind === 'sqlite' ? [] : [store.url, passwordOf(store.url)]),
    ...feeds.flatMap(({ auth, headers, ...feed }) => [
      ...(auth === null ? [] : [auth.user, auth.password]),
      ...Object.values(headers),
      ...addressesOf(feed).flatMap(secretsOfUrl),
    ]),
  ];
  const both = written.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(both)]
    .filter((secret) => secret.length >= secretCharactersMin)
    .sort((a, b) => b.length - a.length);
}

function secretsOfUrl(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol === 'file:') return [];
  const query = url.search.slice(1);
  return [url.username, url.password, decoded(url.password), query, ...url.searchParams.values()];
}

function passwordOf(text: string): string {
  return URL.canParse(text) ? new URL(text).password : '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path at a feed's server is hidden too: it may be a key. */
function shownUrl(text: string, hosts: ReadonlySet<string>): string {
  if (!URL.canParse(text)) return '<address>';
  const { protocol, host, pathname, search } = new URL(text);
  const origin = `${protocol}//${host}`;
  if (hosts.has(origin)) return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
