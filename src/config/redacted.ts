import type { FeedConfig } from './feed-schema.js';
import type { Config } from './schema.js';

/** The configuration as strangers may see it: what is secret, or somebody's, is named or counted and never shown. */
export function redactedConfig(config: Config): Record<string, unknown> {
  const { portal, store, feeds, unread, notices, ...rest } = config;
  return {
    ...rest,
    portal: { ...portal, webhookSecrets: portal.webhookSecrets.length },
    store: store.kind === 'sqlite' ? store : { kind: store.kind },
    notices: redactedNotices(notices),
    feeds: feeds.map(redactedFeed),
    unread,
  };
}

/** Who is told is somebody’s address; where to may be a secret itself. */
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

/** Only what is listed here: a key that comes later may be a secret. */
function redactedFeed(feed: FeedConfig): Record<string, unknown> {
  const { name, renamedFrom, connectionId, mapping, schedule, kind, encoding, timezone } = feed;
  const { delimiter, quote, header, idPrefix, minRecords, answers, photoCheck, removals, unmapped } = feed;
  return {
    ...{ name, renamedFrom, connectionId, mapping, schedule, kind, encoding, timezone },
    ...{ delimiter, quote, header, idPrefix, minRecords, answers, photoCheck, removals, unmapped },
    hosts: feed.urls.map(hostOf),
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

/** What an operator may see of a configuration, key by key; values as JSON. Feeds are only counted: they have pages of their own. */
export function shownSettings(config: Config): { key: string; value: string; secret: boolean }[] {
  const { feeds, ...rest } = redactedConfig(config);
  const shown = { ...rest, feeds: Array.isArray(feeds) ? feeds.length : 0 };
  return flat(shown, '').map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    secret: countedSecrets.has(key),
  }));
}

/** Of these only the number is shown. */
const countedSecrets: ReadonlySet<string> = new Set(['portal.webhook_secrets']);

function flat(value: unknown, key: string): [key: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(inner, key === '' ? inSnakeCase(name) : `${key}.${inSnakeCase(name)}`),
  );
}

/** As the file spells it. */
function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
