import type { FeedConfig } from './feed-schema.js';
import type { Config } from './schema.js';

/**
 * The configuration for support, without the values of secrets and personal data: it has their number, whether there is one, or only the
 * host of a URL.
 */
export function redactedConfig(config: Config): Record<string, unknown> {
  const { portal, store, feeds, unread, notices, partner, ...rest } = config;
  const { fetch } = rest;
  return {
    ...rest,
    fetch: { ...fetch, contact: fetch.contact?.replace(/^mailto:.*/, 'mailto:…') ?? null },
    portal: { ...portal, webhookSecrets: portal.webhookSecrets.length },
    store: store.kind === 'sqlite' ? store : { kind: store.kind },
    notices: redactedNotices(notices),
    partner: Object.keys(partner),
    feeds: feeds.map(redactedFeed),
    unread,
  };
}

/** Recipients are personal addresses, and a webhook's URL may be a secret. */
function redactedNotices(notices: Config['notices']): unknown {
  const { mail, webhook, operators, partners, digest, remindAfterMs } = notices;
  return {
    mail: mail === null ? null : { server: hostOf(mail.server.url), hasAuth: mail.server.auth !== null },
    webhook: webhook === null ? null : hostOf(webhook.url),
    operators: operators.length,
    partners: partners.length,
    digest,
    remindAfterMs,
  };
}

/** All addresses from which a feed is read. */
export function addressesOf({ urls, changesUrl }: Pick<FeedConfig, 'urls' | 'changesUrl'>): string[] {
  return changesUrl === null ? urls : [...urls, changesUrl];
}

/** Shows only the keys listed here: a key that is added later may be a secret. */
function redactedFeed(feed: FeedConfig): Record<string, unknown> {
  const { name, renamedFrom, connectionId, mapping, schedule, kind, encoding, timezone } = feed;
  const { delimiter, quote, header, idPrefix, minRecords, ignoreMore } = feed;
  const { answers, photoCheck, removals, unmapped, contentGuard, onRequest, bands } = feed;
  return {
    ...{ name, renamedFrom, connectionId, mapping, schedule, kind, encoding, timezone },
    ...{ delimiter, quote, header, idPrefix, minRecords, ignoreMore },
    ...{ answers, photoCheck, removals, unmapped, contentGuard, onRequest, bands },
    hosts: addressesOf(feed).map(hostOf),
    hasChanges: feed.changesUrl !== null,
    hasAuth: feed.auth !== null,
    headers: Object.keys(feed.headers),
    hasCondition: feed.where !== null,
    constants: Object.keys(feed.constants),
    tables: Object.fromEntries(
      Object.entries(feed.tables).map(([table, words]) => [table, Object.keys(words).length]),
    ),
  };
}

export function hostOf(text: string): string {
  if (!URL.canParse(text)) return '?';
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** The configuration as operators see it, key by key, with values as JSON. Feeds are only counted: they have their own pages. */
export function shownSettings(config: Config): { key: string; value: string; secret: boolean }[] {
  const { feeds, ...rest } = redactedConfig(config);
  const shown = { ...rest, feeds: Array.isArray(feeds) ? feeds.length : 0 };
  return flat(shown, '').map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    secret: countedSecrets.has(key),
  }));
}

/** Only the number of these values is shown. */
const countedSecrets: ReadonlySet<string> = new Set(['portal.webhook_secrets']);

function flat(value: unknown, key: string): [key: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(inner, key === '' ? inSnakeCase(name) : `${key}.${inSnakeCase(name)}`),
  );
}

/** The key as written in the file. */
function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
